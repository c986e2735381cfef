import type { ReactNode } from 'react'
import { Field, Input, Select } from '../../ui/field.tsx'
import { useEditorText } from '../editor-text.ts'
import { type FormField, isShown, withValue } from '../model/form-fields.ts'
import { type ControlProps, useFieldText } from './field-text.ts'
import { DepartmentSelect, MemberSelect } from './fields/assignee-selects.tsx'
import { CasesField } from './fields/cases-field.tsx'
import { ChannelInput } from './fields/chats/channel-input.tsx'
import { DurationInput } from './fields/duration-input.tsx'
import { FileField } from './fields/file-field.tsx'
import { HoursField } from './fields/hours-field.tsx'
import { type FormFieldsProps, ListField } from './fields/list-field.tsx'
import { PairsField } from './fields/pairs-field.tsx'
import {
  CodeInput,
  FlowSelect,
  FormulaInput,
  NodeSelect,
  TimezoneInput,
  VariableInput,
} from './fields/special-inputs.tsx'
import { TemplateInput } from './fields/template-input.tsx'
import { WordsInput } from './fields/words-input.tsx'
import { FixButtons } from './fix-buttons.tsx'
import { ServerTools } from './mcp/server-tools.tsx'
import { useFieldError, useNodeForm } from './node-form.tsx'

type Data = Readonly<Record<string, unknown>>

interface ValueProps {
  field: FormField
  value: unknown
  path: string
  onChange: (value: unknown, field: string) => void
}

const textOf = (value: unknown): string =>
  value === undefined || value === null
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)

function ChoiceInput({ field, value, onChange, control }: ValueProps & { control: ControlProps }) {
  const { panel } = useEditorText()
  const { choice } = useFieldText()
  if (field.kind !== 'choice') return null
  const present = textOf(value ?? field.fallback)
  const isOptional = !field.isRequired && field.fallback === undefined
  return (
    <Select
      {...control}
      className="h-9 text-sm"
      value={present}
      onChange={(event) => onChange(event.target.value || undefined, field.key)}
    >
      {isOptional && <option value="">{panel.automatic}</option>}
      {!isOptional && !field.options.includes(present) && <option value={present}>{present}</option>}
      {field.options.map((option) => (
        <option key={option} value={option}>
          {choice(field.key, option)}
        </option>
      ))}
    </Select>
  )
}

function NumberInput({ field, value, path, onChange, control }: ValueProps & { control: ControlProps }) {
  return (
    <Input
      {...control}
      type="number"
      step={field.kind === 'number' && field.isWhole ? 1 : 'any'}
      className="h-9 text-sm"
      value={textOf(value)}
      placeholder={textOf(field.fallback)}
      onChange={(event) => onChange(event.target.value === '' ? undefined : Number(event.target.value), path)}
    />
  )
}

/** A control with one value, under one label. */
function SingleInput(props: ValueProps & { control: ControlProps }): ReactNode {
  const { field, value, path, onChange, control } = props
  const { type } = useNodeForm()
  const text = textOf(value)
  const set = (next: string) => onChange(next === '' && !field.isRequired ? undefined : next, path)
  switch (field.kind) {
    case 'choice':
      return <ChoiceInput {...props} />
    case 'number':
      return <NumberInput {...props} />
    case 'duration':
      return (
        <DurationInput
          control={control}
          value={typeof value === 'number' ? value : undefined}
          onChange={(next) => onChange(next, path)}
        />
      )
    case 'words':
      return <WordsInput control={control} value={value} onChange={(next) => onChange(next, path)} />
    case 'code':
      return <CodeInput control={control} value={text} onChange={set} />
    case 'formula':
      return <FormulaInput control={control} value={text} onChange={set} />
    case 'variable':
      return <VariableInput control={control} value={text} onChange={set} />
    case 'flow':
      return <FlowSelect control={control} value={text} onChange={(next) => onChange(next, path)} />
    case 'department':
      return <DepartmentSelect control={control} value={text} onChange={set} />
    case 'member':
      return <MemberSelect control={control} value={text} onChange={set} />
    case 'channel':
      return <ChannelInput control={control} value={text} onChange={set} />
    case 'node':
      return <NodeSelect control={control} value={text} onChange={(next) => onChange(next, path)} />
    case 'timezone':
      return (
        <TimezoneInput control={control} value={text} placeholder={textOf(field.fallback)} onChange={set} />
      )
    case 'template':
    case 'value':
      return <TemplateInput {...control} value={text} onChange={set} />
    case 'long_template':
      return (
        <TemplateInput
          {...control}
          multiline
          {...(field.key !== 'notes' && type !== 'note' && { message: { maxChars: field.maxChars } })}
          value={text}
          onChange={set}
        />
      )
    default:
      return (
        <Input
          {...control}
          className="h-9 text-sm"
          value={text}
          placeholder={textOf(field.fallback)}
          onChange={(event) => set(event.target.value)}
        />
      )
  }
}

function SwitchField({ field, value, path, onChange }: ValueProps) {
  const { type } = useNodeForm()
  const { label, hint } = useFieldText()
  const note = hint(type, path)
  return (
    <label className="flex items-start gap-2.5 text-sm">
      <input
        type="checkbox"
        className="mt-0.5 size-4.5 accent-accent"
        checked={(value ?? field.fallback) === true}
        onChange={(event) => onChange(event.target.checked, path)}
      />
      <span>
        {label(type, path, field.key)}
        {note && <span className="block text-[0.8125rem] text-ink-soft">{note}</span>}
      </span>
    </label>
  )
}

function ChoicesField({ field, value, path, onChange }: ValueProps) {
  const { type } = useNodeForm()
  const { label, choice } = useFieldText()
  if (field.kind !== 'choices') return null
  const chosen = Array.isArray(value) ? value.map(String) : []
  const toggle = (option: string, isOn: boolean) => {
    const next = field.options.filter((item) => (item === option ? isOn : chosen.includes(item)))
    onChange(next.length > 0 ? next : undefined, path)
  }
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{label(type, path, field.key)}</legend>
      <div className="grid grid-cols-2 gap-1.5">
        {field.options.map((option) => (
          <label key={option} className="flex items-center gap-2 text-[0.8125rem]">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={chosen.includes(option)}
              onChange={(event) => toggle(option, event.target.checked)}
            />
            {choice(field.key, option)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function GroupField({ field, value, path, onChange }: ValueProps) {
  const { type } = useNodeForm()
  const { label } = useFieldText()
  if (field.kind !== 'group') return null
  const data = (value ?? {}) as Data
  return (
    <fieldset className="rounded-xl border border-line p-3">
      <legend className="px-1 text-sm font-medium">{label(type, path, field.key)}</legend>
      <FormFields
        fields={field.fields}
        data={data}
        path={path}
        onChange={(next, place) => onChange(Object.keys(next).length > 0 ? next : undefined, place)}
      />
    </fieldset>
  )
}

function OneField(props: ValueProps) {
  const { field, value, path, onChange } = props
  const { type, byPath } = useNodeForm()
  const { label, hint } = useFieldText()
  const error = useFieldError(path)
  const issue = byPath.get(path)
  switch (field.kind) {
    case 'switch':
      return <SwitchField {...props} />
    case 'choices':
      return <ChoicesField {...props} />
    case 'group':
      return <GroupField {...props} />
    case 'list':
      return (
        <>
          <ListField
            field={field}
            value={value}
            path={path}
            onChange={onChange}
            renderFields={(props) => <FormFields {...props} />}
          />
          {type === 'ai' && path === 'tools' && (
            <ServerTools
              entries={Array.isArray(value) ? value : []}
              onChange={(next) => onChange(next, path)}
            />
          )}
        </>
      )
    case 'pairs':
      return <PairsField field={field} value={value} path={path} onChange={onChange} />
    case 'hours':
      return <HoursField value={value} path={path} onChange={onChange} />
    case 'cases':
      return <CasesField value={value} path={path} onChange={onChange} />
    default:
      return (
        <div>
          <Field label={label(type, path, field.key)} hint={hint(type, path)} error={error}>
            {(control) => <SingleInput {...props} control={control} />}
          </Field>
          {issue && <FixButtons issue={issue} />}
        </div>
      )
  }
}

/** The controls for some fields of a record. */
export function FormFields({ fields, data, path, onChange }: FormFieldsProps) {
  const form = useNodeForm()
  return (
    <div className="space-y-4">
      {fields.map((field) => {
        const place = path === '' ? field.key : `${path}.${field.key}`
        if (!isShown(form.type, place.replaceAll(/\.\d+/g, ''), form.data, data)) return null
        if (field.kind === 'file') {
          return (
            <FileField key={field.key} data={data} path={place} kinds={field.kinds} onChange={onChange} />
          )
        }
        return (
          <OneField
            key={field.key}
            field={field}
            value={data[field.key]}
            path={place}
            onChange={(value, where) => onChange(withValue(data, field.key, value), where)}
          />
        )
      })}
    </div>
  )
}
