import { Plus, X } from 'lucide-react'
import { describeIssue } from '../../../../words/findings.ts'
import { Button } from '../../../ui/button.tsx'
import { TimeInput } from '../../../ui/days/time-input.tsx'
import { useEditorText } from '../../editor-text.ts'
import { useFieldText } from '../field-text.ts'
import { useFieldError, useNodeForm } from '../node-form.tsx'

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
type Span = [string, string]
type Weekly = Partial<Record<(typeof DAYS)[number], Span[]>>

interface HoursFieldProps {
  value: unknown
  path: string
  onChange: (value: unknown, field: string) => void
}

/** Opening hours: for each day the times from and to; a day without any is closed. */
export function HoursField({ value, path, onChange }: HoursFieldProps) {
  const { panel, findings } = useEditorText()
  const { type, byPath } = useNodeForm()
  const { label } = useFieldText()
  const [, within] = [...byPath].find(([place]) => place.startsWith(`${path}.`)) ?? []
  const error = useFieldError(path) ?? (within && describeIssue(findings, within))
  const weekly = (value ?? {}) as Weekly
  const set = (day: (typeof DAYS)[number], spans: Span[]) => {
    const { [day]: _, ...rest } = weekly
    onChange(spans.length > 0 ? { ...rest, [day]: spans } : rest, path)
  }
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{label(type, path, 'weekly')}</legend>
      <ul className="divide-y divide-line rounded-xl border border-line">
        {DAYS.map((day) => {
          const spans = weekly[day] ?? []
          return (
            <li key={day} className="flex items-start gap-2 px-3 py-1.5 text-sm">
              <span className="w-12 pt-1.5 text-ink-soft">{panel.days[day]}</span>
              <div className="flex-1 space-y-1">
                {spans.length === 0 && <span className="block pt-1.5 text-ink-soft">{panel.closed}</span>}
                {spans.map(([from, to], index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the times of a day have no name
                  <div key={index} className="flex items-center gap-1.5">
                    <TimeInput
                      aria-label={`${panel.days[day]} ${index + 1}: ${panel.from}`}
                      name={`${panel.days[day]} ${index + 1}: ${panel.from}`}
                      className="w-28"
                      value={from}
                      onTime={(time) => set(day, spans.with(index, [time, to]))}
                    />
                    –
                    <TimeInput
                      aria-label={`${panel.days[day]} ${index + 1}: ${panel.to}`}
                      name={`${panel.days[day]} ${index + 1}: ${panel.to}`}
                      className="w-28"
                      value={to}
                      onTime={(time) => set(day, spans.with(index, [from, time]))}
                    />
                    <Button
                      variant="quiet"
                      size="icon"
                      className="size-7"
                      aria-label={panel.removeItem(`${panel.days[day]} ${index + 1}`)}
                      onClick={() => set(day, spans.toSpliced(index, 1))}
                    >
                      <X aria-hidden />
                    </Button>
                  </div>
                ))}
              </div>
              <Button
                variant="quiet"
                size="icon"
                className="size-8"
                aria-label={panel.addHours(panel.days[day])}
                onClick={() =>
                  set(day, [...spans, spans.length === 0 ? ['09:00', '18:00'] : ['19:00', '22:00']])
                }
              >
                <Plus aria-hidden />
              </Button>
            </li>
          )
        })}
      </ul>
      {error && <p className="mt-1.5 text-[0.8125rem] text-bad">{error}</p>}
    </fieldset>
  )
}
