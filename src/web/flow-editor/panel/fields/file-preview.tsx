import { useQuery } from '@tanstack/react-query'
import { FileQuestion, FileText, type LucideIcon, Music } from 'lucide-react'
import { readRef, readRequiredAssets } from '../../../../core/flow/index.ts'
import { queries } from '../../../app/api.ts'
import { formatBytes } from '../../../features/system/system-figures.ts'
import { useLanguage } from '../../../i18n/language.tsx'
import { useEditor } from '../../editor-context.tsx'
import { useEditorText } from '../../editor-text.ts'

export interface KeptFile {
  id: string
  mimetype: string
  fileName: string | null
  sizeBytes: number
  url: string
}

/** What a flow that came from elsewhere says of a file that did not come with it. */
function useMissingName(ref: string | null): string | null {
  const { flowId } = useEditor()
  const exported = useQuery(
    queries.flows.export.queryOptions({ input: { id: flowId, linked: false }, enabled: ref !== null }),
  )
  const required = readRequiredAssets(exported.data?.requires)
  return required.find((asset) => asset.ref === ref)?.fileName ?? null
}

/** What is known of a file that a node names. */
export function useKeptFile(assetId: string) {
  const ref = readRef(assetId) ?? null
  const missingName = useMissingName(ref)
  const asset = useQuery(
    queries.assets.get.queryOptions({
      input: { id: assetId },
      enabled: ref === null,
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
    }),
  )
  return { file: asset.data ?? null, isPending: ref === null && asset.isPending, ref, missingName }
}

function Sign({ icon: Icon }: { icon: LucideIcon }) {
  return (
    <span className="grid size-12 shrink-0 place-items-center rounded-lg bg-sunken text-ink-soft">
      <Icon className="size-5" aria-hidden />
    </span>
  )
}

/** A small picture of a file, where it has one. */
export function FileThumb({ file }: { file: KeptFile }) {
  if (/^image\/(png|jpeg|gif|webp|avif)$/.test(file.mimetype)) {
    return <img src={file.url} alt="" loading="lazy" className="size-12 shrink-0 rounded-lg object-cover" />
  }
  return <Sign icon={file.mimetype.startsWith('audio/') ? Music : FileText} />
}

/** The name of a file, what it is and how large. */
export function FileFacts({ file }: { file: KeptFile }) {
  const { panel } = useEditorText()
  const { tag } = useLanguage()
  return (
    <span className="min-w-0 flex-1">
      <span className="block truncate text-sm font-medium">{file.fileName ?? panel.file.unnamed}</span>
      <span className="block truncate text-xs text-ink-soft">
        {file.mimetype} · {formatBytes(file.sizeBytes, tag)}
      </span>
    </span>
  )
}

/** The file a node sends: seen, heard, or at least named. */
export function FilePreview({ assetId }: { assetId: string }) {
  const { panel } = useEditorText()
  const { file, isPending, ref, missingName } = useKeptFile(assetId)
  if (isPending) return <div aria-hidden className="h-12 animate-pulse rounded-lg bg-sunken" />
  if (!file) {
    return (
      <div className="flex items-center gap-3">
        <Sign icon={FileQuestion} />
        <span className="min-w-0 flex-1 text-[0.8125rem]">
          <span className="block truncate font-medium">{missingName ?? assetId}</span>
          <span className="block text-ink-soft">
            {ref === null ? panel.file.notKept : panel.file.missing}
          </span>
        </span>
      </div>
    )
  }
  return (
    <div className="space-y-2">
      <a href={file.url} target="_blank" rel="noreferrer" className="flex items-center gap-3 rounded-lg">
        <FileThumb file={file} />
        <FileFacts file={file} />
        <span className="sr-only">{panel.file.open}</span>
      </a>
      {file.mimetype.startsWith('video/') && (
        <video src={file.url} controls preload="metadata" className="max-h-48 w-full rounded-lg bg-black">
          <track kind="captions" />
        </video>
      )}
      {file.mimetype.startsWith('audio/') && (
        <audio src={file.url} controls preload="metadata" className="w-full">
          <track kind="captions" />
        </audio>
      )}
    </div>
  )
}
