import { lazy, useEffect, useState } from 'react'
import { Part, untilLoaded } from '../../../ui/messages/part.tsx'
import { Composer, type ComposerProps } from './compose/composer.tsx'

const NoteComposer = lazy(
  untilLoaded(async () => ({ default: (await import('../entries/note-composer.tsx')).NoteComposer })),
)
const NoteSwitch = lazy(
  untilLoaded(async () => ({ default: (await import('../entries/note-switch.tsx')).NoteSwitch })),
)

/** A message for the contact or a note for the team: what is written, and where it goes, is always to be seen, also under a menu. */
export function Writing(props: ComposerProps) {
  const { clientId, jid, replyTo, editing, files } = props
  const [isNote, setNote] = useState(false)
  // Replies, edits and files are messages.
  const isMessage = replyTo !== null || editing !== null || files.length > 0
  useEffect(() => {
    if (isMessage) setNote(false)
  }, [isMessage])
  return (
    <div className="relative">
      <Part>
        <NoteSwitch isNote={isNote} isFixed={isMessage} onChange={setNote} />
      </Part>
      {isNote ? (
        <Part>
          <NoteComposer clientId={clientId} jid={jid} onLeave={() => setNote(false)} />
        </Part>
      ) : (
        <Composer {...props} />
      )}
    </div>
  )
}
