import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { queries } from '../../app/api.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { useFailureText } from '../../ui/messages/states.tsx'
import { formatBytes } from '../system/system-figures.ts'
import type { Place, SandboxMessage } from './sandbox-data.ts'
import { useSandboxText } from './sandbox-text.ts'

interface FileViewProps {
  place: Place
  message: SandboxMessage
  file: NonNullable<SandboxMessage['file']>
}

/** Only what a browser shows without doing anything else; all others are saved. */
const SHOWN = /^image\/(png|jpe?g|gif|webp)$/

function Opened({ mimetype, base64, name }: { mimetype: string; base64: string; name: string }) {
  const url = `data:${mimetype};base64,${base64}`
  const type = mimetype.split(';')[0] ?? ''
  if (SHOWN.test(type)) return <img src={url} alt={name} className="mb-1 max-h-64 max-w-full rounded-lg" />
  // biome-ignore lint/a11y/useMediaCaption: what somebody recorded has no captions
  if (type.startsWith('audio/')) return <audio controls src={url} className="mb-1 max-w-full" />
  return (
    <a href={url} download={name} className="mb-1 flex items-center gap-2 text-sm text-accent underline">
      <Download className="size-4" aria-hidden />
      {name}
    </a>
  )
}

/** A file as the contact's phone has it: fetched, decrypted and checked when it is opened. */
export function FileView({ place, message, file }: FileViewProps) {
  const text = useSandboxText()
  const { tag } = useLanguage()
  const opened = useQuery({
    ...queries.sandbox.file.queryOptions({ input: { ...place, messageId: message.id } }),
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const failure = useFailureText(opened.error)
  const kind = text.kinds[message.type] ?? file.mimetype
  if (opened.data) return <Opened {...opened.data} name={kind} />
  return (
    <div className="mb-1">
      <p className="text-sm">{text.fileOf(kind, formatBytes(file.sizeBytes, tag))}</p>
      <Button
        size="small"
        variant="secondary"
        className="mt-1"
        busy={opened.isFetching}
        onClick={() => void opened.refetch()}
      >
        {text.openFile}
      </Button>
      {opened.isError && <p className="mt-1 text-[0.8125rem] text-bad">{failure.body || failure.title}</p>}
    </div>
  )
}
