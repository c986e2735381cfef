import { useSuspenseQuery } from '@tanstack/react-query'
import { Ellipsis, Pencil, StickyNote, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { sessionQuery } from '../../../app/session.ts'
import { useDates } from '../../../i18n/dates.ts'
import { useText } from '../../../i18n/language.tsx'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { useEntriesText } from './entries-text.ts'
import { MentionMenu } from './mention-menu.tsx'
import { findNamed, splitByMentions } from './mentions.ts'
import { useMembers, useNoteChanges, useSeen } from './note-data.ts'
import { NoteField } from './note-field.tsx'
import { NOTE_COLOURS } from './note-look.ts'
import type { Entry } from './use-entries.ts'

function NoteMenu({ onEdit, onRemove }: { onEdit: () => void; onRemove: () => void }) {
  const { notes: text } = useEntriesText()
  const trigger = (
    <Button variant="quiet" size="small" aria-label={text.actions} className="px-1.5">
      <Ellipsis aria-hidden />
    </Button>
  )
  return (
    <Menu trigger={trigger}>
      <MenuItem right="talk" onSelect={onEdit}>
        <Pencil aria-hidden />
        {text.edit}
      </MenuItem>
      <MenuItem right="talk" tone="danger" onSelect={onRemove}>
        <Trash2 aria-hidden />
        {text.remove}
      </MenuItem>
    </Menu>
  )
}

function NoteEditor({ entry, onDone }: { entry: Entry; onDone: () => void }) {
  const { shell } = useText()
  const { clientId, jid } = entry
  const { edit, isBusy } = useNoteChanges({ clientId, jid })
  const [draft, setDraft] = useState(entry.text ?? '')
  const members = useMembers(clientId)
  const field = useRef<HTMLTextAreaElement>(null)
  const submit = async () => {
    const words = draft.trim()
    if (!words || isBusy) return
    if (await edit(entry.id, words, findNamed(words, members))) onDone()
  }
  return (
    <form
      className="relative flex items-end gap-1.5"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <MentionMenu members={members} field={field} draft={draft} onDraft={setDraft} />
      <NoteField
        ref={field}
        autoFocus
        value={draft}
        onWrite={setDraft}
        onSubmit={() => void submit()}
        onGiveUp={onDone}
      />
      <Button type="submit" size="small" busy={isBusy}>
        {shell.save}
      </Button>
    </form>
  )
}

/** A note of the team, between the messages of its time; only its writer changes it. */
export function NoteBubble({ entry }: { entry: Entry }) {
  const text = useEntriesText()
  const dates = useDates()
  const { data: session } = useSuspenseQuery(sessionQuery)
  const { clientId, jid, actor, at } = entry
  const { remove } = useNoteChanges({ clientId, jid })
  const [isEditing, setEditing] = useState(false)
  const own = session?.user.id
  const isOwn = actor.kind === 'person' && actor.id === own
  const names = entry.mentions.map(({ name }) => name)
  useSeen(
    { clientId, jid },
    entry.mentions.some(({ userId, isSeen }) => userId === own && !isSeen),
  )
  return (
    <li className="flex flex-col items-end" data-note>
      <div className="flex max-w-[88%] flex-row-reverse items-center gap-1 sm:max-w-[72%]">
        <div className={classes('min-w-0 rounded-2xl px-3.5 py-2', NOTE_COLOURS)}>
          <p className="flex items-center gap-1.5 text-xs font-medium text-warn">
            <StickyNote aria-hidden className="size-3.5 shrink-0" />
            {text.notes.label}
          </p>
          {isEditing ? (
            <NoteEditor entry={entry} onDone={() => setEditing(false)} />
          ) : (
            <p dir="auto" className="break-words whitespace-pre-wrap">
              {splitByMentions(entry.text ?? '', names).map((part, at) =>
                part.isName ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have nothing else
                  <strong key={at} className="font-semibold text-accent">
                    {part.text}
                  </strong>
                ) : (
                  part.text
                ),
              )}
            </p>
          )}
          <p className="mt-0.5 flex items-center justify-end gap-1 text-xs text-ink-soft tabular-nums">
            <span dir="auto" className="min-w-0 truncate">
              {isOwn ? text.me : text.actors[actor.kind](actor.name)}
            </span>
            {entry.editedAt && <span>{text.notes.edited}</span>}
            <time dateTime={at} title={dates.exact(at)}>
              {dates.time(at)}
            </time>
          </p>
        </div>
        {isOwn && !isEditing && (
          <NoteMenu onEdit={() => setEditing(true)} onRemove={() => void remove(entry.id)} />
        )}
      </div>
    </li>
  )
}
