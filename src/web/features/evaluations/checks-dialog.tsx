import { Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { api } from '../../app/api.ts'
import { useText } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, Input, Select, TextArea } from '../../ui/field.tsx'
import { Dialog } from '../../ui/messages/dialog.tsx'
import { type Check, type TestCase, useEvaluationChange, useEvaluationsText } from './evaluation-data.ts'

type Kind = Check['kind']

const EMPTY: Readonly<Record<Kind, Check>> = {
  contains: { kind: 'contains', text: '' },
  lacks: { kind: 'lacks', text: '' },
  matches: { kind: 'matches', pattern: '' },
  length: { kind: 'length', most: 500 },
  route: { kind: 'route', node: '', exit: '' },
  field: { kind: 'field', var: '', equals: '' },
  source: { kind: 'source', title: '' },
  state: { kind: 'state', state: 'completed' },
  judge: { kind: 'judge', rubric: '', pass: 7 },
}
const KINDS = Object.keys(EMPTY) as Kind[]

type TextKey =
  | 'text'
  | 'pattern'
  | 'most'
  | 'node'
  | 'exit'
  | 'variable'
  | 'equals'
  | 'document'
  | 'state'
  | 'rubric'
  | 'pass'

/** The fields of a check with the words for each. */
const FIELDS: Readonly<Record<Kind, readonly [string, TextKey][]>> = {
  contains: [['text', 'text']],
  lacks: [['text', 'text']],
  matches: [['pattern', 'pattern']],
  length: [['most', 'most']],
  route: [
    ['node', 'node'],
    ['exit', 'exit'],
  ],
  field: [
    ['var', 'variable'],
    ['equals', 'equals'],
  ],
  source: [['title', 'document']],
  state: [['state', 'state']],
  judge: [
    ['rubric', 'rubric'],
    ['pass', 'pass'],
  ],
}
const NUMBERS: readonly string[] = ['most', 'pass']

export const readChecks = ({ case: document }: TestCase): Check[] =>
  (document.evaluation as { checks?: Check[] } | undefined)?.checks ?? []

function toValue(key: string, typed: string): unknown {
  if (NUMBERS.includes(key)) return Number(typed)
  if (key !== 'equals') return typed
  try {
    return JSON.parse(typed) as unknown
  } catch {
    return typed
  }
}

const toTyped = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

interface RowProps {
  check: Check
  onChange: (check: Check) => void
  onRemove: () => void
}

function CheckRow({ check, onChange, onRemove }: RowProps) {
  const text = useEvaluationsText()
  const values = check as unknown as Record<string, unknown>
  const set = (key: string, typed: string) =>
    onChange({ ...values, [key]: toValue(key, typed) } as unknown as Check)
  return (
    <li className="space-y-3 rounded-xl border border-line p-3">
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <Field label={text.kind}>
            {(control) => (
              <Select
                {...control}
                value={check.kind}
                onChange={({ target }) => onChange(EMPTY[target.value as Kind])}
              >
                {KINDS.map((kind) => (
                  <option key={kind} value={kind}>
                    {text.kinds[kind]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        <Button variant="quiet" size="icon" aria-label={text.removeCheck} onClick={onRemove}>
          <Trash2 aria-hidden />
        </Button>
      </div>
      {FIELDS[check.kind].map(([key, label]) => (
        <Field key={key} label={text[label]}>
          {(control) =>
            key === 'rubric' ? (
              <TextArea
                {...control}
                required
                className="min-h-20 text-sm"
                value={toTyped(values[key])}
                onChange={({ target }) => set(key, target.value)}
              />
            ) : (
              <Input
                {...control}
                required
                type={NUMBERS.includes(key) ? 'number' : 'text'}
                {...(key === 'pass' && { min: 1, max: 10 })}
                {...(key === 'most' && { min: 1 })}
                value={toTyped(values[key])}
                onChange={({ target }) => set(key, target.value)}
              />
            )
          }
        </Field>
      ))}
    </li>
  )
}

/** What has to hold of one conversation. */
export function ChecksDialog({ test, onClose }: { test: TestCase; onClose: () => void }) {
  const text = useEvaluationsText()
  const { shell } = useText()
  const [checks, setChecks] = useState(() => readChecks(test).map((check, key) => ({ key, check })))
  const [next, setNext] = useState(checks.length)
  const save = useEvaluationChange<unknown>(onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const evaluation = { checks: checks.map(({ check }) => check) }
    const document = { ...test.case, evaluation }
    save.mutate({
      act: () => api.flows.testCases.save({ id: test.flowId, caseId: test.id, case: document }),
      done: text.checksSaved,
    })
  }
  const add = () => {
    setChecks([...checks, { key: next, check: EMPTY.contains }])
    setNext(next + 1)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={text.checksOf(test.title)}
      description={text.checksBody}
    >
      <form onSubmit={submit} className="space-y-4">
        <ul className="space-y-3">
          {checks.map(({ key, check }) => (
            <CheckRow
              key={key}
              check={check}
              onChange={(changed) =>
                setChecks(checks.map((one) => (one.key === key ? { key, check: changed } : one)))
              }
              onRemove={() => setChecks(checks.filter((one) => one.key !== key))}
            />
          ))}
        </ul>
        <Button variant="secondary" onClick={add}>
          <Plus aria-hidden />
          {text.addCheck}
        </Button>
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            {shell.cancel}
          </Button>
          <Button type="submit" busy={save.isPending}>
            {shell.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
