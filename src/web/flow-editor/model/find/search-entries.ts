import { fold } from '../../../i18n/fold.ts'

/** Something that can be looked for by words. */
export interface SearchEntry {
  label: string
  /** Found by too, though less is thought of it. */
  hint?: string | undefined
}

/** How well an entry fits: the higher the better, 0 not at all. Every word must be in it. */
function rank({ label, hint = '' }: SearchEntry, query: string): number {
  const name = fold(label)
  const words = query.split(/\s+/).filter(Boolean)
  const all = `${name} ${fold(hint)}`
  if (!words.every((word) => all.includes(word))) return 0
  if (name.startsWith(query)) return 4
  if (words.every((word) => ` ${name}`.includes(` ${word}`))) return 3
  return words.every((word) => name.includes(word)) ? 2 : 1
}

/** Entries that fit what was typed, the best first and otherwise in their own order; all of them when nothing was. */
export function searchEntries<E extends SearchEntry>(entries: readonly E[], typed: string): E[] {
  const query = fold(typed.trim())
  if (query === '') return [...entries]
  return entries
    .map((entry) => ({ entry, fit: rank(entry, query) }))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit)
    .map(({ entry }) => entry)
}
