import { API_PREFIX } from 'virtual:contract'
import { useQuery } from '@tanstack/react-query'
import { Download, FileText } from 'lucide-react'
import { api, toFailure } from '../../app/api.ts'
import { useLanguage, useText } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { useFailureText } from '../../ui/messages/states.tsx'
import { toClock } from '../conversations/thread/content.ts'
import { formatBytes } from '../system/system-figures.ts'
import type { Run } from './run-data.ts'
import { type RunFile, shownAs } from './run-files.ts'
import { useRunsText } from './runs-text.ts'

interface RunFileProps {
  run: Pick<Run, 'clientId' | 'contactJid'>
  file: RunFile
}

/** Where the bytes are; of a message whose file is not here, the service gets it first. Null when it is not to be had. */
async function findUrl({ run, file }: RunFileProps, signal: AbortSignal): Promise<string | null> {
  const { mediaId, messageId } = file
  if (messageId !== null) {
    const { clientId, contactJid: jid } = run
    const found = await api.chat.downloadMedia({ clientId, jid, messageId, fromMe: false }, { signal })
    return found.url
  }
  const url = `${API_PREFIX}/chat/media/${mediaId}`
  const { ok } = await fetch(url, { method: 'HEAD', signal })
  return ok ? url : null
}

function OpenedFile({ file, name, url }: { file: RunFile; name: string; url: string }) {
  const text = useRunsText()
  const { chat } = useText()
  const kind = shownAs(file.mimetype)
  return (
    <div className="mt-2 space-y-2">
      {kind === 'image' && <img src={url} alt={name} className="max-h-64 max-w-full rounded-lg" />}
      {/* biome-ignore lint/a11y/useMediaCaption: nobody wrote captions for what people say */}
      {kind === 'audio' && <audio controls src={url} aria-label={name} className="max-w-full" />}
      {kind === 'video' && (
        <video controls src={url} aria-label={name} className="max-h-64 max-w-full rounded-lg bg-black">
          <track kind="captions" />
        </video>
      )}
      <Button asChild variant="secondary" size="small">
        <a href={url} download={file.fileName ?? true} aria-label={text.downloadNamed(name)}>
          <Download aria-hidden />
          {chat.download}
        </a>
      </Button>
    </div>
  )
}

/** A file that the contact sent: what it is, and its bytes once somebody asks for them. */
export function RunFileView({ run, file }: RunFileProps) {
  const text = useRunsText()
  const { chat } = useText()
  const { tag } = useLanguage()
  const opened = useQuery({
    queryKey: ['run-file', run.clientId, file.mediaId, file.messageId],
    queryFn: ({ signal }) => findUrl({ run, file }, signal),
    ...{ enabled: false, retry: false, staleTime: Number.POSITIVE_INFINITY },
  })
  const failure = useFailureText(opened.error)
  const kind = shownAs(file.mimetype) ?? 'document'
  const name = file.fileName ?? chat.types[kind] ?? file.mimetype
  const facts = [
    file.mimetype,
    file.sizeBytes === null ? null : formatBytes(file.sizeBytes, tag),
    file.seconds === null ? null : toClock(file.seconds),
  ]
  // The sentence below the title says that the page tries again, which this does when it is asked to.
  const isOffline = opened.isError && toFailure(opened.error).code === 'OFFLINE'
  const reason = isOffline ? failure.title : failure.body || failure.title
  return (
    <div className="mt-2 rounded-lg border border-line p-2 text-[0.8125rem]">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <FileText className="size-4 shrink-0 text-ink-soft" aria-hidden />
        <span className="min-w-0 flex-1">
          <span dir="auto" className="block font-medium break-words">
            {name}
          </span>
          <span className="text-ink-soft">{facts.filter((fact) => fact !== null).join(' · ')}</span>
        </span>
        {typeof opened.data !== 'string' && (
          <Button
            variant="secondary"
            size="small"
            busy={opened.isFetching}
            aria-label={text.openNamed(name)}
            onClick={() => void opened.refetch()}
          >
            {text.openFile}
          </Button>
        )}
      </div>
      {typeof opened.data === 'string' && <OpenedFile file={file} name={name} url={opened.data} />}
      {(opened.isError || opened.data === null) && (
        <p role="alert" className="mt-1 text-bad">
          {opened.isError ? reason : text.fileGone}
        </p>
      )}
    </div>
  )
}
