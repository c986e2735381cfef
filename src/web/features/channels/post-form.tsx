import { Paperclip, Send, X } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { api } from '../../app/api.ts'
import { readBase64 } from '../../app/base64.ts'
import { Button } from '../../ui/button.tsx'
import { SectionCard } from '../../ui/card.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { newId } from '../conversations/thread/compose/composing.ts'
import { type InChannel, usePostChange } from './channel-data.ts'
import { useChannelsText } from './channels-text.ts'
import { readNewest } from './post-cache.ts'

/** With its base64 and the rest it has to fit into a call. */
const MAX_FILE_BYTES = 16_000_000
const KINDS = ['image', 'video', 'audio'] as const

/** A file as what the network shows it as; what is none of those is a document. */
async function toContent(file: File, caption: string) {
  const mimetype = file.type || 'application/octet-stream'
  const kind = KINDS.find((known) => mimetype.startsWith(`${known}/`)) ?? 'document'
  return {
    [kind]: { base64: await readBase64(file), mimetype },
    ...(kind === 'document' ? { fileName: file.name } : {}),
    ...(caption === '' || kind === 'audio' ? {} : { caption }),
  }
}

/** Writes a post; one that the network did not answer is posted once when it is sent again. */
export function PostForm({ clientId, channelJid }: InChannel) {
  const { post: text } = useChannelsText()
  const notify = useNotify()
  const picker = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [idempotencyKey, setKey] = useState(newId)
  // WhatsApp shows no words with a sound: they stay, for a post of their own.
  const isSound = file?.type.startsWith('audio/') === true
  const of = { clientId, channelJid }
  const change = usePostChange(of, () => {
    if (!isSound) form.current?.reset()
    setFile(null)
    setKey(newId())
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const written = String(new FormData(event.currentTarget).get('text') ?? '').trim()
    if (written === '' && file === null) return
    const act = async () => {
      const content = file === null ? { text: written } : await toContent(file, written)
      return api.channels.post({ clientId, channelJid, ...content, idempotencyKey })
    }
    change.mutate({ act, mend: (cache) => readNewest(cache, of), done: text.done })
  }
  const attach = (chosen: File | null) => {
    setFile(chosen)
    setKey(newId())
  }
  const choose = (chosen: File | undefined) => {
    if (!chosen) return
    if (chosen.size > MAX_FILE_BYTES) return notify.warn(text.tooLarge)
    attach(chosen)
  }
  return (
    <SectionCard title={text.title}>
      <form ref={form} onSubmit={submit} className="space-y-4">
        <Field label={file === null ? text.text : text.caption} {...(isSound && { hint: text.noCaption })}>
          {(control) => (
            <TextArea
              {...control}
              name="text"
              rows={3}
              required={file === null}
              maxLength={65_536}
              onChange={() => setKey(newId())}
            />
          )}
        </Field>
        <input
          ref={picker}
          type="file"
          hidden
          aria-label={text.file}
          onChange={({ target }) => {
            choose(target.files?.[0])
            target.value = ''
          }}
        />
        <div className="flex flex-wrap items-center justify-between gap-2">
          {file === null ? (
            <Button variant="secondary" right="talk" onClick={() => picker.current?.click()}>
              <Paperclip aria-hidden />
              {text.file}
            </Button>
          ) : (
            <span className="flex min-w-0 items-center gap-2 text-sm">
              <span className="truncate">{file.name}</span>
              <Button variant="quiet" size="icon" aria-label={text.withoutFile} onClick={() => attach(null)}>
                <X aria-hidden />
              </Button>
            </span>
          )}
          <Button type="submit" right="talk" busy={change.isPending}>
            {!change.isPending && <Send aria-hidden />}
            {text.action}
          </Button>
        </div>
      </form>
    </SectionCard>
  )
}
