import { fold } from '../../../i18n/fold.ts'

export interface Mentionable {
  userId: string
  name: string
}

const MOST_SHOWN = 8

/** What is typed after `@`, up to the caret, and where the sign stands; null where the caret is behind no such word. */
export function findMention(text: string, caret: number): { from: number; query: string } | null {
  const match = /(?:^|[\s(])@([^@\n]{0,40})$/u.exec(text.slice(0, caret))
  if (!match) return null
  const query = match[1] ?? ''
  return { from: caret - query.length - 1, query }
}

/** Those whose name, or a word of it, begins with what is typed. */
export function findMembers<Member extends Mentionable>(members: readonly Member[], query: string): Member[] {
  const wanted = fold(query)
  const fits = ({ name }: Member): boolean => fold(` ${name}`).includes(` ${wanted}`)
  return members.filter(fits).slice(0, MOST_SHOWN)
}

/** The text in parts, each of which is a name with its sign or not. Of names that begin alike the longer one counts. */
export function splitByMentions(text: string, names: readonly string[]): { text: string; isName: boolean }[] {
  if (names.length === 0) return [{ text, isName: false }]
  const escaped = names
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  const parts = text.split(new RegExp(`(@(?:${escaped.join('|')}))`, 'u'))
  return parts.flatMap((part, at) => (part ? [{ text: part, isName: at % 2 === 1 }] : []))
}

/** Those whom a text names. */
export function findNamed(text: string, members: readonly Mentionable[]): string[] {
  const parts = splitByMentions(
    text,
    members.map(({ name }) => name),
  )
  const names = new Set(parts.flatMap((part) => (part.isName ? part.text.slice(1) : [])))
  return members.filter(({ name }) => names.has(name)).map(({ userId }) => userId)
}
