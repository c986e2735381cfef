import { useLanguage } from '../../i18n/language.tsx'
import { classes } from '../../ui/classes.ts'
import { TimeInput } from '../../ui/days/time-input.tsx'
import { Field } from '../../ui/field.tsx'
import { DAYS, findHoursProblem, nameDay, type StartHours } from './start-hours.ts'
import { useStartText } from './start-text.ts'

interface HoursQuestionProps {
  hours: StartHours
  isAlways: boolean
  onHours: (hours: StartHours) => void
  onAlways: (isAlways: boolean) => void
}

/** Days to press and one span for all of them, or always. */
export function HoursQuestion({ hours, isAlways, onHours, onAlways }: HoursQuestionProps) {
  const { tag } = useLanguage()
  const text = useStartText()
  const problem = isAlways ? null : findHoursProblem(hours)
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{text.hours}</legend>
      <label className="mb-3 flex w-fit items-center gap-2 text-sm">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          checked={isAlways}
          onChange={({ target }) => onAlways(target.checked)}
        />
        {text.always}
      </label>
      {!isAlways && (
        <div className="flex flex-wrap items-end gap-x-5 gap-y-3">
          {/* biome-ignore lint/a11y/useSemanticElements: it stands inside a fieldset that has the question */}
          <div role="group" aria-label={text.days} className="flex flex-wrap gap-1.5">
            {DAYS.map((day) => (
              <label
                key={day}
                className={classes(
                  'grid h-10 min-w-11 cursor-pointer place-items-center rounded-lg border px-2 text-sm has-focus-visible:outline-2 has-focus-visible:outline-accent',
                  hours.days.includes(day)
                    ? 'border-accent bg-accent-soft text-accent'
                    : 'border-line text-ink-soft hover:bg-sunken',
                )}
              >
                <input
                  type="checkbox"
                  className="sr-only"
                  aria-label={nameDay(day, tag, 'long')}
                  checked={hours.days.includes(day)}
                  onChange={({ target }) =>
                    onHours({
                      ...hours,
                      days: target.checked ? [...hours.days, day] : hours.days.filter((one) => one !== day),
                    })
                  }
                />
                <span aria-hidden>{nameDay(day, tag, 'short')}</span>
              </label>
            ))}
          </div>
          <div className="flex gap-3">
            {(['from', 'to'] as const).map((end) => (
              <Field key={end} label={text[end]}>
                {(control) => (
                  <TimeInput
                    {...control}
                    name={text[end]}
                    required
                    className="w-32"
                    value={hours[end]}
                    onTime={(time) => onHours({ ...hours, [end]: time })}
                  />
                )}
              </Field>
            ))}
          </div>
        </div>
      )}
      {problem && (
        <p role="alert" className="mt-2 text-[0.8125rem] text-bad">
          {text[problem]}
        </p>
      )}
    </fieldset>
  )
}
