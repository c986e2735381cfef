import { X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useEditorText } from '../../editor-text.ts'
import type { ControlProps } from '../field-text.ts'

interface WordsInputProps {
  control: ControlProps
  value: unknown
  onChange: (value: string[]) => void
}

/** Several short texts: Enter or a comma adds one, Backspace in an empty field takes the last away. */
export function WordsInput({ control, value, onChange }: WordsInputProps) {
  const { panel } = useEditorText()
  const [typed, setTyped] = useState('')
  const words = Array.isArray(value) ? value.map(String) : []
  const add = () => {
    const word = typed.trim()
    setTyped('')
    if (word !== '' && !words.includes(word)) onChange([...words, word])
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault()
      add()
    } else if (event.key === 'Backspace' && typed === '' && words.length > 0) onChange(words.slice(0, -1))
  }
  return (
    <div className="flex flex-wrap gap-1.5 rounded-lg border border-line-strong/60 bg-surface p-1.5 shadow-soft focus-within:border-accent focus-within:outline-2 focus-within:outline-accent">
      {words.map((word, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the same word may stand twice in an imported flow
          key={index}
          className="flex max-w-full items-center gap-1 rounded-md bg-sunken py-0.5 pe-1 ps-2 text-sm"
        >
          <span className="truncate">{word}</span>
          <button
            type="button"
            aria-label={panel.removeItem(word)}
            onClick={() => onChange(words.toSpliced(index, 1))}
            className="grid size-5 place-items-center rounded text-ink-soft hover:text-ink"
          >
            <X className="size-3.5" aria-hidden />
          </button>
        </span>
      ))}
      <input
        {...control}
        value={typed}
        placeholder={words.length === 0 ? panel.wordsPlaceholder : ''}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={handleKey}
        onBlur={add}
        className="h-7 min-w-24 flex-1 bg-transparent px-1 text-sm outline-none placeholder:text-ink-soft"
      />
    </div>
  )
}
