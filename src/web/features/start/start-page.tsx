import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import {
  BedDouble,
  GraduationCap,
  Hammer,
  HeartPulse,
  type LucideIcon,
  MessageCircle,
  Scissors,
  Store,
  Utensils,
} from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { queries } from '../../app/api.ts'
import { useLanguage, useText } from '../../i18n/language.tsx'
import { BackLink } from '../../ui/back-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { ErrorState } from '../../ui/messages/states.tsx'
import { Page } from '../../ui/page.tsx'
import { importUnderFreeNames } from '../flows/import-under-free-names.ts'
import { BUSINESSES, type Business } from './businesses.ts'
import { HoursQuestion } from './hours-question.tsx'
import { buildStartFlow, cleanName } from './start-flow.ts'
import { FIRST_HOURS, findHoursProblem } from './start-hours.ts'
import { useStartText } from './start-text.ts'

const route = getRouteApi('/app/flows/start')

const ICONS: Record<Business, LucideIcon> = {
  restaurant: Utensils,
  salon: Scissors,
  clinic: HeartPulse,
  shop: Store,
  services: Hammer,
  lodging: BedDouble,
  school: GraduationCap,
  other: MessageCircle,
}

function BusinessQuestion({
  value,
  onChange,
}: {
  value: Business | null
  onChange: (business: Business) => void
}) {
  const text = useStartText()
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">{text.business}</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {BUSINESSES.map((business) => {
          const Icon = ICONS[business]
          return (
            <label
              key={business}
              className="flex cursor-pointer items-center gap-2.5 rounded-xl border border-line p-3 text-sm leading-tight font-medium transition-colors hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name="business"
                className="sr-only"
                checked={business === value}
                onChange={() => onChange(business)}
              />
              <Icon className="size-4.5 shrink-0 text-accent" strokeWidth={1.9} aria-hidden />
              {text.businesses[business].name}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}

interface PeopleQuestionProps {
  business: Business
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

function PeopleQuestion({ business, chosen, onChange }: PeopleQuestionProps) {
  const text = useStartText()
  return (
    <fieldset>
      <legend className="text-sm font-medium">{text.people}</legend>
      <p className="mt-0.5 mb-2 text-[0.8125rem] text-ink-soft">{text.peopleHint}</p>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {Object.entries(text.businesses[business].topics).map(([id, { label }]) => (
          <label key={id} className="flex items-center gap-2 text-sm">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={chosen.includes(id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
              }
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Makes the flow of these answers and opens it beside the phone. */
function useStart() {
  const text = useStartText()
  const { tag } = useLanguage()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { client } = route.useSearch()
  const clients = useQuery(queries.clients.list.queryOptions({ input: {} }))
  const [only, ...others] = clients.data ?? []
  const known = clients.data?.find(({ id }) => id === client) ?? (others.length === 0 ? only : undefined)
  return useMutation({
    async mutationFn(answers: Parameters<typeof buildStartFlow>[1]) {
      const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions()
      const document = buildStartFlow(text, answers, { timezone, tag })
      const { flow } = await importUnderFreeNames(cache, { ...document, clientId: known?.id ?? null })
      return flow.id
    },
    onSuccess: (flowId) =>
      navigate({ to: '/flows/$flowId/edit', params: { flowId }, search: { show: 'first' } }),
  })
}

function StartForm() {
  const text = useStartText()
  const [business, setBusiness] = useState<Business | null>(null)
  const [name, setName] = useState('')
  const [hours, setHours] = useState(FIRST_HOURS)
  const [isAlways, setAlways] = useState(false)
  const [forPeople, setForPeople] = useState<string[]>([])
  const start = useStart()
  if (start.isError) return <ErrorState error={start.error} onRetry={() => start.reset()} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (business) start.mutate({ business, name, hours: isAlways ? null : hours, forPeople })
  }
  const isReady = cleanName(name) !== '' && (isAlways || findHoursProblem(hours) === null)
  return (
    <form onSubmit={submit} className="space-y-7 p-5 sm:p-6">
      <BusinessQuestion
        value={business}
        onChange={(next) => {
          setBusiness(next)
          setForPeople([])
        }}
      />
      {business && (
        <>
          <Field label={text.name} hint={text.nameHint}>
            {(control) => (
              <Input
                {...control}
                className="max-w-md"
                required
                maxLength={60}
                autoComplete="organization"
                placeholder={text.nameExample}
                value={name}
                onChange={({ target }) => setName(target.value)}
              />
            )}
          </Field>
          <HoursQuestion hours={hours} isAlways={isAlways} onHours={setHours} onAlways={setAlways} />
          <PeopleQuestion business={business} chosen={forPeople} onChange={setForPeople} />
          <Button
            type="submit"
            size="large"
            right="build"
            className="w-full sm:w-auto"
            busy={start.isPending}
            disabled={!isReady}
          >
            {text.make}
          </Button>
        </>
      )}
    </form>
  )
}

/** The first five minutes: a business and three questions, from which a whole flow is made. */
export function StartPage() {
  const { flows } = useText()
  const text = useStartText()
  return (
    <Page title={text.title} intro={text.intro} lead={<BackLink to="/flows">{flows.title}</BackLink>}>
      <Card>
        <StartForm />
      </Card>
      <p className="mt-5 text-sm">
        <Link to="/flows/templates" className="rounded text-accent hover:underline">
          {text.gallery}
        </Link>
      </p>
    </Page>
  )
}
