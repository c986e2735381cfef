import { Plus, Trash2 } from 'lucide-react'
import { CONDITION_OPS, UNARY_OPS } from '../../../../core/flow/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input, Select } from '../../../ui/field.tsx'
import { useEditorText } from '../../editor-text.ts'
import { withValue } from '../../model/form-fields.ts'
import { useFieldError } from '../node-form.tsx'
import { type Entry, EntryList, type EntryProps } from './entry-list.tsx'
import { TemplateInput } from './template-input.tsx'

const UNARY: ReadonlySet<string> = new Set(UNARY_OPS)

interface Row {
  left?: unknown
  op: string
  right?: unknown
}
type Way = 'all' | 'any' | 'expr'

const wayOf = (item: Entry): Way => ('expr' in item ? 'expr' : 'any' in item ? 'any' : 'all')
const rowsOf = (item: Entry): Row[] => {
  const rows = item.all ?? item.any
  return Array.isArray(rows) ? (rows as Row[]) : []
}
const textOf = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

const NEW_ROW: Row = { left: '', op: 'eq', right: '' }

interface RowsProps {
  rows: readonly Row[]
  path: string
  label: string
  onChange: (rows: Row[], field: string) => void
}

function RowError({ path }: { path: string }) {
  const [left, right, whole] = [
    useFieldError(`${path}.left`),
    useFieldError(`${path}.right`),
    useFieldError(path),
  ]
  const error = left ?? right ?? whole
  return error ? <p className="text-[0.8125rem] text-bad">{error}</p> : null
}

function Rows({ rows, path, label, onChange }: RowsProps) {
  const { panel } = useEditorText()
  return (
    <div className="space-y-2">
      {rows.map((row, index) => {
        const place = `${path}.${index}`
        const set = (part: Partial<Row>, key: string) =>
          onChange(rows.with(index, { ...row, ...part }), `${place}.${key}`)
        const name = `${label}, ${panel.row(index + 1)}`
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name of their own
          <div key={index} className="space-y-1.5 rounded-lg bg-sunken/60 p-2">
            <TemplateInput
              aria-label={`${name}: ${panel.left}`}
              placeholder="{{ vars.name }}"
              value={textOf(row.left)}
              onChange={(left) => set({ left }, 'left')}
            />
            <div className="flex gap-1.5">
              <Select
                aria-label={`${name}: ${panel.op}`}
                className="h-9 text-sm"
                value={row.op}
                onChange={(event) => set({ op: event.target.value }, 'op')}
              >
                {CONDITION_OPS.map((op) => (
                  <option key={op} value={op}>
                    {panel.ops[op]}
                  </option>
                ))}
              </Select>
              <Button
                variant="quiet"
                size="icon"
                className="size-9"
                aria-label={panel.removeItem(name)}
                disabled={rows.length === 1}
                onClick={() => onChange(rows.toSpliced(index, 1), path)}
              >
                <Trash2 aria-hidden />
              </Button>
            </div>
            {!UNARY.has(row.op) && (
              <TemplateInput
                aria-label={`${name}: ${panel.right}`}
                value={textOf(row.right)}
                onChange={(right) => set({ right }, 'right')}
              />
            )}
            <RowError path={place} />
          </div>
        )
      })}
      <Button size="small" variant="quiet" onClick={() => onChange([...rows, NEW_ROW], path)}>
        <Plus aria-hidden />
        {panel.addRow}
      </Button>
    </div>
  )
}

function CaseCard({ entry: item, path, label, onChange }: EntryProps) {
  const { panel } = useEditorText()
  const way = wayOf(item)
  const error = useFieldError(`${path}.expr`)
  const changeWay = (next: Way) => {
    const { all: _all, any: _any, expr: _expr, ...rest } = item
    const rows = rowsOf(item)
    const body = next === 'expr' ? { expr: '' } : { [next]: rows.length > 0 ? rows : [NEW_ROW] }
    onChange({ ...rest, ...body }, path)
  }
  return (
    <div className="space-y-3">
      <Input
        aria-label={`${label}: ${panel.caseLabel}`}
        placeholder={panel.caseLabel}
        className="h-9 text-sm"
        value={textOf(item.label)}
        onChange={(event) =>
          onChange(withValue(item, 'label', event.target.value || undefined), `${path}.label`)
        }
      />
      <Select
        aria-label={`${label}: ${panel.way}`}
        className="h-9 text-sm"
        value={way}
        onChange={(event) => changeWay(event.target.value as Way)}
      >
        <option value="all">{panel.ways.all}</option>
        <option value="any">{panel.ways.any}</option>
        <option value="expr">{panel.ways.expr}</option>
      </Select>
      {way === 'expr' ? (
        <Field label={panel.expression} hint={panel.expressionHint} error={error}>
          {(control) => (
            <Input
              {...control}
              className="h-9 font-mono text-sm"
              placeholder="vars.age >= 18"
              value={textOf(item.expr)}
              onChange={(event) => onChange({ ...item, expr: event.target.value }, `${path}.expr`)}
            />
          )}
        </Field>
      ) : (
        <Rows
          rows={rowsOf(item)}
          path={`${path}.${way}`}
          label={label}
          onChange={(rows, where) => onChange({ ...item, [way]: rows }, where)}
        />
      )}
    </div>
  )
}

interface CasesFieldProps {
  value: unknown
  path: string
  onChange: (value: unknown, field: string) => void
}

/** The cases of a condition: rows that must all hold, or one of them, or an expression. */
export function CasesField({ value, path, onChange }: CasesFieldProps) {
  return (
    <EntryList
      name="cases"
      value={value}
      path={path}
      onChange={onChange}
      keyOf={({ id }) => String(id)}
      renderEntry={(own) => <CaseCard {...own} />}
    />
  )
}
