import type { api } from '../../app/api.ts'
import { fold } from '../../i18n/fold.ts'

export type Reply = Awaited<ReturnType<typeof api.replies.list>>[number]

const MOST_SHOWN = 8

/** What is typed after `/`, up to the caret, and where its slash stands; null where the caret is behind no such word. */
export function findCommand(text: string, caret: number): { from: number; query: string } | null {
  const match = /(?:^|\s)\/([^\s/]*)$/u.exec(text.slice(0, caret))
  if (!match) return null
  const query = match[1] ?? ''
  return { from: caret - query.length - 1, query }
}

/** Those that fit what is typed: first by the beginning of the shortcut, then by what stands in shortcut, title or text. */
export function findReplies(replies: readonly Reply[], query: string): Reply[] {
  const wanted = fold(query)
  const begin = replies.filter(({ shortcut }) => fold(shortcut).startsWith(wanted))
  const hold = replies.filter(
    (one) => !begin.includes(one) && fold(`${one.shortcut} ${one.title} ${one.text}`).includes(wanted),
  )
  return [...begin, ...hold].slice(0, MOST_SHOWN)
}
