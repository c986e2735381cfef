import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMay } from '../../app/workspace.ts'
import { useText } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { SectionCard } from '../../ui/card.tsx'
import { classes } from '../../ui/classes.ts'
import type { Client } from '../clients/client-data.ts'
import { BeginLink } from '../start/begin-link.tsx'
import type { Overview } from './overview-data.ts'
import { useOverviewText } from './overview-text.ts'

interface Step {
  title: string
  body: string
  isDone: boolean
  /** What does it; only the first step that is open shows its own. */
  action: ReactNode
}

function StepLine({ step, number, isNext }: { step: Step; number: number; isNext: boolean }) {
  const { first: text } = useOverviewText()
  const { title, body, isDone, action } = step
  return (
    <li className="flex gap-4 py-3" aria-current={isNext ? 'step' : undefined}>
      <span
        aria-hidden
        className={classes(
          'grid size-7 shrink-0 place-items-center rounded-full text-sm font-semibold',
          isDone ? 'bg-accent text-on-accent' : 'bg-sunken text-ink-soft',
        )}
      >
        {isDone ? <Check className="size-4" /> : number}
      </span>
      <div className="flex flex-1 flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div>
          <h3 className={classes('font-medium', isDone && 'text-ink-soft')}>
            {title}
            {isDone && <span className="sr-only"> ({text.done})</span>}
          </h3>
          {!isDone && <p className="text-sm text-pretty text-ink-soft">{body}</p>}
        </div>
        {isNext && action}
      </div>
    </li>
  )
}

interface FirstStepsProps {
  setup: Overview['setup']
  clients: readonly Client[]
  hasSandbox: boolean
}

/** What is left to do until a number answers by itself. */
export function FirstSteps({ setup, clients, hasSandbox }: FirstStepsProps) {
  const { first: text } = useOverviewText()
  const { clients: clientsText } = useText()
  const may = useMay()
  const [client] = clients
  const steps: readonly Step[] = [
    {
      ...{ title: text.number, body: text.numberBody, isDone: setup.numbers > 0 },
      action: (
        <Button asChild>
          <Link to="/clients">{clientsText.create}</Link>
        </Button>
      ),
    },
    {
      ...{
        title: text.connect,
        body: text.connectBody,
        isDone: setup.connected > 0 || setup.hasConversation,
      },
      action: client && (
        <Button asChild>
          <Link to="/clients/$clientId" params={{ clientId: client.id }}>
            {clientsText.start}
          </Link>
        </Button>
      ),
    },
    {
      ...{ title: text.flow, body: text.flowBody, isDone: setup.isAnswering },
      action: <BeginLink {...(client && { clientId: client.id })} />,
    },
    {
      ...{ title: text.write, body: text.writeBody, isDone: setup.hasConversation },
      action: hasSandbox && may('manage') && (
        <Button asChild variant="secondary">
          <Link to="/sandbox">{clientsText.networks.sandbox}</Link>
        </Button>
      ),
    },
  ]
  const next = steps.findIndex(({ isDone }) => !isDone)
  return (
    <SectionCard title={text.title} description={text.body}>
      <ol className="-my-3 divide-y divide-line">
        {steps.map((step, at) => (
          <StepLine key={step.title} step={step} number={at + 1} isNext={at === next} />
        ))}
      </ol>
      {setup.members === 1 && may('manage') && (
        <p className="mt-5 text-sm text-ink-soft">
          {text.team}{' '}
          <Link to="/team" className="font-medium text-accent underline">
            {text.invite}
          </Link>
        </p>
      )}
    </SectionCard>
  )
}
