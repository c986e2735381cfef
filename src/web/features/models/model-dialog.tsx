import { type FormEvent, useState } from 'react'
import {
  BASE_URLS,
  DEFAULT_AT_ONCE,
  EMBEDDING_PROVIDERS,
  MAX_DIMENSIONS,
  MODEL_KINDS,
  MODEL_PROVIDERS,
  type ModelKind,
  type ModelProvider,
} from '../../../core/model.ts'
import { Field, Input, Select } from '../../ui/field.tsx'
import { NameField } from '../../ui/inputs/name-field.tsx'
import { Dialog, FormActions } from '../../ui/messages/dialog.tsx'
import { useSecrets } from '../secrets/secret-data.ts'
import { type Model, useSetModel } from './model-data.ts'
import {
  LIMIT_MEASURES,
  LIMIT_SCOPES,
  limitField,
  limitOf,
  readModelForm,
  type WrongFields,
} from './model-form.ts'
import { useModelsText } from './models-text.ts'

interface ModelDialogProps {
  /** The model that is changed; null: a new one. */
  model: Model | null
  /** Names that are taken: to set one of these up again would replace it. */
  taken: readonly string[]
  onClose: () => void
}

interface KindFieldsProps {
  model: Model | null
  kind: ModelKind
  onKind: (kind: ModelKind) => void
}

/** What it is for, and how long its vectors are to be where it makes some. */
function KindFields({ model, kind, onKind }: KindFieldsProps) {
  const { form: text, kinds } = useModelsText()
  return (
    <>
      <Field label={text.kind} hint={text.kindHints[kind]}>
        {(control) => (
          <Select
            {...control}
            name="kind"
            value={kind}
            onChange={({ target }) => onKind(MODEL_KINDS.find((one) => one === target.value) ?? kind)}
          >
            {MODEL_KINDS.map((one) => (
              <option key={one} value={one}>
                {kinds[one]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {kind === 'embedding' && (
        <Field label={text.dimensions} hint={text.dimensionsHint(MAX_DIMENSIONS)}>
          {(control) => (
            <Input
              {...control}
              name="dimensions"
              inputMode="numeric"
              defaultValue={String(model?.dimensions ?? '')}
            />
          )}
        </Field>
      )}
    </>
  )
}

interface ServerFieldsProps {
  model: Model | null
  kind: ModelKind
  wrong: WrongFields
}

/** Where it is and how it is spoken to. */
function ServerFields({ model, kind, wrong }: ServerFieldsProps) {
  const { form: text, providers } = useModelsText()
  const [provider, setProvider] = useState<ModelProvider>(model?.provider ?? 'openai-compatible')
  const providersOfKind = kind === 'embedding' ? EMBEDDING_PROVIDERS : MODEL_PROVIDERS
  const secrets = useSecrets()
  const names = [
    ...new Set([...(secrets.data ?? []).map(({ name }) => name), ...(model?.secret ? [model.secret] : [])]),
  ]
  return (
    <>
      <Field label={text.provider}>
        {(control) => (
          <Select
            {...control}
            name="provider"
            value={provider}
            onChange={({ target }) =>
              setProvider(MODEL_PROVIDERS.find((one) => one === target.value) ?? provider)
            }
          >
            {providersOfKind.map((one) => (
              <option key={one} value={one}>
                {providers[one]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={text.baseUrl} hint={text.baseUrlHint}>
        {(control) => (
          <Input
            {...control}
            key={provider}
            name="baseUrl"
            type="url"
            defaultValue={provider === model?.provider ? model.baseUrl : ''}
            placeholder={BASE_URLS[provider] ?? 'https://models.example.com/v1'}
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label={text.modelId} error={wrong.modelId && text.modelIdMissing}>
        {(control) => (
          <Input
            {...control}
            name="modelId"
            defaultValue={model?.modelId ?? ''}
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label={text.secret} hint={text.secretHint}>
        {(control) => (
          <Select {...control} key={names.join()} name="secret" defaultValue={model?.secret ?? ''}>
            <option value="">{text.noSecret}</option>
            {names.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  )
}

function PriceFields({ model }: { model: Model | null }) {
  const { form: text } = useModelsText()
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{text.prices}</legend>
      <div className="grid grid-cols-2 gap-3">
        {(['inputPrice', 'outputPrice'] as const).map((name) => (
          <Field key={name} label={text[name]}>
            {(control) => (
              <Input
                {...control}
                name={name}
                inputMode="decimal"
                defaultValue={String(model?.[name] ?? '')}
              />
            )}
          </Field>
        ))}
      </div>
    </fieldset>
  )
}

function LimitFields({ model, kind }: { model: Model | null; kind: ModelKind }) {
  const { form: text } = useModelsText()
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1.5 text-sm font-medium">{text.limits}</legend>
      <p className="text-[0.8125rem] text-ink-soft">{text.limitsHint}</p>
      {LIMIT_SCOPES.map((scope) => (
        <fieldset key={scope} className="grid grid-cols-2 gap-2 sm:grid-cols-4">
          <legend className="mb-1 text-[0.8125rem] font-medium">{text.scopes[scope]}</legend>
          {LIMIT_MEASURES.map((measure) => (
            <Field key={measure} label={text[measure]}>
              {(control) => (
                <Input
                  {...control}
                  name={limitField(scope, measure)}
                  inputMode="decimal"
                  className="h-9 text-sm"
                  defaultValue={limitOf(model, scope, measure, kind)}
                />
              )}
            </Field>
          ))}
        </fieldset>
      ))}
      <Field label={text.atOnce} hint={text.atOnceHint(DEFAULT_AT_ONCE)}>
        {(control) => (
          <Input
            {...control}
            name="atOnce"
            inputMode="numeric"
            className="h-9 text-sm"
            defaultValue={String(model?.limits.atOnce ?? '')}
          />
        )}
      </Field>
    </fieldset>
  )
}

/** Asks for all that is to be known of a model. */
export function ModelDialog({ model, taken, onClose }: ModelDialogProps) {
  const { form: text, saved } = useModelsText()
  const [wrong, setWrong] = useState<WrongFields>({})
  const [kind, setKind] = useState<ModelKind>(model?.kind ?? 'chat')
  const set = useSetModel(saved, onClose)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const read = (field: string) => String(form.get(field) ?? '')
    const given = readModelForm(read, model ? [] : taken)
    setWrong(given.wrong)
    if (Object.keys(given.wrong).length === 0) set.mutate(given.input)
  }
  const nameProblem = { wrong: text.nameWrong, taken: text.nameTaken }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={model ? text.changeTitle(model.name) : text.createTitle}
      description={text.body}
    >
      <form onSubmit={submit} onChange={() => setWrong({})} noValidate className="space-y-4">
        <NameField
          label={text.name}
          hint={text.nameHint}
          error={wrong.name && nameProblem[wrong.name]}
          value={model?.name ?? (taken.includes('default') ? '' : 'default')}
          isFixed={model !== null}
        />
        <KindFields model={model} kind={kind} onKind={setKind} />
        <ServerFields model={model} kind={kind} wrong={wrong} />
        <PriceFields model={model} />
        <LimitFields key={kind} model={model} kind={kind} />
        <FormActions action={text.action} busy={set.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
