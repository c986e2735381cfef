import { Bold, Code, Italic, type LucideIcon, Strikethrough } from 'lucide-react'
import type { KeyboardEvent, RefObject } from 'react'
import { classes } from '../../ui/classes.ts'
import { rewriteField } from '../../ui/inputs/rewrite-field.ts'
import { useEditorText } from '../editor-text.ts'
import { type ChatMark, toggleMark } from '../model/simulate/chat-marks.ts'

type Typed = HTMLInputElement | HTMLTextAreaElement

const TOOLS: readonly (readonly [ChatMark, LucideIcon])[] = [
  ['bold', Bold],
  ['italic', Italic],
  ['struck', Strikethrough],
  ['code', Code],
]
const KEYS: Readonly<Record<string, ChatMark>> = { b: 'bold', i: 'italic' }

/** Puts marks around what is selected in a field; `handleKey` answers whether the press was one of theirs. */
export function useMarks(field: RefObject<Typed | null>, value: string, onChange: (value: string) => void) {
  const apply = (mark: ChatMark) => {
    const { selectionStart, selectionEnd } = field.current ?? {}
    const start = selectionStart ?? value.length
    const next = toggleMark({ text: value, start, end: selectionEnd ?? start }, mark)
    rewriteField(field.current, () => onChange(next.text), next.start, next.end)
  }
  const handleKey = (event: KeyboardEvent): boolean => {
    const mark = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && KEYS[event.key]
    if (!mark) return false
    event.preventDefault()
    event.stopPropagation()
    apply(mark)
    return true
  }
  return { apply, handleKey }
}

interface TextToolsProps {
  onMark: (mark: ChatMark) => void
  length: number
  /** The most the type of node takes. */
  maxChars: number | undefined
}

/** Beneath a text of a message: its marks, and how long it is of what is allowed. */
export function TextTools({ onMark, length, maxChars }: TextToolsProps) {
  const { panel } = useEditorText()
  const isOver = maxChars !== undefined && length > maxChars
  return (
    <div className="mt-1 flex items-center gap-0.5">
      {TOOLS.map(([mark, Icon]) => (
        <button
          key={mark}
          type="button"
          aria-label={panel.marks[mark]}
          title={panel.marks[mark]}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onMark(mark)}
          className="grid size-7 place-items-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink"
        >
          <Icon className="size-4" aria-hidden />
        </button>
      ))}
      {maxChars !== undefined && (
        <span
          className={classes(
            'ms-auto text-xs tabular-nums',
            isOver ? 'font-medium text-bad' : 'text-ink-soft',
          )}
        >
          <span aria-hidden>{`${length} / ${maxChars}`}</span>
          <span className="sr-only">{panel.length(length, maxChars)}</span>
        </span>
      )}
    </div>
  )
}
