const MAX_CHARS = 64

/** An id of the bot as one of a node: letters, digits, _ and -. */
export function toId(id: string): string {
  const plain = id.replace(/[^A-Za-z0-9_-]/g, '_')
  return plain.length <= MAX_CHARS ? plain : `${plain.slice(0, 40)}${plain.slice(-24)}`
}

/** The id of a block's node by its place among those of the block. */
export const toNodeId = (blockId: string, index: number): string =>
  toId(index === 0 ? blockId : `${blockId}-${index}`)

/** An id of the bot as one of an option or of a case: they are found by it, so its beginning has to tell them apart. */
export function toOptionId(id: string): string {
  return id.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, MAX_CHARS)
}
