import { MapPin, Paperclip, SendHorizontal, X } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { readBase64 } from '../../app/base64.ts'
import { useText } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/field.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { VoiceRecorder } from '../conversations/thread/compose/voice-recorder.tsx'
import { PlaceDialog } from './place-dialog.tsx'
import { type Place, type SandboxMessage, useContactActs } from './sandbox-data.ts'
import { useSandboxText } from './sandbox-text.ts'
import { useShownPresence } from './shown-presence.ts'

/** With its base64 and the rest it has to fit into a call. */
const MAX_FILE_BYTES = 700_000

interface PhoneComposerProps {
  place: Place
  name: string
  replyTo: SandboxMessage | null
  onDone: () => void
}

/** Where one writes as the contact. */
export function PhoneComposer({ place, name, replyTo, onDone }: PhoneComposerProps) {
  const text = useSandboxText()
  const { shell } = useText()
  const notify = useNotify()
  const { send } = useContactActs()
  const [draft, setDraft] = useState('')
  const shown = useShownPresence(place)
  const picker = useRef<HTMLInputElement>(null)
  const [isPlacing, setPlacing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const words = draft.trim()
    if (!words) return
    setDraft('')
    shown.rest()
    onDone()
    send.mutate(
      { ...place, text: words, ...(replyTo && { quotedId: replyTo.id }) },
      { onError: () => setDraft((now) => now || words) },
    )
  }
  const sendFile = async (file: File) => {
    if (file.size > MAX_FILE_BYTES) return notify.warn(text.fileTooLarge)
    const base64 = await readBase64(file)
    const mimetype = file.type || 'application/octet-stream'
    const caption = draft.trim()
    setDraft('')
    send.mutate({ ...place, file: { base64, mimetype, fileName: file.name, ...(caption && { caption }) } })
  }
  const sendVoice = async (sound: Blob) => {
    if (sound.size > MAX_FILE_BYTES) return notify.warn(text.fileTooLarge)
    const base64 = await readBase64(sound)
    send.mutate({ ...place, file: { base64, mimetype: sound.type, voice: true } })
  }
  return (
    <form onSubmit={submit} className="border-t border-line p-3">
      {replyTo && (
        <div className="mb-2 flex items-center gap-2 rounded-lg bg-sunken px-3 py-1 text-[0.8125rem]">
          <span className="min-w-0 flex-1 truncate">
            {text.replyingTo}: {replyTo.text || (text.kinds[replyTo.type] ?? replyTo.type)}
          </span>
          <Button variant="quiet" size="small" aria-label={shell.cancel} onClick={onDone}>
            <X aria-hidden />
          </Button>
        </div>
      )}
      <div className="flex items-center gap-1">
        <input
          ref={picker}
          type="file"
          hidden
          aria-label={text.attach}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) sendFile(file).catch(notify.failed)
            target.value = ''
          }}
        />
        <Button variant="quiet" size="icon" aria-label={text.attach} onClick={() => picker.current?.click()}>
          <Paperclip aria-hidden />
        </Button>
        <Button variant="quiet" size="icon" aria-label={text.sendLocation} onClick={() => setPlacing(true)}>
          <MapPin aria-hidden />
        </Button>
        <Input
          aria-label={text.write(name)}
          placeholder={text.write(name)}
          value={draft}
          onChange={(event) => {
            setDraft(event.target.value)
            shown.write()
          }}
          autoComplete="off"
          maxLength={4096}
        />
        <VoiceRecorder onRecorded={(sound) => void sendVoice(sound).catch(notify.failed)} />
        <Button type="submit" size="icon" aria-label={text.send} disabled={!draft.trim()}>
          <SendHorizontal aria-hidden />
        </Button>
      </div>
      {isPlacing && (
        <PlaceDialog
          onClose={() => setPlacing(false)}
          onChoose={(location) => {
            setPlacing(false)
            send.mutate({ ...place, location })
          }}
        />
      )}
    </form>
  )
}
