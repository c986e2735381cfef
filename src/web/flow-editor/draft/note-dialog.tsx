import { type FormEvent, useState } from 'react'
import { Field, TextArea } from '../../ui/field.tsx'
import { Dialog, FormActions } from '../../ui/messages/dialog.tsx'
import { useEditorText } from '../editor-text.ts'

/** As the service takes it. */
const MAX_NOTE_CHARS = 500

interface NoteDialogProps {
  onClose: () => void
  onPublish: (note: string) => void
}

/** Asks what is new in a version before it is published; the list of versions shows it. */
export function NoteDialog({ onClose, onPublish }: NoteDialogProps) {
  const { draft } = useEditorText()
  const [note, setNote] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onPublish(note.trim())
  }
  return (
    <Dialog open onOpenChange={onClose} title={draft.noteTitle} description={draft.noteBody}>
      <form onSubmit={submit}>
        <Field label={draft.note}>
          {(control) => (
            <TextArea
              {...control}
              className="min-h-20 text-sm"
              maxLength={MAX_NOTE_CHARS}
              value={note}
              onChange={({ target }) => setNote(target.value)}
            />
          )}
        </Field>
        <FormActions action={draft.publish} busy={false} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
