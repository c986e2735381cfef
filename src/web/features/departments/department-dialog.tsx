import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { DEPARTMENT_RULES } from '../../../contract/account/departments.ts'
import { hasRight } from '../../../contract/scopes.ts'
import { api, queries } from '../../app/api.ts'
import { readForm } from '../../app/read-form.ts'
import { Field, Input, Select } from '../../ui/field.tsx'
import { Dialog, FormActions } from '../../ui/messages/dialog.tsx'
import { HoursQuestion } from '../start/hours-question.tsx'
import { FIRST_HOURS, findHoursProblem, type StartHours, toWeekly } from '../start/start-hours.ts'
import { type Department, useDepartmentChange } from './department-data.ts'
import { useDepartmentsText } from './departments-text.ts'
import { toShownHours } from './shown-hours.ts'

type Rule = Department['rule']
type Hours = NonNullable<Department['hours']>

/** Who is in it: everybody of the workspace who may write to contacts. */
function MemberFields({ chosen }: { chosen: readonly string[] }) {
  const { form: text, awayOf } = useDepartmentsText()
  const members = useQuery(queries.workspaces.members.list.queryOptions({ input: {} }))
  const people = members.data?.filter(({ role }) => hasRight(role, 'talk')) ?? []
  return (
    <fieldset className="max-h-44 overflow-y-auto rounded-lg border border-line p-3">
      <legend className="px-1 text-sm font-medium">{text.members}</legend>
      {people.map(({ userId, name, awaySince }) => (
        <label key={userId} className="flex items-center gap-2 py-0.5 text-sm break-words">
          <input
            type="checkbox"
            name="memberIds"
            value={userId}
            defaultChecked={chosen.includes(userId)}
            className="size-4 accent-accent"
          />
          {awaySince === null ? name : awayOf(name)}
        </label>
      ))}
    </fieldset>
  )
}

interface HoursFieldsProps {
  kept: Hours | null
  hours: StartHours
  isAlways: boolean
  onHours: (hours: StartHours) => void
  onAlways: (isAlways: boolean) => void
  /** Departments that may have what comes outside of them. */
  others: readonly Department[]
  otherwiseId: string | null
}

/** When it works, and what becomes of a conversation at other times. */
function HoursFields({ kept, others, otherwiseId, ...question }: HoursFieldsProps) {
  const { form: text } = useDepartmentsText()
  return (
    <>
      <HoursQuestion {...question} />
      {!question.isAlways && (
        <>
          <Field label={text.timezone}>
            {(control) => (
              <Select
                {...control}
                name="timezone"
                defaultValue={kept?.timezone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone}
              >
                {[
                  ...new Set([
                    'UTC',
                    ...(kept ? [kept.timezone] : []),
                    ...Intl.supportedValuesOf('timeZone'),
                  ]),
                ].map((zone) => (
                  <option key={zone} value={zone}>
                    {zone}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label={text.otherwise}>
            {(control) => (
              <Select {...control} name="otherwiseId" defaultValue={otherwiseId ?? ''}>
                <option value="">{text.waits}</option>
                {others.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </>
      )}
    </>
  )
}

interface DepartmentDialogProps {
  /** The one that is changed; null: a new one. */
  department: Department | null
  others: readonly Department[]
  onClose: () => void
}

/** Asks for all of a department. */
export function DepartmentDialog({ department, others, onClose }: DepartmentDialogProps) {
  const words = useDepartmentsText()
  const { form: text } = words
  const kept = department?.hours ?? null
  const shown = kept && toShownHours(kept.weekly, kept.closedDates)
  const [rule, setRule] = useState<Rule>(department?.rule ?? 'round_robin')
  const [hours, setHours] = useState(shown ?? FIRST_HOURS)
  const [isAlways, setAlways] = useState(kept === null)
  const [isKept, setKept] = useState(kept !== null && shown === null)
  const change = useDepartmentChange(onClose)
  const isOpen = isKept || isAlways
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isOpen && findHoursProblem(hours)) return
    const read = readForm(event.currentTarget)
    const memberIds = new FormData(event.currentTarget).getAll('memberIds').map(String)
    const own = isAlways
      ? null
      : { timezone: read('timezone'), weekly: toWeekly(hours), closedDates: [] as string[] }
    const input = {
      ...{ name: read('name'), rule, memberIds, hours: isKept ? kept : own },
      otherwiseId: isKept ? (department?.otherwiseId ?? null) : read('otherwiseId') || null,
    }
    const act = () =>
      department ? api.departments.update({ id: department.id, ...input }) : api.departments.create(input)
    change.mutate({ act, done: words.saved(input.name) })
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={department ? text.changeTitle(department.name) : text.createTitle}
      description={words.body}
    >
      <form onSubmit={submit} className="space-y-4">
        <Field label={text.name}>
          {(control) => (
            <Input {...control} name="name" required maxLength={60} defaultValue={department?.name ?? ''} />
          )}
        </Field>
        <MemberFields chosen={department?.members.map(({ userId }) => userId) ?? []} />
        <Field label={text.rule} hint={words.ruleHints[rule]}>
          {(control) => (
            <Select
              {...control}
              value={rule}
              onChange={({ target }) =>
                setRule(DEPARTMENT_RULES.find((one) => one === target.value) ?? 'everyone')
              }
            >
              {DEPARTMENT_RULES.map((one) => (
                <option key={one} value={one}>
                  {words.rules[one]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {kept && shown === null && (
          <label className="flex items-center gap-2 text-sm">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={isKept}
              onChange={({ target }) => setKept(target.checked)}
            />
            {text.keepHours}
            <span className="text-ink-soft">{text.ownHours}</span>
          </label>
        )}
        {!isKept && (
          <HoursFields
            {...{ kept, hours, isAlways, others }}
            otherwiseId={department?.otherwiseId ?? null}
            onHours={setHours}
            onAlways={setAlways}
          />
        )}
        <FormActions action={text.save} busy={change.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
