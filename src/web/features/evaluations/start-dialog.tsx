import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, queries } from '../../app/api.ts'
import { useText } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { Dialog } from '../../ui/messages/dialog.tsx'
import {
  type Evaluation,
  type StartInput,
  useEvaluationChange,
  useEvaluationsText,
} from './evaluation-data.ts'

interface StartProps {
  flowId: string
  onClose: () => void
  onStarted: (evaluation: Evaluation) => void
}

const SOURCES = ['model', 'recorded'] as const

/** What is played, and within what bounds. */
export function StartDialog({ flowId, onClose, onStarted }: StartProps) {
  const text = useEvaluationsText()
  const { shell } = useText()
  const versions = useQuery(queries.flows.versions.queryOptions({ input: { id: flowId } }))
  const [version, setVersion] = useState('')
  const [answers, setAnswers] = useState<(typeof SOURCES)[number]>('model')
  const [cost, setCost] = useState('')
  const [minutes, setMinutes] = useState('10')
  const start = useEvaluationChange<Evaluation>((started) => {
    onClose()
    onStarted(started)
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const input: StartInput = {
      flowId,
      answers,
      ...(version !== '' && { version: Number(version) }),
      limits: { ...(cost !== '' && { cost: Number(cost) }), seconds: Math.round(Number(minutes) * 60) },
    }
    start.mutate({ act: () => api.evaluations.start(input) })
  }
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={text.start} description={text.startBody}>
      <form onSubmit={submit} className="space-y-4">
        <Field label={text.target}>
          {(control) => (
            <Select {...control} value={version} onChange={({ target }) => setVersion(target.value)}>
              <option value="">{text.draft}</option>
              {versions.data?.versions.map(({ number }) => (
                <option key={number} value={number}>
                  {text.version(number)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={text.answers}>
          {(control) => (
            <Select
              {...control}
              value={answers}
              onChange={({ target }) => setAnswers(target.value === 'recorded' ? 'recorded' : 'model')}
            >
              {SOURCES.map((source) => (
                <option key={source} value={source}>
                  {text.answerSources[source]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <div className="grid grid-cols-2 gap-3">
          <Field label={text.mostCost}>
            {(control) => (
              <Input
                {...control}
                type="number"
                min="0.0001"
                step="any"
                placeholder={text.noLimit}
                value={cost}
                onChange={({ target }) => setCost(target.value)}
              />
            )}
          </Field>
          <Field label={text.mostMinutes}>
            {(control) => (
              <Input
                {...control}
                type="number"
                required
                min="1"
                max="60"
                value={minutes}
                onChange={({ target }) => setMinutes(target.value)}
              />
            )}
          </Field>
        </div>
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            {shell.cancel}
          </Button>
          <Button type="submit" busy={start.isPending}>
            {text.start}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
