import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { REPLY_SHORTCUT } from '../../../contract/conversations/reply-shortcut.ts'
import { api, queries } from '../../app/api.ts'
import { keepFile, MAX_FILE_BYTES } from '../../app/base64.ts'
import { readForm } from '../../app/read-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input, Select, TextArea } from '../../ui/field.tsx'
import { Dialog, FormActions } from '../../ui/messages/dialog.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { fillReply } from './fill-reply.ts'
import { useRepliesText } from './replies-text.ts'
import { useReplyChange } from './reply-data.ts'
import type { Reply } from './reply-search.ts'

const NEWEST_FILES = 200

const EXAMPLE = {
  contact: { name: 'Ana', phone: '+447700900123', fields: {} },
  agent: { name: 'Bia' },
}

interface FileFieldProps {
  chosen: { assetId: string; fileName: string | null } | null
  onChoose: (file: { assetId: string; fileName: string | null } | null) => void
}

/** Chooses one of the kept files, or keeps one more. */
function FileField({ chosen, onChoose }: FileFieldProps) {
  const { form: text, unnamedFile } = useRepliesText()
  const notify = useNotify()
  const cache = useQueryClient()
  const picker = useRef<HTMLInputElement>(null)
  const kept = useQuery(queries.assets.list.queryOptions({ input: { limit: NEWEST_FILES } }))
  const upload = useMutation({
    mutationFn: keepFile,
    onError: notify.failed,
    async onSuccess({ id, fileName }) {
      await cache.invalidateQueries({ queryKey: queries.assets.list.key() })
      onChoose({ assetId: id, fileName })
    },
  })
  const give = (file: File | undefined) => {
    if (file && file.size > MAX_FILE_BYTES) notify.warn(text.fileTooLarge)
    else if (file) upload.mutate(file)
  }
  const files = kept.data?.assets.map(({ id, fileName }) => ({ assetId: id, fileName })) ?? []
  const isListed = files.some(({ assetId }) => assetId === chosen?.assetId)
  return (
    <div className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <Field label={text.file}>
          {(control) => (
            <Select
              {...control}
              value={chosen?.assetId ?? ''}
              onChange={({ target }) =>
                onChoose(files.find(({ assetId }) => assetId === target.value) ?? null)
              }
            >
              <option value="">{text.noFile}</option>
              {[...(chosen && !isListed ? [chosen] : []), ...files].map(({ assetId, fileName }) => (
                <option key={assetId} value={assetId}>
                  {fileName ?? unnamedFile}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={text.upload}
        onChange={({ target }) => {
          give(target.files?.[0])
          target.value = ''
        }}
      />
      <Button
        right="build"
        variant="secondary"
        busy={upload.isPending}
        onClick={() => picker.current?.click()}
        aria-label={text.upload}
      >
        {!upload.isPending && <Upload aria-hidden />}
      </Button>
    </div>
  )
}

interface ReplyDialogProps {
  /** The reply that is changed; null: a new one. */
  reply: Reply | null
  /** Shortcuts of the others. */
  taken: readonly string[]
  onClose: () => void
}

/** Asks for all of a canned reply, and shows how it reads. */
export function ReplyDialog({ reply, taken, onClose }: ReplyDialogProps) {
  const { form: text, saved } = useRepliesText()
  const [wrong, setWrong] = useState<{ shortcut?: string; text?: string }>({})
  const [file, setFile] = useState<FileFieldProps['chosen']>(reply?.file ?? null)
  const [words, setWords] = useState(reply?.text ?? '')
  const change = useReplyChange(onClose)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const read = readForm(event.currentTarget)
    const title = read('title')
    const shortcut = read('shortcut').toLowerCase().replace(/^\//, '')
    if (!REPLY_SHORTCUT.test(shortcut)) return setWrong({ shortcut: text.shortcutWrong })
    if (taken.includes(shortcut)) return setWrong({ shortcut: text.shortcutTaken })
    if (!words.trim() && !file) return setWrong({ text: text.nothing })
    const input = { title: title || shortcut, shortcut, text: words.trim(), assetId: file?.assetId ?? null }
    const act = () => (reply ? api.replies.update({ id: reply.id, ...input }) : api.replies.create(input))
    change.mutate({ act, done: saved(input.title) })
  }
  const shown = fillReply(words, EXAMPLE).text
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={reply ? text.changeTitle(reply.shortcut) : text.createTitle}
      description={text.body}
    >
      <form onSubmit={submit} onChange={() => setWrong({})} noValidate className="space-y-4">
        <Field label={text.shortcut} hint={text.shortcutHint} error={wrong.shortcut}>
          {(control) => (
            <Input
              {...control}
              name="shortcut"
              maxLength={33}
              autoComplete="off"
              spellCheck={false}
              className="font-mono text-sm"
              defaultValue={reply?.shortcut ?? ''}
            />
          )}
        </Field>
        <Field label={text.title}>
          {(control) => <Input {...control} name="title" maxLength={100} defaultValue={reply?.title ?? ''} />}
        </Field>
        <Field label={text.text} hint={text.textHint} error={wrong.text}>
          {(control) => (
            <TextArea
              {...control}
              dir="auto"
              maxLength={4096}
              value={words}
              onChange={({ target }) => setWords(target.value)}
            />
          )}
        </Field>
        {shown !== words && (
          <section aria-label={text.preview} className="rounded-lg bg-sunken px-3 py-2 text-sm">
            <p className="mb-1 text-[0.8125rem] text-ink-soft">{text.preview}</p>
            <p dir="auto" className="break-words whitespace-pre-wrap">
              {shown}
            </p>
          </section>
        )}
        <FileField chosen={file} onChoose={setFile} />
        <FormActions action={text.action} busy={change.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
