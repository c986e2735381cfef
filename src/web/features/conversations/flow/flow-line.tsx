import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, Hand, type LucideIcon, MessageCircleQuestion, Moon, Workflow } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { RunFailure } from '../../../../core/flow/index.ts'
import { api, queries } from '../../../app/api.ts'
import { useMay } from '../../../app/workspace.ts'
import { useDates } from '../../../i18n/dates.ts'
import { useRunFailureSentence } from '../../../i18n/run-failures.ts'
import { useLookAgain } from '../../../live/live.tsx'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { LOOK_AGAIN_MS } from '../chat-data.ts'
import type { ConversationPlace } from '../contact-changes.ts'
import { type FlowStanding, readStanding } from './flow-standing.ts'
import { quote, useFlowDeskText, useStepName } from './flow-text.ts'
import { type RunDialog, RunMenu } from './run-menu.tsx'
import { useRunActs } from './use-run-acts.ts'

const RunDialogs = lazy(async () => ({ default: (await import('./run-dialogs.tsx')).RunDialogs }))

type Run = Extract<FlowStanding, { kind: 'under_way' | 'left' | 'failed' }>['run']

const LINK = 'font-medium underline underline-offset-2 hover:text-ink'

/**
 * The step a run is at, by its label. It leads to the version that runs, which the page of the run shows: the draft may have changed
 * since. Of a test of a draft, who builds flows gets to the draft.
 */
function StepLink({ run }: { run: Run }) {
  const nameStep = useStepName()
  const mayBuild = useMay()('build')
  const { step } = run
  if (!step) return null
  const name = quote(nameStep(step))
  if (run.versionNumber !== null)
    return (
      <Link to="/runs/$runId" params={{ runId: run.id }} className={LINK}>
        {name}
      </Link>
    )
  if (!mayBuild) return <span className="font-medium">{name}</span>
  return (
    <Link
      to="/flows/$flowId/edit"
      params={{ flowId: step.flowId }}
      search={{ node: step.nodeId }}
      className={LINK}
    >
      {name}
    </Link>
  )
}

function RunLink({ run }: { run: Run }) {
  return (
    <Link to="/runs/$runId" params={{ runId: run.id }} className={LINK}>
      {quote(run.flowName)}
    </Link>
  )
}

/** The flow, what it does, and at which step. */
function RunSentence({ run, does, after }: { run: Run; does: string; after?: ReactNode }) {
  return (
    <>
      <RunLink run={run} /> {does} <StepLink run={run} />
      {after}
    </>
  )
}

/** What a run under way waits for. */
function useUnderWay() {
  const text = useFlowDeskText()
  const dates = useDates()
  return (run: Extract<FlowStanding, { kind: 'under_way' }>['run']): { does: string; after: string } => {
    const due = run.dueAt === null ? null : dates.near(run.dueAt)
    switch (run.state) {
      case 'waiting_input':
        return { does: text.waitsAt, after: due === null ? '' : ` ${text.waitsUntil(due)}` }
      case 'waiting_timer':
        return { does: due === null ? text.sleeps : text.sleepsUntil(due), after: '' }
      case 'waiting_effect':
        return { does: text.asksElsewhere, after: '' }
      case 'waiting_approval':
        return { does: text.awaitsApproval, after: '' }
      case 'handed_off':
        return { does: text.pausedAt, after: '' }
      default:
        return { does: text.works, after: '' }
    }
  }
}

function Paused({ standing }: { standing: Extract<FlowStanding, { kind: 'paused' }> }) {
  const text = useFlowDeskText()
  const dates = useDates()
  const { by, at, name, until, run } = standing
  const end = dates.near(until)
  return (
    <>
      {by === null || at === null ? text.silentUntil(end) : text.pausedBy[by](dates.near(at), end, name)}
      {run && ' · '}
      {run && <RunSentence run={run} does={text.pausedAt} />}
    </>
  )
}

function Failed({ run }: { run: Extract<FlowStanding, { kind: 'failed' }>['run'] }) {
  const text = useFlowDeskText()
  const renderFailure = useRunFailureSentence()
  const why = run.failure && renderFailure(run.failure as RunFailure)
  return <RunSentence run={run} does={text.failedAt} after={why && `: ${why}`} />
}

function Sentence({ standing }: { standing: FlowStanding }) {
  const text = useFlowDeskText()
  const describe = useUnderWay()
  switch (standing.kind) {
    case 'paused':
      return <Paused standing={standing} />
    case 'under_way':
      return <RunSentence run={standing.run} {...describe(standing.run)} />
    case 'left':
      return <RunSentence run={standing.run} does={text.leftAt} />
    case 'failed':
      return <Failed run={standing.run} />
  }
}

/** What one most likely wants, in one press. */
function MainAct({
  standing,
  place: { clientId, jid },
}: {
  standing: FlowStanding
  place: ConversationPlace
}) {
  const text = useFlowDeskText()
  const { mutate, isPending } = useRunActs()
  const { kind, run } = standing
  const resume = (id: string) =>
    mutate({ call: () => api.flows.states.resume({ id }), done: text.resume.done })
  const act = { right: 'talk', variant: 'secondary', size: 'small', busy: isPending } as const
  if (kind === 'paused') {
    const giveBack = () =>
      mutate({ call: () => api.contacts.update({ clientId, contactJid: jid, handoffSec: 0 }) })
    return (
      <Button {...act} onClick={() => (run?.state === 'handed_off' ? resume(run.id) : giveBack())}>
        {text.giveBack}
      </Button>
    )
  }
  if (kind === 'left' || (run?.state === 'waiting_timer' && kind === 'under_way'))
    return (
      <Button {...act} onClick={() => resume(run.id)}>
        {kind === 'left' ? text.goOnThere : text.goOn}
      </Button>
    )
  return null
}

function iconOf({ kind, run }: FlowStanding): LucideIcon {
  if (kind === 'paused') return Hand
  if (kind === 'failed') return CircleAlert
  if (kind === 'left' || run.state === 'waiting_timer') return Moon
  return run.state === 'waiting_input' ? MessageCircleQuestion : Workflow
}

/** Over the composer: what the flow does in this conversation now, and what a person can do about it. */
export function FlowLine(place: ConversationPlace) {
  const text = useFlowDeskText()
  const [dialog, setDialog] = useState<RunDialog | null>(null)
  const { data } = useQuery({
    ...queries.flows.states.current.queryOptions({
      input: { clientId: place.clientId, contactJid: place.jid },
    }),
    refetchInterval: useLookAgain(LOOK_AGAIN_MS),
    retry: false,
  })
  const standing = data ? readStanding(data, Date.now()) : null
  if (!standing) return null
  const Icon = iconOf(standing)
  const { run, kind } = standing
  return (
    <section
      aria-label={text.line}
      className="flex items-center gap-2 border-t border-line bg-sunken px-4 py-1.5 text-sm text-ink-soft md:px-6"
    >
      <Icon aria-hidden className={classes('size-4 shrink-0', kind === 'failed' && 'text-bad')} />
      <p role="status" dir="auto" className="min-w-0 flex-1 break-words">
        <Sentence standing={standing} />
      </p>
      <MainAct standing={standing} place={place} />
      {run && kind !== 'failed' && <RunMenu run={run} isPaused={kind === 'paused'} onOpen={setDialog} />}
      {dialog && (
        <Suspense>
          <RunDialogs dialog={dialog} onClose={() => setDialog(null)} />
        </Suspense>
      )}
    </section>
  )
}
