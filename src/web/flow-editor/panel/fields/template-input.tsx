import { BracesIcon } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { createSearch } from '../../../../core/search-pattern.ts'
import { Input, TextArea } from '../../../ui/field.tsx'
import { rewriteField } from '../../../ui/inputs/rewrite-field.ts'
import { useDocument } from '../../editor-context.tsx'
import { useEditorText } from '../../editor-text.ts'
import { insertVariable, listVariables, openExpression } from '../../model/variables.ts'
import { TextTools, useMarks } from '../text-tools.tsx'
import { VariableChoices } from '../variable-choices.tsx'

/** More are found by typing. */
const MOST = 40

interface TemplateInputProps {
  id?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean
  'aria-label'?: string
  value: string
  onChange: (value: string) => void
  multiline?: boolean
  placeholder?: string
  rows?: number
  /** A text people read in a chat: with its marks, and its length beside the most that is taken. */
  message?: { maxChars: number | undefined }
}

type Typed = HTMLInputElement | HTMLTextAreaElement

/** What can be inserted at the caret, which of it is marked, and the keys that go through it. */
function useSuggestions(value: string, onChange: (value: string) => void) {
  const document = useDocument()
  const field = useRef<Typed>(null)
  const [caret, setCaret] = useState<number | null>(null)
  const [isForced, setForced] = useState(false)
  const [active, setActive] = useState(0)
  const open = caret === null ? undefined : openExpression(value, caret)
  const isWanted = createSearch(open?.query ?? '')
  const isOpen = caret !== null && (open !== undefined || isForced)
  const entries = isOpen
    ? listVariables(document)
        .filter(({ name }) => isWanted(name))
        .slice(0, MOST)
    : []
  const close = () => {
    setCaret(null)
    setForced(false)
  }
  const insert = (name: string) => {
    const next = insertVariable(value, caret ?? value.length, name)
    const change = () => {
      onChange(next.text)
      close()
    }
    rewriteField(field.current, change, next.caret)
  }
  const handleKey = (event: KeyboardEvent<Typed>) => {
    const chosen = entries[Math.min(active, entries.length - 1)]
    if (!chosen) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive((active + step + entries.length) % entries.length)
    } else if (event.key === 'Enter' || event.key === 'Tab') insert(chosen.name)
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const follow = ({ selectionStart }: Typed) => {
    setCaret(selectionStart)
    setActive(0)
  }
  const force = () => {
    setCaret(field.current?.selectionStart ?? value.length)
    setForced(true)
    field.current?.focus()
  }
  return { field, entries, active, insert, handleKey, follow, force, close }
}

/** A text that may hold variables: typing `{{`, or the button, offers them. */
export function TemplateInput({
  value,
  onChange,
  multiline = false,
  rows = 3,
  message,
  ...control
}: TemplateInputProps) {
  const { panel } = useEditorText()
  const listId = useId()
  const { field, entries, active, insert, handleKey, follow, force, close } = useSuggestions(value, onChange)
  const marks = useMarks(field, value, onChange)
  const isOpen = entries.length > 0
  const shared = {
    ...control,
    value,
    role: 'combobox' as const,
    'aria-autocomplete': 'list' as const,
    'aria-expanded': isOpen,
    'aria-controls': listId,
    'aria-activedescendant': isOpen ? `${listId}-${Math.min(active, entries.length - 1)}` : undefined,
    onKeyDown(event: KeyboardEvent<Typed>) {
      if (!(message && marks.handleKey(event))) handleKey(event)
    },
    onBlur: close,
    onChange(event: { currentTarget: Typed }) {
      onChange(event.currentTarget.value)
      follow(event.currentTarget)
    },
  }
  return (
    <div>
      <div className="relative">
        {multiline ? (
          <TextArea
            {...shared}
            ref={field as React.RefObject<HTMLTextAreaElement>}
            rows={rows}
            className="min-h-0 resize-y pe-9 text-sm [field-sizing:content]"
          />
        ) : (
          <Input {...shared} ref={field as React.RefObject<HTMLInputElement>} className="h-9 pe-9 text-sm" />
        )}
        <button
          type="button"
          aria-label={panel.insertVariable}
          title={panel.insertVariable}
          onMouseDown={(event) => event.preventDefault()}
          onClick={force}
          className="absolute top-1 end-1 grid size-7 place-items-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink"
        >
          <BracesIcon className="size-4" aria-hidden />
        </button>
        <VariableChoices listId={listId} entries={entries} active={active} onChoose={insert} />
      </div>
      {message && <TextTools onMark={marks.apply} length={value.length} maxChars={message.maxChars} />}
    </div>
  )
}
