import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FolderOpen, Upload, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { queries, toFailure } from '../../../app/api.ts'
import { keepFile, MAX_FILE_BYTES } from '../../../app/base64.ts'
import { formatBytes } from '../../../features/system/system-figures.ts'
import { useLanguage, useText } from '../../../i18n/language.tsx'
import { useFailureSentence } from '../../../i18n/service-sentence.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { DropArea } from '../../../ui/inputs/drop-area.tsx'
import { useEditorText } from '../../editor-text.ts'
import {
  ACCEPTED,
  bestKind,
  type ChosenFile,
  fitsKind,
  withFile,
  withoutFile,
} from '../../model/file-kinds.ts'
import { withValue } from '../../model/form-fields.ts'
import { useFieldText } from '../field-text.ts'
import { useFieldError, useNodeForm } from '../node-form.tsx'
import { FilePicker } from './file-picker.tsx'
import { FilePreview } from './file-preview.tsx'
import { TemplateInput } from './template-input.tsx'

type Data = Readonly<Record<string, unknown>>

interface FileFieldProps {
  /** The record that has the address or the file. */
  data: Data
  path: string
  /** What the file may be sent as. */
  kinds: readonly string[]
  onChange: (data: Record<string, unknown>, field: string) => void
}

/** A file that cannot be sent as what is chosen, and what it could be sent as. */
interface Mismatch {
  file: File
  sentence: string
  kind: string | undefined
}

/** Gives a file to the service, after looking whether it can be sent at all. */
function useUpload(kind: string, kinds: readonly string[], onDone: (file: ChosenFile, kind: string) => void) {
  const { panel } = useEditorText()
  const { errors } = useText()
  const { tag } = useLanguage()
  const toSentence = useFailureSentence()
  const cache = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const [mismatch, setMismatch] = useState<Mismatch | null>(null)
  const upload = useMutation({
    mutationFn: ({ file }: { file: File; as: string }) => keepFile(file),
    onSuccess(asset, { as }) {
      cache.setQueryData(queries.assets.get.key({ input: { id: asset.id }, type: 'query' }), asset)
      void cache.invalidateQueries({ queryKey: queries.assets.list.key() })
      if (!fitsKind(as, asset.mimetype)) setProblem(panel.file.unfit(asset.mimetype, panel.choices[as] ?? as))
      onDone(asset, as)
    },
    onError(error) {
      const failure = toFailure(error)
      setProblem(failure.code === 'OFFLINE' ? errors.offline : toSentence(failure) || errors.title)
    },
  })
  const give = (file: File, as = kind) => {
    setMismatch(null)
    setProblem(null)
    if (file.size === 0) return setProblem(panel.file.empty)
    if (file.size > MAX_FILE_BYTES) {
      return setProblem(panel.file.tooLarge(formatBytes(file.size, tag), formatBytes(MAX_FILE_BYTES, tag)))
    }
    if (!fitsKind(as, file.type)) {
      const sentence = panel.file.unfit(file.type || panel.file.unknownType, panel.choices[as] ?? as)
      return setMismatch({ file, sentence, kind: bestKind(kinds, file.type) })
    }
    upload.mutate({ file, as })
  }
  return { give, problem, mismatch, isBusy: upload.isPending }
}

function UnfitNotice({ mismatch, onUse }: { mismatch: Mismatch; onUse: (kind: string) => void }) {
  const { panel } = useEditorText()
  const { kind } = mismatch
  return (
    <div role="alert" className="mt-2 rounded-lg bg-bad-soft px-3 py-2 text-[0.8125rem]">
      <p>{mismatch.sentence}</p>
      {kind !== undefined && (
        <Button size="small" variant="secondary" className="mt-2" onClick={() => onUse(kind)}>
          {panel.file.sendAs(panel.choices[kind] ?? kind)}
        </Button>
      )}
    </div>
  )
}

interface GiveProps {
  kind: string
  isBusy: boolean
  onFile: (file: File) => void
  onPick: () => void
}

/** Two buttons, and a place to drop a file on. */
function GiveFile({ kind, isBusy, onFile, onPick }: GiveProps) {
  const { panel } = useEditorText()
  const picker = useRef<HTMLInputElement>(null)
  const give = (files: FileList | null) => {
    const [file] = files ?? []
    if (file) onFile(file)
  }
  return (
    <DropArea onFiles={give} className="flex flex-wrap gap-2 p-3">
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={panel.file.upload}
        accept={ACCEPTED[kind]}
        onChange={({ target }) => {
          give(target.files)
          target.value = ''
        }}
      />
      <Button size="small" variant="secondary" busy={isBusy} onClick={() => picker.current?.click()}>
        {!isBusy && <Upload aria-hidden />}
        {panel.file.upload}
      </Button>
      <Button size="small" variant="quiet" onClick={onPick}>
        <FolderOpen aria-hidden />
        {panel.file.choose}
      </Button>
      <p className="basis-full text-xs text-ink-soft">{panel.file.dropHint}</p>
    </DropArea>
  )
}

/** The file a node sends: uploaded, chosen among those that are kept, or fetched from an address when it is sent. */
export function FileField({ data, path, kinds, onChange }: FileFieldProps) {
  const { panel } = useEditorText()
  const { type } = useNodeForm()
  const { label } = useFieldText()
  const assetPath = path.replace(/url$/, 'assetId')
  const errors = [useFieldError(path), useFieldError(assetPath)]
  const error = errors.find((one) => one !== undefined)
  const [isPicking, setPicking] = useState(false)
  const kind = String(data.kind ?? kinds[0] ?? 'document')
  const use = (file: ChosenFile, as?: string) =>
    onChange(withFile(data, file, as === kind ? undefined : as), assetPath)
  const { give, problem, mismatch, isBusy } = useUpload(kind, kinds, use)
  const assetId = typeof data.assetId === 'string' ? data.assetId : null
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{panel.file.title}</legend>
      {assetId !== null && (
        <div className="mb-2 flex items-start gap-2 rounded-xl border border-line p-3">
          <div className="min-w-0 flex-1">
            <FilePreview assetId={assetId} />
          </div>
          <Button
            variant="quiet"
            size="icon"
            className="size-8"
            aria-label={panel.file.remove}
            title={panel.file.remove}
            onClick={() => onChange(withoutFile(data), assetPath)}
          >
            <X aria-hidden />
          </Button>
        </div>
      )}
      <GiveFile kind={kind} isBusy={isBusy} onFile={(file) => give(file)} onPick={() => setPicking(true)} />
      {problem !== null && (
        <p role="alert" className="mt-2 text-[0.8125rem] text-bad">
          {problem}
        </p>
      )}
      {mismatch && <UnfitNotice mismatch={mismatch} onUse={(as) => give(mismatch.file, as)} />}
      {assetId === null ? (
        <div className="mt-3">
          <Field label={label(type, path, 'url')} hint={panel.file.urlHint} error={error}>
            {(control) => (
              <TemplateInput
                {...control}
                value={typeof data.url === 'string' ? data.url : ''}
                onChange={(url) => onChange(withValue(data, 'url', url), path)}
              />
            )}
          </Field>
        </div>
      ) : (
        error && <p className="mt-2 text-[0.8125rem] text-bad">{error}</p>
      )}
      {isPicking && (
        <FilePicker
          kind={kind}
          onClose={() => setPicking(false)}
          onChoose={(file) => {
            setPicking(false)
            use(file)
          }}
        />
      )}
    </fieldset>
  )
}
