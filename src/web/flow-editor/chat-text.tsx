import type { ReactNode } from 'react'

const MARKS = /(\*[^*\n]+\*|_[^_\n]+_|~[^~\n]+~|`[^`\n]+`)/g

function toPart(part: string): ReactNode {
  const inside = part.slice(1, -1)
  switch (part[0]) {
    case '*':
      return <strong>{inside}</strong>
    case '_':
      return <em>{inside}</em>
    case '~':
      return <s>{inside}</s>
    default:
      return <code>{inside}</code>
  }
}

/** A text with the marks of the chat: *bold*, _italic_, ~struck~ and `code`. Nothing else in it means anything. */
export function ChatText({ text }: { text: string }) {
  return text.split(MARKS).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text do not move
      <span key={index}>{toPart(part)}</span>
    ) : (
      part
    ),
  )
}
