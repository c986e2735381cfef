import { ArrowRight } from 'lucide-react'
import { useMemo } from 'react'
import type { SendError } from '../../../core/conversation/send-error.ts'
import { describeEvent, describeEventError, wordFor } from '../../../words/run-story.ts'
import { useDates } from '../../i18n/dates.ts'
import { useText } from '../../i18n/language.tsx'
import { useRunFailureSentence } from '../../i18n/run-failures.ts'
import { useSendErrorSentence } from '../../i18n/service-sentence.ts'
import { Badge } from '../../ui/badge.tsx'
import { classes } from '../../ui/classes.ts'
import { StatusMark } from '../conversations/thread/status-mark.tsx'
import type { Run, RunSend, RunStep } from './run-data.ts'
import { RunFileView } from './run-file.tsx'
import { groupFiles } from './run-files.ts'
import {
  createNodeNames,
  describeActions,
  describeComparisons,
  describeSearches,
  describeTools,
  describeUsage,
  type NamedNode,
  nameNodeType,
  type RunAction,
  useRunWords,
} from './run-words.ts'
import { useRunsText } from './runs-text.ts'

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

interface TransitionLineProps {
  nameNode: (nodeId: string) => string
  transition: Transition
  sends: readonly RunSend[]
  isChosen: boolean
  onChoose: () => void
}

interface Action extends RunAction {
  outboxId?: string
  /** Of a call, as it went out. */
  request?: { method: string; url: string; headers: { name: string; value: string }[]; body: string | null }
}

function readActions(actions: string): Action[] {
  try {
    return JSON.parse(actions) as Action[]
  } catch {
    return []
  }
}

/** A call as it went out; secrets are not in it. */
function RequestLines({ request }: { request: NonNullable<Action['request']> }) {
  const { method, url, headers, body } = request
  const lines = [`${method} ${url}`, ...headers.map(({ name, value }) => `${name}: ${value}`)]
  return (
    <code className="w-full rounded bg-sunken px-2 py-1 text-xs break-all whitespace-pre-wrap">
      {[...lines, ...(body === null ? [] : ['', body])].join('\n')}
    </code>
  )
}

/** A message of the move, with how far it got. */
function SendLine({ send: { type, text, status, error, failure } }: { send: RunSend }) {
  const { chat } = useText()
  const renderError = useSendErrorSentence()
  return (
    <span className="flex w-full min-w-0 items-center gap-1.5 text-xs">
      <StatusMark status={status} />
      <span dir="auto" className="min-w-0 truncate">
        {text ?? chat.types[type] ?? type}
      </span>
      <span aria-hidden className="text-ink-soft">
        {chat.statuses[status]}
      </span>
      {error && <span className="min-w-0 truncate text-bad">{renderError({ error, failure })}</span>}
    </span>
  )
}

function TransitionLine({ nameNode, transition, sends, isChosen, onChoose }: TransitionLineProps) {
  const text = useRunsText()
  const actions = readActions(transition.actions)
  const sent = sends.filter(({ id }) => actions.some(({ outboxId }) => outboxId === id))
  const words = useRunWords()
  const others = actions.filter(({ outboxId }) => !sent.some(({ id }) => id === outboxId))
  const done = describeActions(others, words)
  const { fromNodeId, toNodeId, outcome, nodeType } = transition
  return (
    <li>
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={onChoose}
        className={classes(
          '-ms-2 flex w-full flex-wrap items-center gap-x-2 gap-y-1 rounded-lg px-2 py-1 text-start text-[0.8125rem]',
          isChosen ? 'bg-accent-soft' : 'hover:bg-sunken',
        )}
      >
        <span dir="auto" className="rounded bg-sunken px-1.5 py-0.5" title={fromNodeId ?? undefined}>
          {fromNodeId === null ? text.beginning : nameNode(fromNodeId)}
        </span>
        <span className="text-ink-soft">{wordFor(words.outcomes, outcome)}</span>
        <ArrowRight className="size-3.5 text-ink-soft" aria-hidden />
        <span dir="auto" className="rounded bg-sunken px-1.5 py-0.5" title={toNodeId ?? undefined}>
          {toNodeId === null ? text.end : nameNode(toNodeId)}
        </span>
        <span className="text-ink-soft">{nameNodeType(nodeType, words)}</span>
        {sent.map((send) => (
          <SendLine key={send.id} send={send} />
        ))}
        {done !== '' && <span className="w-full text-xs text-ink-soft">{done}</span>}
        {[
          ...describeComparisons(actions, words),
          ...describeSearches(actions, words),
          ...describeUsage(actions, words),
          ...describeTools(actions, words),
        ].map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a move never change their order
          <span key={index} dir="auto" className="w-full text-xs break-words text-ink-soft">
            {line}
          </span>
        ))}
        {actions.map(({ request }, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: the actions of a move never change their order
          request ? <RequestLines key={index} request={request} /> : null,
        )}
      </button>
    </li>
  )
}

/** What happened, when, where it came from and what became of it. */
function EventLines({ event, nameNode }: Pick<EventGroup, 'event'> & Pick<TransitionLineProps, 'nameNode'>) {
  const dates = useDates()
  const words = useRunWords()
  const renderFailure = useRunFailureSentence()
  const renderError = useSendErrorSentence()
  const renderSendError = (failure: SendError) => renderError({ error: '', failure })
  const description = describeEvent(event, { words, nameNode, renderSendError })
  const name = wordFor(words.events, event.eventType)
  const isBad = event.status === 'failed' || event.status === 'dead'
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p dir="auto" className="font-medium break-words">
          {description}
        </p>
        <time dateTime={event.receivedAt} className="text-[0.8125rem] text-ink-soft tabular-nums">
          {dates.exact(event.receivedAt)}
        </time>
      </div>
      <p className="mt-0.5 flex flex-wrap items-center gap-2 text-[0.8125rem] text-ink-soft">
        {[description === name ? null : name, wordFor(words.sources, event.source)]
          .filter(Boolean)
          .join(' · ')}
        {event.status !== 'processed' && (
          <Badge tone={isBad ? 'bad' : 'neutral'}>{wordFor(words.statuses, event.status)}</Badge>
        )}
      </p>
      {event.error && (
        <p className="mt-1 text-sm text-bad">
          {describeEventError({ ...event, error: event.error }, words, renderFailure)}
        </p>
      )}
    </>
  )
}

interface RunTimelineProps {
  run: Run
  /** The nodes of the flow, as soon as they are known. */
  nodes: readonly NamedNode[]
  steps: readonly RunStep[]
  /** The messages of the run, to stand with the moves that sent them. */
  sends: readonly RunSend[]
  /** Index of the chosen move among those of all events. */
  chosen: number
  onChoose: (index: number) => void
}

/** Each event of a run with the steps it caused, oldest first. */
export function RunTimeline({ run, nodes, steps, sends, chosen, onChoose }: RunTimelineProps) {
  const text = useRunsText()
  const words = useRunWords()
  const nameNode = useMemo(() => createNodeNames(nodes, words), [nodes, words])
  const files = useMemo(() => groupFiles(steps), [steps])
  const moves = steps.flatMap(({ transition }) => transition?.id ?? [])
  if (steps.length === 0) return <p className="text-ink-soft">{text.noEvents}</p>
  return (
    <ol className="relative space-y-6 border-s border-line ps-6">
      {groupByEvent(steps).map(({ event, transitions }) => (
        <li key={event.id} className="relative">
          <span
            aria-hidden
            className="absolute top-1.5 -start-[1.8125rem] size-2.5 rounded-full border-2 border-surface bg-accent"
          />
          <EventLines event={event} nameNode={nameNode} />
          {files.get(event.id)?.map((file) => (
            <RunFileView key={file.mediaId} run={run} file={file} />
          ))}
          {transitions.length > 0 && (
            <ul className="mt-2 space-y-1.5">
              {transitions.map((transition) => (
                <TransitionLine
                  key={transition.id}
                  nameNode={nameNode}
                  transition={transition}
                  sends={sends}
                  isChosen={moves.indexOf(transition.id) === chosen}
                  onChoose={() => onChoose(moves.indexOf(transition.id))}
                />
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  )
}
