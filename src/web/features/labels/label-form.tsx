import { Trash2 } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/field.tsx'
import { ConfirmDialog } from '../../ui/messages/confirm-dialog.tsx'

interface LabelFormProps {
  name: string
  maxChars: number
  words: {
    name: string
    remove: string
    removeTitle: string
    removeBody: string
    removeAction: string
  }
  /** Where its colour is chosen. */
  colour: ReactNode
  busy: boolean
  /** Called with what is new; `undo` shows the name of before. */
  onName: (name: string, undo: () => void) => void
  onRemove: (done: () => void) => void
}

/** A label that is named where it stands, coloured and deleted. */
export function LabelForm({ name, maxChars, words, colour, busy, onName, onRemove }: LabelFormProps) {
  const [typed, setTyped] = useState<{ over: string; text: string }>()
  const [isRemoving, setRemoving] = useState(false)
  // What was typed over a name of before is given up: it would take back what somebody else named it.
  const shown = typed?.over === name ? typed.text : name
  const undo = () => setTyped(undefined)
  const save = () => {
    const next = shown.trim()
    if (next === '') undo()
    else if (next !== name) onName(next, undo)
  }
  return (
    <div className="flex items-center gap-2">
      <Input
        aria-label={words.name}
        maxLength={maxChars}
        value={shown}
        onChange={({ target }) => setTyped({ over: name, text: target.value })}
        onBlur={save}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      />
      {colour}
      <Button variant="quiet" size="icon" aria-label={words.remove} onClick={() => setRemoving(true)}>
        <Trash2 aria-hidden />
      </Button>
      {isRemoving && (
        <ConfirmDialog
          open
          onOpenChange={() => setRemoving(false)}
          title={words.removeTitle}
          description={words.removeBody}
          action={words.removeAction}
          busy={busy}
          onConfirm={() => onRemove(() => setRemoving(false))}
        />
      )}
    </div>
  )
}

interface NewLabelFormProps {
  maxChars: number
  words: { name: string; add: string }
  colour: ReactNode
  busy: boolean
  /** `done` empties the form. */
  onAdd: (name: string, done: () => void) => void
}

/** Makes a label. Whoever talks may. */
export function NewLabelForm({ maxChars, words, colour, busy, onAdd }: NewLabelFormProps) {
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim()) onAdd(name.trim(), () => setName(''))
  }
  return (
    <form onSubmit={submit} className="mt-4 flex flex-wrap items-center gap-2">
      <Input
        className="min-w-40 flex-1"
        aria-label={words.name}
        placeholder={words.name}
        maxLength={maxChars}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      {colour}
      <Button right="talk" type="submit" variant="secondary" busy={busy}>
        {words.add}
      </Button>
    </form>
  )
}
