import { ArrowRight } from 'lucide-react'
import { useDates } from '../../i18n/dates.ts'
import { useText } from '../../i18n/language.tsx'
import { Badge } from '../../ui/badge.tsx'
import type { RunStep } from './run-data.ts'

type Transition = NonNullable<RunStep['transition']>

interface EventGroup {
  event: RunStep['event']
  transitions: Transition[]
}

/** Steps come as pairs, an event once for each transition it caused; here each event stands once. */
function groupByEvent(steps: readonly RunStep[]): EventGroup[] {
  const groups = new Map<string, EventGroup>()
  for (const { event, transition } of steps) {
    const group = groups.get(event.id) ?? { event, transitions: [] }
    if (transition) group.transitions.push(transition)
    groups.set(event.id, group)
  }
  return [...groups.values()]
}

function TransitionLine({ transition }: { transition: Transition }) {
  const { runs: text } = useText()
  const { fromNodeId, toNodeId, outcome, nodeType } = transition
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1 text-[0.8125rem]">
      <code className="rounded bg-sunken px-1.5 py-0.5">{fromNodeId ?? text.beginning}</code>
      <span className="text-ink-soft">{outcome}</span>
      <ArrowRight className="size-3.5 text-ink-soft" aria-hidden />
      <code className="rounded bg-sunken px-1.5 py-0.5">{toNodeId ?? text.end}</code>
      <span className="text-ink-soft">{nodeType}</span>
    </li>
  )
}

/** Each event of a run with the steps it caused, oldest first. */
export function RunTimeline({ steps }: { steps: readonly RunStep[] }) {
  const { runs: text } = useText()
  const dates = useDates()
  if (steps.length === 0) return <p className="text-ink-soft">{text.noEvents}</p>
  return (
    <ol className="relative space-y-6 border-l border-line pl-6">
      {groupByEvent(steps).map(({ event, transitions }) => (
        <li key={event.id} className="relative">
          <span
            aria-hidden
            className="absolute top-1.5 -left-[1.8125rem] size-2.5 rounded-full border-2 border-surface bg-accent"
          />
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <p className="font-medium break-words">{event.payloadSummary || event.eventType}</p>
            <time dateTime={event.receivedAt} className="text-[0.8125rem] text-ink-soft tabular-nums">
              {dates.exact(event.receivedAt)}
            </time>
          </div>
          <p className="mt-0.5 flex flex-wrap items-center gap-2 text-[0.8125rem] text-ink-soft">
            {event.eventType} · {event.source}
            {event.status !== 'processed' && (
              <Badge tone={event.status === 'failed' || event.status === 'dead' ? 'bad' : 'neutral'}>
                {event.status}
              </Badge>
            )}
          </p>
          {event.error && <p className="mt-1 text-sm text-bad">{event.error}</p>}
          {transitions.length > 0 && (
            <ul className="mt-2 space-y-1.5">
              {transitions.map((transition) => (
                <TransitionLine key={transition.id} transition={transition} />
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  )
}
