/** An id of the bot as one of ours: letters, digits, _ and -. */
export function toOptionId(id: string): string {
  return id.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64)
}
