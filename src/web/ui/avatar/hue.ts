/** Apart enough to be told from each other, and none the red of what went wrong. */
const HUES = [55, 95, 145, 185, 225, 262, 300, 340] as const

/** The same for the same id, wherever and whenever it is shown: a colour helps to find somebody again. */
export function toHue(id: string): number {
  let hash = 0
  for (const letter of id) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 4_294_967_291
  return HUES[hash % HUES.length] ?? HUES[0]
}
