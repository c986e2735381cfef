import { fold } from '../../i18n/fold.ts'

/** Labels with what is typed in their names, those that begin with it first; and whether none is called so. */
export function findLabels<One extends { name: string }>(
  labels: readonly One[],
  typed: string,
): { found: One[]; isNew: boolean } {
  const wanted = fold(typed.trim())
  const begin = labels.filter(({ name }) => fold(name).startsWith(wanted))
  const hold = labels.filter((one) => !begin.includes(one) && fold(one.name).includes(wanted))
  const isNew = wanted !== '' && !labels.some(({ name }) => name.toLowerCase() === typed.trim().toLowerCase())
  return { found: [...begin, ...hold], isNew }
}
