import { StickyNote } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import type { ConversationPlace } from '../contact-changes.ts'
import { readDraft, writeDraft } from '../thread/compose/composing.ts'
import { useEntriesText } from './entries-text.ts'
import { MentionMenu } from './mention-menu.tsx'
import { findNamed } from './mentions.ts'
import { useMembers, useNoteChanges } from './note-data.ts'
import { NoteField } from './note-field.tsx'
import { NOTE_COLOURS } from './note-look.ts'

interface NoteComposerProps extends ConversationPlace {
  /** Back to messages. */
  onLeave: () => void
}

/** Its draft is kept apart from that of a message, so that neither is ever sent as the other. */
const draftOf = (jid: string): string => `note ${jid}`

/** Where a note for the team is written. It knows of no way to send anything. */
export function NoteComposer({ clientId, jid, onLeave }: NoteComposerProps) {
  const { notes: text } = useEntriesText()
  const [draft, setDraft] = useState(() => readDraft(clientId, draftOf(jid)))
  const field = useRef<HTMLTextAreaElement>(null)
  const members = useMembers(clientId)
  const { write, isBusy } = useNoteChanges({ clientId, jid })
  useEffect(() => writeDraft(clientId, draftOf(jid), draft), [clientId, jid, draft])
  useEffect(() => field.current?.focus(), [])
  const submit = async () => {
    const words = draft.trim()
    if (!words || isBusy) return
    if (await write(words, findNamed(words, members))) setDraft((now) => (now.trim() === words ? '' : now))
    field.current?.focus()
  }
  return (
    <form
      data-note
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void submit()
      }}
      className={classes('flex items-end gap-1.5 p-3 md:px-6', NOTE_COLOURS, 'border-t-0')}
    >
      <MentionMenu members={members} field={field} draft={draft} onDraft={setDraft} />
      <NoteField
        ref={field}
        value={draft}
        placeholder={text.placeholder}
        onWrite={setDraft}
        onSubmit={() => void submit()}
        onGiveUp={onLeave}
      />
      <Button type="submit" size="icon" aria-label={text.save} busy={isBusy} disabled={!draft.trim()}>
        <StickyNote aria-hidden />
      </Button>
    </form>
  )
}
