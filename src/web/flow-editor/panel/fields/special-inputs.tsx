import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { queries } from '../../../app/api.ts'
import { buildDistinctNames } from '../../../features/flows/flow-names.ts'
import { Input, Select, TextArea } from '../../../ui/field.tsx'
import { useDocument, useEditor } from '../../editor-context.tsx'
import { nameNode, useEditorText } from '../../editor-text.ts'
import { hasEntry } from '../../model/canvas/node-view.ts'
import { listVariableNames } from '../../model/variables.ts'
import type { ControlProps } from '../field-text.ts'

interface InputProps {
  control: ControlProps
  value: string
  onChange: (value: string) => void
}

export function CodeInput({ control, value, onChange }: InputProps) {
  return (
    <TextArea
      {...control}
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="min-h-40 font-mono text-[0.8125rem] leading-5"
    />
  )
}

/** A formula, which grows with what is written. */
export function FormulaInput({ control, value, onChange }: InputProps) {
  return (
    <TextArea
      {...control}
      rows={2}
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="min-h-0 resize-y font-mono text-[0.8125rem] leading-5 [field-sizing:content]"
    />
  )
}

/** The name of a variable; those of the flow are offered. */
export function VariableInput({ control, value, onChange }: InputProps) {
  const listId = useId()
  const names = listVariableNames(useDocument())
  return (
    <>
      <Input
        {...control}
        list={listId}
        autoComplete="off"
        spellCheck={false}
        className="h-9 font-mono text-sm"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={listId}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}

/** Another flow of the person. */
export function FlowSelect({ control, value, onChange }: InputProps) {
  const { panel } = useEditorText()
  const { flowId } = useEditor()
  const flows = useQuery(queries.flows.list.queryOptions({ input: {} }))
  const others = [...buildDistinctNames(flows.data ?? [])].filter(([id]) => id !== flowId)
  return (
    <Select
      {...control}
      className="h-9 text-sm"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{panel.choose}</option>
      {value !== '' && !others.some(([id]) => id === value) && <option value={value}>{value}</option>}
      {others.map(([id, name]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}

/** Another node of this flow. */
export function NodeSelect({ control, value, onChange }: InputProps) {
  const text = useEditorText()
  const { nodes } = useDocument().definition
  const targets = nodes.filter((node) => hasEntry(node) && node.type !== 'goto')
  return (
    <Select
      {...control}
      className="h-9 text-sm"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{text.panel.choose}</option>
      {value !== '' && !targets.some(({ id }) => id === value) && <option value={value}>{value}</option>}
      {targets.map((node) => (
        <option key={node.id} value={node.id}>
          {nameNode(text, node.type, node.data)} · {node.id}
        </option>
      ))}
    </Select>
  )
}

export function TimezoneInput({
  control,
  value,
  placeholder,
  onChange,
}: InputProps & { placeholder: string }) {
  const listId = useId()
  return (
    <>
      <Input
        {...control}
        list={listId}
        autoComplete="off"
        className="h-9 text-sm"
        value={value}
        placeholder={placeholder || Intl.DateTimeFormat().resolvedOptions().timeZone}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={listId}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  )
}
