import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Paperclip, Send, X } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { STATUS_FONTS, type StatusFont } from '../../../core/conversation/status-post.ts'
import { api, queries } from '../../app/api.ts'
import { readBase64 } from '../../app/base64.ts'
import { useSendErrorSentence } from '../../i18n/service-sentence.ts'
import { Button } from '../../ui/button.tsx'
import { SectionCard } from '../../ui/card.tsx'
import { Field, Input, Select, TextArea } from '../../ui/field.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { newId } from '../conversations/thread/compose/composing.ts'
import { Voice } from '../conversations/thread/compose/voice.tsx'
import { readNumbers } from '../groups/group-data.ts'
import { AudienceFields } from './audience-fields.tsx'
import { useStatusesText } from './statuses-text.ts'

/** With its base64 and the rest it has to fit into a call. */
const MAX_FILE_BYTES = 16_000_000
const MAX_TEXT_CHARS = 700
const KINDS = { image: 'image', video: 'video', audio: 'voice' } as const
const FONTS = Object.keys(STATUS_FONTS) as StatusFont[]
const DEFAULT_BACKGROUND = '#1f6e5c'

type PostInput = Omit<Parameters<typeof api.status.post>[0], 'clientId' | 'idempotencyKey'>

interface Chosen {
  bytes: Blob
  name: string
  kind: (typeof KINDS)[keyof typeof KINDS]
}

function kindOf(type: string): Chosen['kind'] | undefined {
  const found = (['image', 'video', 'audio'] as const).find((kind) => type.startsWith(`${kind}/`))
  return found && KINDS[found]
}

/** What the form says, as the operation takes it; null when there is nothing in it. */
async function readPost(form: FormData, chosen: Chosen | null): Promise<PostInput | null> {
  const words = String(form.get('text') ?? '').trim()
  const people = form.get('who') === 'named' ? readNumbers(String(form.get('people') ?? '')) : []
  // Nobody who can be read is nobody: without a list it would go to all whom the privacy names.
  const audience = form.get('who') === 'named' ? { audience: people } : {}
  if (chosen) {
    const file = { base64: await readBase64(chosen.bytes), mimetype: chosen.bytes.type }
    const caption = words === '' || chosen.kind === 'voice' ? {} : { caption: words }
    return { [chosen.kind]: file, ...caption, ...audience }
  }
  if (words === '') return null
  const font = FONTS.find((each) => each === form.get('font'))
  return { text: words, background: String(form.get('background')), ...(font && { font }), ...audience }
}

function LookFields() {
  const { post: text } = useStatusesText()
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={text.colour}>
        {(control) => (
          <Input
            {...control}
            type="color"
            name="background"
            defaultValue={DEFAULT_BACKGROUND}
            className="p-1"
          />
        )}
      </Field>
      <Field label={text.font}>
        {(control) => (
          <Select {...control} name="font" defaultValue="system">
            {FONTS.map((font) => (
              <option key={font} value={font}>
                {text.fonts[font]}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  )
}

interface FileFieldProps {
  chosen: Chosen | null
  onChoose: (chosen: Chosen | null) => void
}

function FileField({ chosen, onChoose }: FileFieldProps) {
  const { post: text } = useStatusesText()
  const notify = useNotify()
  const picker = useRef<HTMLInputElement>(null)
  const choose = (file: File | undefined) => {
    if (!file) return
    const kind = kindOf(file.type)
    if (!kind) return notify.warn(text.wrongKind)
    if (file.size > MAX_FILE_BYTES) return notify.warn(text.tooLarge)
    onChoose({ bytes: file, name: file.name, kind })
  }
  if (chosen)
    return (
      <span className="flex min-w-0 items-center gap-2 text-sm">
        <span className="truncate">{chosen.name}</span>
        <Button variant="quiet" size="icon" aria-label={text.withoutFile} onClick={() => onChoose(null)}>
          <X aria-hidden />
        </Button>
      </span>
    )
  return (
    <span className="flex flex-wrap items-center gap-1">
      <input
        ref={picker}
        type="file"
        hidden
        accept="image/*,video/*,audio/*"
        aria-label={text.file}
        onChange={({ target }) => {
          choose(target.files?.[0])
          target.value = ''
        }}
      />
      <Button variant="secondary" right="talk" onClick={() => picker.current?.click()}>
        <Paperclip aria-hidden />
        {text.file}
      </Button>
      <Voice
        onRecorded={(bytes, seconds) => onChoose({ bytes, name: text.recorded(seconds), kind: 'voice' })}
      />
    </span>
  )
}

/**
 * Posts; a status that the network did not answer is shown once when it is posted again. `onPosted` is called for what is still in
 * the form as it was posted: whoever writes the next one meanwhile keeps that.
 */
function usePost(clientId: string, onPosted: () => void) {
  const { post: text } = useStatusesText()
  const cache = useQueryClient()
  const notify = useNotify()
  const toSentence = useSendErrorSentence()
  const key = useRef(newId())
  const renew = () => {
    key.current = newId()
  }
  const change = useMutation({
    mutationFn: (post: PostInput & { idempotencyKey: string }) => api.status.post({ clientId, ...post }),
    onError: notify.failed,
    async onSuccess({ type, error = '' }, { idempotencyKey }) {
      await cache.invalidateQueries({ queryKey: queries.status.list.key() })
      if (type === 'error' && error.startsWith('OUTCOME_UNKNOWN'))
        return notify.warn(text.unsure, text.unsureBody)
      const isSame = idempotencyKey === key.current
      renew()
      if (type === 'error') return notify.warn(text.failed, toSentence({ error }))
      notify.done(text.done)
      if (isSame) onPosted()
    },
  })
  const post = async (reading: Promise<PostInput | null>) => {
    const idempotencyKey = key.current
    const asked = await reading
    if (asked) change.mutate({ ...asked, idempotencyKey })
  }
  return { post, isPosting: change.isPending, renew }
}

/** Writes a status: a text with its look, or a file, for whom the privacy names or people who are named. */
export function PostForm({ clientId }: { clientId: string }) {
  const { post: text } = useStatusesText()
  const form = useRef<HTMLFormElement>(null)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const isVoice = chosen?.kind === 'voice'
  const { post, isPosting, renew } = usePost(clientId, () => {
    if (!isVoice) form.current?.reset()
    setChosen(null)
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void post(readPost(new FormData(event.currentTarget), chosen))
  }
  const choose = (next: Chosen | null) => {
    setChosen(next)
    renew()
  }
  return (
    <SectionCard title={text.title}>
      <form ref={form} onSubmit={submit} onChange={renew} className="space-y-4">
        <Field label={chosen ? text.caption : text.text} {...(isVoice && { hint: text.noCaption })}>
          {(control) => (
            <TextArea {...control} name="text" rows={3} required={!chosen} maxLength={MAX_TEXT_CHARS} />
          )}
        </Field>
        {!chosen && <LookFields />}
        <AudienceFields clientId={clientId} />
        <div className="flex flex-wrap items-center justify-between gap-2">
          <FileField chosen={chosen} onChoose={choose} />
          <Button type="submit" right="talk" busy={isPosting}>
            {!isPosting && <Send aria-hidden />}
            {text.action}
          </Button>
        </div>
      </form>
    </SectionCard>
  )
}
