import { Plus, X } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Field, Input, Select, TextArea } from '../../ui/field.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { useContactFields } from '../contacts/contact-data.ts'
import { useLabels } from '../labels/label-data.ts'
import { useTables } from '../tables/table-data.ts'
import type { DraftFieldsProps } from './campaign-draft.ts'
import { useCampaignsText } from './campaigns-text.ts'

const MAX_LIST_CHARS = 800_000

const CHECK = 'flex min-h-6 items-center gap-2 text-sm'

function ContactRows({ draft, onChange }: DraftFieldsProps) {
  const { form: text } = useCampaignsText()
  const known = useContactFields().data ?? []
  const change = (at: number, row: Partial<(typeof draft.fields)[number]>) =>
    onChange({ fields: draft.fields.map((one, index) => (index === at ? { ...one, ...row } : one)) })
  if (known.length === 0) return null
  return (
    <div className="space-y-2">
      {draft.fields.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are told apart by nothing else
        <div key={at} className="flex gap-2">
          <Select
            aria-label={text.field}
            value={row.name}
            onChange={({ target }) => change(at, { name: target.value })}
          >
            <option value="">{text.chooseField}</option>
            {known.map(({ name, label }) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </Select>
          <Input
            aria-label={text.fieldValue}
            placeholder={text.anyValue}
            value={row.value}
            onChange={({ target }) => change(at, { value: target.value })}
          />
          <Button
            variant="quiet"
            size="icon"
            aria-label={text.removeField}
            onClick={() => onChange({ fields: draft.fields.filter((_, index) => index !== at) })}
          >
            <X aria-hidden />
          </Button>
        </div>
      ))}
      {draft.fields.length < 10 && (
        <Button
          variant="quiet"
          size="small"
          onClick={() => onChange({ fields: [...draft.fields, { name: '', value: '' }] })}
        >
          <Plus aria-hidden />
          {text.addField}
        </Button>
      )}
    </div>
  )
}

function ContactsAudience({ draft, onChange }: DraftFieldsProps) {
  const { form: text } = useCampaignsText()
  const labels = useLabels().data ?? []
  const { labelIds } = draft
  const toggle = (id: string) =>
    onChange({ labelIds: labelIds.includes(id) ? labelIds.filter((one) => one !== id) : [...labelIds, id] })
  return (
    <div className="space-y-4">
      <p className="text-[0.8125rem] text-ink-soft">{text.contactsHint}</p>
      {labels.length > 0 && (
        <fieldset>
          <legend className="mb-1.5 text-sm font-medium">{text.labels}</legend>
          <div className="flex flex-wrap gap-x-4 gap-y-2">
            {labels.map(({ id, name }) => (
              <label key={id} className={CHECK}>
                <input
                  type="checkbox"
                  checked={labelIds.includes(id)}
                  onChange={() => toggle(id)}
                  className="size-4 accent-accent"
                />
                {name}
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <Field label={text.tags} hint={text.tagsHint}>
        {(control) => (
          <Input
            {...control}
            maxLength={400}
            value={draft.tags}
            onChange={({ target }) => onChange({ tags: target.value })}
          />
        )}
      </Field>
      <label className={CHECK}>
        <input
          type="checkbox"
          checked={draft.favourites}
          onChange={({ target }) => onChange({ favourites: target.checked })}
          className="size-4 accent-accent"
        />
        {text.favourites}
      </label>
      <ContactRows draft={draft} onChange={onChange} />
    </div>
  )
}

function TableAudience({ draft, onChange }: DraftFieldsProps) {
  const { form: text } = useCampaignsText()
  const tables = useTables().data ?? []
  const columns = tables.find(({ name }) => name === draft.table)?.columns ?? []
  const choices = columns.map(({ name }) => (
    <option key={name} value={name}>
      {name}
    </option>
  ))
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <Field label={text.table}>
        {(control) => (
          <Select
            {...control}
            value={draft.table}
            onChange={({ target }) => onChange({ table: target.value, phone: '', nameColumn: '' })}
          >
            <option value="">{text.chooseTable}</option>
            {tables.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={text.phoneColumn}>
        {(control) => (
          <Select
            {...control}
            value={draft.phone}
            onChange={({ target }) => onChange({ phone: target.value })}
          >
            <option value="">{text.chooseColumn}</option>
            {choices}
          </Select>
        )}
      </Field>
      <Field label={text.nameColumn}>
        {(control) => (
          <Select
            {...control}
            value={draft.nameColumn}
            onChange={({ target }) => onChange({ nameColumn: target.value })}
          >
            <option value="">{text.noColumn}</option>
            {choices}
          </Select>
        )}
      </Field>
    </div>
  )
}

function ListAudience({ draft, onChange }: DraftFieldsProps) {
  const { form: text } = useCampaignsText()
  const notify = useNotify()
  const read = (file: File | undefined) => {
    if (!file) return
    if (file.size > MAX_LIST_CHARS) return notify.warn(text.listTooLarge)
    file.text().then((list) => onChange({ list }), notify.failed)
  }
  return (
    <div className="space-y-3">
      <Field label={text.list} hint={text.listHint}>
        {(control) => (
          <TextArea
            {...control}
            maxLength={MAX_LIST_CHARS}
            spellCheck={false}
            className="font-mono text-sm"
            value={draft.list}
            onChange={({ target }) => onChange({ list: target.value })}
          />
        )}
      </Field>
      <Field label={text.csv}>
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".csv,text/csv,text/plain"
            className="block w-full text-sm"
            onChange={({ target }) => {
              read(target.files?.[0])
              target.value = ''
            }}
          />
        )}
      </Field>
    </div>
  )
}

/** Whom a campaign reaches. */
export function AudienceFields({ draft, onChange }: DraftFieldsProps) {
  const { form: text } = useCampaignsText()
  return (
    <fieldset className="space-y-4">
      <legend className="mb-2 text-sm font-medium">{text.audience}</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        {(['contacts', 'table', 'list'] as const).map((kind) => (
          <label key={kind} className={CHECK}>
            <input
              type="radio"
              name="audience"
              checked={draft.kind === kind}
              onChange={() => onChange({ kind })}
              className="size-4 accent-accent"
            />
            {text.kinds[kind]}
          </label>
        ))}
      </div>
      {draft.kind === 'contacts' && <ContactsAudience draft={draft} onChange={onChange} />}
      {draft.kind === 'table' && <TableAudience draft={draft} onChange={onChange} />}
      {draft.kind === 'list' && <ListAudience draft={draft} onChange={onChange} />}
    </fieldset>
  )
}
