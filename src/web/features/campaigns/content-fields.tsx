import { useQuery } from '@tanstack/react-query'
import { queries } from '../../app/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Select, TextArea } from '../../ui/field.tsx'
import type { DraftFieldsProps } from './campaign-draft.ts'
import { useCampaignsText } from './campaigns-text.ts'

const NEWEST_FILES = 200

function FlowField({ draft, onChange }: DraftFieldsProps) {
  const { form: text } = useCampaignsText()
  const flows = useQuery(queries.flows.list.queryOptions({ input: {} }))
  const ready = (flows.data ?? []).filter(({ clientId, isActive }) => clientId === draft.clientId && isActive)
  return (
    <Field label={text.flow} hint={flows.isSuccess && ready.length === 0 ? text.noFlow : text.flowHint}>
      {(control) => (
        <Select
          {...control}
          value={draft.flowId}
          onChange={({ target }) => onChange({ flowId: target.value })}
        >
          <option value="">{text.chooseFlow}</option>
          {ready.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

function MessageFields({ draft, onChange }: DraftFieldsProps) {
  const { form: text } = useCampaignsText()
  const kept = useQuery(queries.assets.list.queryOptions({ input: { limit: NEWEST_FILES } }))
  const files = kept.data?.assets.map(({ id, fileName }) => ({ assetId: id, fileName })) ?? []
  return (
    <>
      <Field label={text.text} hint={text.textHint}>
        {(control) => (
          <TextArea
            {...control}
            dir="auto"
            maxLength={4096}
            value={draft.text}
            onChange={({ target }) => onChange({ text: target.value })}
          />
        )}
      </Field>
      {!draft.text.includes(text.stopLine) && (
        <Button
          variant="quiet"
          size="small"
          onClick={() => onChange({ text: `${draft.text.trimEnd()}\n\n${text.stopLine}`.trimStart() })}
        >
          {text.addStopLine}
        </Button>
      )}
      {files.length > 0 && (
        <Field label={text.file}>
          {(control) => (
            <Select
              {...control}
              value={draft.file?.assetId ?? ''}
              onChange={({ target }) =>
                onChange({ file: files.find(({ assetId }) => assetId === target.value) ?? null })
              }
            >
              <option value="">{text.noFile}</option>
              {files.map(({ assetId, fileName }) => (
                <option key={assetId} value={assetId}>
                  {fileName ?? text.unnamedFile}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </>
  )
}

/** What people get: a message, or a flow that starts with them. */
export function ContentFields({ draft, onChange }: DraftFieldsProps) {
  const { form: text } = useCampaignsText()
  return (
    <fieldset className="space-y-4">
      <legend className="mb-2 text-sm font-medium">{text.what}</legend>
      <div className="flex flex-wrap gap-4 text-sm">
        {(['message', 'flow'] as const).map((what) => (
          <label key={what} className="flex min-h-6 items-center gap-2">
            <input
              type="radio"
              name="what"
              checked={draft.what === what}
              onChange={() => onChange({ what })}
              className="size-4 accent-accent"
            />
            {text.whats[what]}
          </label>
        ))}
      </div>
      {draft.what === 'flow' ? (
        <FlowField draft={draft} onChange={onChange} />
      ) : (
        <MessageFields draft={draft} onChange={onChange} />
      )}
    </fieldset>
  )
}
