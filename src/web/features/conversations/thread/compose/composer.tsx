import { Paperclip, SendHorizontal } from 'lucide-react'
import {
  type ClipboardEvent,
  type Dispatch,
  type FormEvent,
  type KeyboardEvent,
  lazy,
  type SetStateAction,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'
import { toast } from 'sonner'
import { MAX_FILE_BYTES } from '../../../../app/base64.ts'
import { useText } from '../../../../i18n/language.tsx'
import { Button } from '../../../../ui/button.tsx'
import { TextArea } from '../../../../ui/field.tsx'
import { Part, untilLoaded } from '../../../../ui/messages/part.tsx'
import { type InboxMessage, useMessageLine } from '../../chat-data.ts'
import { useAnswered } from '../../desk/answered.ts'
import {
  type NotDone,
  newId,
  readDraft,
  toVoiceMessage,
  type Underway,
  type Unsent,
  useMessageChanges,
  useSend,
  writeDraft,
} from './composing.ts'
import { NotDoneNotice, Notice, WaitingNotice } from './notices.tsx'
import { chooseId, quote, repeat, sendFiles } from './send-files.ts'
import { useTakenBack } from './taken-back.ts'
import { type Reading, useUntilRead } from './until-read.ts'
import { Voice } from './voice.tsx'

const ReplyMenu = lazy(async () => ({ default: (await import('../../../replies/reply-menu.tsx')).ReplyMenu }))

const FlowButton = lazy(
  untilLoaded(async () => ({ default: (await import('../../flow/flow-button.tsx')).FlowButton })),
)

const HeldNotices = lazy(
  untilLoaded(async () => ({ default: (await import('./held-notices.tsx')).HeldNotices })),
)

const AnsweredNotice = lazy(
  untilLoaded(async () => ({ default: (await import('../../desk/answered-notice.tsx')).AnsweredNotice })),
)

export interface ComposerProps {
  clientId: string
  jid: string
  reading: Reading
  files: readonly File[]
  onFiles: (files: readonly File[]) => void
  replyTo: InboxMessage | null
  editing: InboxMessage | null
  /** The message it answered was not sent, so that it is a reply again. */
  onReply: (entry: InboxMessage) => void
  /** The reply or the edit is done, or not wanted any more. */
  onDone: () => void
}

/** An edit stays in the field, as one, until it is made: one that is refused is still there, with the reason. */
function useEditing(
  { clientId, jid, editing, onDone }: ComposerProps,
  setDraft: (words: string) => void,
  onMade: () => void,
) {
  const changes = useMessageChanges(clientId, jid)
  const [isBusy, setBusy] = useState(false)
  const [notMade, setNotMade] = useState<NotDone | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another message to edit is begun anew
  useEffect(() => {
    setNotMade(null)
    if (editing) setDraft(editing.message.text ?? '')
  }, [editing])
  return {
    isBusy,
    notMade,
    forget: () => setNotMade(null),
    async submit(entry: InboxMessage, words: string): Promise<void> {
      if (isBusy) return
      setBusy(true)
      const refused = await changes.edit(entry, words)
      setBusy(false)
      setNotMade(refused)
      if (refused) return
      onMade()
      onDone()
    },
  }
}

function useWriting(
  props: ComposerProps,
  [draft, setDraft]: [string, Dispatch<SetStateAction<string>>],
  readSeen: () => Underway['seen'],
) {
  const { clientId, jid, files, onFiles, replyTo, editing, onDone } = props
  const { chat: text } = useText()
  const send = useSend(clientId, jid)
  const takenBack = useTakenBack(props, [draft, setDraft], (these) => repeat(send, these))
  const { unsent, forget, drop, noteAnyway } = takenBack
  useEffect(() => writeDraft(clientId, jid, draft), [clientId, jid, draft])
  const edit = useEditing(props, setDraft, () => {
    setDraft('')
    // The conversation may have been left meanwhile.
    writeDraft(clientId, jid, '')
  })
  return {
    ...takenBack,
    edit,
    /** `anyway`: whoever else answered meanwhile. */
    submit(anyway = false): void {
      const words = draft.trim()
      if (!words && files.length === 0) return
      if (editing) return void edit.submit(editing, words)
      const seen = anyway ? undefined : readSeen()
      if (anyway) noteAnyway()
      setDraft('')
      onDone()
      forget()
      if (files.length > 0) {
        onFiles([])
        const onUnread = (left: readonly File[], unsaid: string) => {
          toast.error(text.unreadableFile)
          onFiles(left)
          setDraft((now) => [unsaid, now].filter(Boolean).join('\n'))
        }
        return void sendFiles(send, files, words, { replyTo, seen, onUnread })
      }
      const message = { text: words, ...quote(replyTo) }
      const written = { words, file: null, replyTo, call: newId() }
      send.mutate({ ...chooseId(unsent, message, seen), text: words, kind: 'text', message, written })
    },
    async sendVoice(sound: Blob, seconds: number, seen: Underway['seen']): Promise<void> {
      const message = { ...(await toVoiceMessage(sound, seconds)), ...quote(replyTo) }
      send.mutate({ id: newId(), text: null, kind: 'audio', message, seen })
      onDone()
    },
    sendAgain(these: readonly Unsent[]): void {
      drop(these)
      repeat(send, these)
    },
    take(found: readonly File[]): void {
      const fitting = found.filter(({ size }) => size <= MAX_FILE_BYTES)
      if (fitting.length < found.length) toast.error(text.fileTooLarge)
      if (fitting.length > 0) onFiles([...files, ...fitting])
    },
  }
}

/** What the message answers or changes, and the files that go with it. */
function Attached({
  replyTo,
  editing,
  files,
  onFiles,
  onDone,
  onGiveUp,
}: ComposerProps & { onGiveUp: () => void }) {
  const { chat: text } = useText()
  const lineOf = useMessageLine()
  return (
    <>
      {replyTo && <Notice title={text.replying} line={lineOf(replyTo.message)} onClose={onDone} />}
      {editing && <Notice title={text.editing} line={lineOf(editing.message)} onClose={onGiveUp} />}
      {files.map((file) => (
        <Notice
          key={`${file.name} ${file.size} ${file.lastModified}`}
          title={text.file}
          line={file.name}
          onClose={() => onFiles(files.filter((other) => other !== file))}
        />
      ))}
    </>
  )
}

/** Chooses files to go with the message. */
function AttachButton({ onTake }: { onTake: (files: readonly File[]) => void }) {
  const { chat: text } = useText()
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          onTake([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <Button variant="quiet" size="icon" aria-label={text.attach} onClick={() => picker.current?.click()}>
        <Paperclip aria-hidden />
      </Button>
    </>
  )
}

interface UnfinishedProps {
  writing: ReturnType<typeof useWriting>
  answered: ReturnType<typeof useAnswered>
  untilRead: ReturnType<typeof useUntilRead>
  isEditing: boolean
  onAgain: () => void
}

/** Why what was written did not go out, or not yet. */
function Unfinished({ writing, answered, untilRead, isEditing, onAgain }: UnfinishedProps) {
  const { chat: text } = useText()
  const { unsent, held, isFieldFree, forget, edit } = writing
  const faster = unsent?.isAnswered ? answered.findUnseen(unsent.seen) : null
  const sendAnyway = () => {
    answered.forget()
    writing.submit(true)
  }
  return (
    <>
      {untilRead.isWaiting && <WaitingNotice onStop={untilRead.stop} />}
      {untilRead.isFailed && (
        <NotDoneNotice
          title={text.notSent}
          reason={text.notRead}
          isBusy={false}
          onAgain={onAgain}
          onClose={untilRead.stop}
        />
      )}
      {unsent && !faster && (
        <NotDoneNotice
          title={unsent.isSure ? text.notSent : text.maySent}
          reason={unsent.reason}
          isBusy={false}
          onAgain={onAgain}
          onClose={forget}
        />
      )}
      {faster && (
        <Part>
          <AnsweredNotice answered={faster} onSend={sendAnyway} onClose={forget} />
        </Part>
      )}
      {held.length > 0 && (
        <Part>
          <HeldNotices
            held={held}
            inField={unsent}
            isFieldFree={isFieldFree}
            onAgain={writing.sendAgain}
            onEdit={writing.writeAgain}
            onDiscard={(one) => writing.drop([one])}
          />
        </Part>
      )}
      {answered.asked && !isEditing && (
        <Part>
          <AnsweredNotice answered={answered.asked} onSend={sendAnyway} onClose={answered.forget} />
        </Part>
      )}
      {isEditing && edit.notMade && (
        <NotDoneNotice
          title={edit.notMade.isSure ? text.notEdited : text.mayEdited}
          reason={edit.notMade.reason}
          isBusy={edit.isBusy}
          onAgain={onAgain}
          onClose={edit.forget}
        />
      )}
    </>
  )
}

/** Where a message is written and sent; Enter sends, Shift with Enter begins a new line, Escape gives up a reply. */
export function Composer(props: ComposerProps) {
  const { chat: text } = useText()
  const { clientId, jid, reading, files, replyTo, editing, onDone } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const [draft, setDraft] = useState(() => readDraft(clientId, jid))
  const answered = useAnswered(props, draft !== '' || files.length > 0)
  const writing = useWriting(props, [draft, setDraft], answered.readSeen)
  const { edit, sendVoice, take } = writing
  const recordingSeen = useRef<Underway['seen']>(undefined)
  const untilRead = useUntilRead(reading, () => answered.mayGo() && writing.submit(), answered.forget)
  const submit = () => {
    if (editing) writing.submit()
    else if (draft.trim() || files.length > 0) untilRead.press()
  }
  // What is put beside it meanwhile was not sent yet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what counts is that there are others
  useEffect(untilRead.stop, [files])
  /** What is being changed stays until that is done or refused. */
  const giveUp = () => {
    if (!edit.isBusy) onDone()
  }
  useEffect(() => {
    if (replyTo || editing) field.current?.focus()
  }, [replyTo, editing])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      if (untilRead.isWaiting) return untilRead.stop()
      giveUp()
    }
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit()
  }
  const onPaste = (event: ClipboardEvent) => {
    const pasted = [...event.clipboardData.files]
    if (pasted.length === 0) return
    event.preventDefault()
    take(pasted)
  }
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        submit()
      }}
      className="bg-surface p-3 md:px-6"
    >
      <Unfinished {...{ writing, answered, untilRead }} isEditing={editing !== null} onAgain={submit} />
      <Attached {...props} onGiveUp={giveUp} />
      {!editing && draft.includes('/') && (
        <Suspense>
          <ReplyMenu
            clientId={clientId}
            jid={jid}
            field={field}
            draft={draft}
            onDraft={setDraft}
            onFile={(file) => take([file])}
          />
        </Suspense>
      )}
      <div className="flex items-end gap-1.5">
        <AttachButton onTake={take} />
        <Part>
          <FlowButton clientId={clientId} jid={jid} />
        </Part>
        <TextArea
          ref={field}
          dir="auto"
          aria-label={text.write}
          placeholder={files.length > 0 ? text.caption : text.write}
          rows={1}
          value={draft}
          readOnly={edit.isBusy || untilRead.isWaiting}
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          className="field-sizing-content max-h-40 min-h-10 resize-none"
        />
        {draft.trim() || files.length > 0 ? (
          <Button type="submit" size="icon" aria-label={text.send} busy={edit.isBusy || untilRead.isWaiting}>
            <SendHorizontal aria-hidden />
          </Button>
        ) : (
          <Voice
            isReady={reading.isRead}
            onStart={() => {
              recordingSeen.current = answered.readSeen()
            }}
            onRecorded={(sound, seconds) => void sendVoice(sound, seconds, recordingSeen.current)}
          />
        )}
      </div>
    </form>
  )
}
