import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { RunFailure } from '../../../core/flow/index.ts'
import { readRunFailure } from '../../../words/before/run-failures.ts'
import { queries } from '../../app/api.ts'
import { useReadable } from '../../i18n/addresses.ts'
import { useRunFailureSentence } from '../../i18n/run-failures.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { SectionCard } from '../../ui/card.tsx'
import { ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { Page } from '../../ui/page.tsx'
import { RunActions } from './run-actions.tsx'
import { type Run, type RunStep, type RunStory, useClientNames, useFlowNames } from './run-data.ts'
import { RunFileView } from './run-file.tsx'
import { findFiles, listVariableFiles, readJson } from './run-files.ts'
import { RunStateBadge } from './run-state-badge.tsx'
import { RunTimeline } from './run-timeline.tsx'
import { describeError, type NamedNode, useRunWords } from './run-words.ts'
import { useRunsText } from './runs-text.ts'
import { SaveAsTest } from './save-as-test.tsx'

const REFRESH_MS = 2000

/** The graph needs the engine and the canvas; the rest of the page does not wait for them. */
const RunGraph = lazy(async () => ({ default: (await import('./run-graph.tsx')).RunGraph }))

const route = getRouteApi('/app/runs/$runId')

/** The variables of a run, readable. */
function formatContext(context: string): string {
  const value = readJson(context)
  return value === null ? context : JSON.stringify(value, null, 2)
}

function RunError({ error, failure }: { error: string; failure: RunStory['failure'] }) {
  const { what, why } = describeError(error, useRunWords())
  const render = useRunFailureSentence()
  return (
    <div className="rounded-xl bg-bad-soft px-4 py-3 text-sm text-bad">
      <p>{what}</p>
      {why && (
        <p className="mt-1 break-words">{render((failure as RunFailure | null) ?? readRunFailure(why))}</p>
      )}
    </div>
  )
}

/** The files that the run's variables hold. */
function RunContextFiles({ run, steps }: { run: Run; steps: readonly RunStep[] }) {
  const context = readJson(run.context)
  const patches = steps.map(({ transition }) => readJson(transition?.contextPatch ?? '{}'))
  return listVariableFiles(context, findFiles([context, ...patches])).map(({ name, file }) => (
    <div key={`${name} ${file.mediaId}`} className="mb-4">
      <code className="text-[0.8125rem]">{name}</code>
      <RunFileView run={run} file={file} />
    </div>
  ))
}

/** What the contact of a run is called, where a name is known. */
function useContactName(run: Run | undefined) {
  const { clientId = '', contactJid = '' } = run ?? {}
  return useQuery(
    queries.contacts.get.queryOptions({
      input: { clientId, contactJid },
      enabled: run !== undefined,
      select: ({ contact: { name, notify } }) => name ?? notify,
    }),
  )
}

/** One run: what happened, in order, and where it stands. */
export function RunPage() {
  const readable = useReadable()
  const text = useRunsText()
  const { runId } = route.useParams()
  const nameOf = useFlowNames()
  const nameClient = useClientNames()
  // Follows the run until a move is chosen.
  const [chosen, setChosen] = useState<number | null>(null)
  const [nodes, setNodes] = useState<readonly NamedNode[]>([])
  const input = { id: runId }
  const run = useQuery(queries.flows.states.get.queryOptions({ input, refetchInterval: REFRESH_MS }))
  const story = useQuery(queries.flows.states.story.queryOptions({ input, refetchInterval: REFRESH_MS }))
  const draft = useQuery(
    queries.flows.states.testedDraft.queryOptions({ input, staleTime: Number.POSITIVE_INFINITY }),
  )
  const contact = useContactName(run.data)
  const back = <BackLink to="/runs">{text.title}</BackLink>
  const failed = run.error ?? story.error ?? draft.error
  const retry = () => void Promise.all([run.refetch(), story.refetch(), draft.refetch()])
  if (!run.data || !story.data || !draft.data) {
    return (
      <Page title={text.title} lead={back}>
        {failed ? <ErrorState error={failed} onRetry={retry} /> : <LoadingRows rows={3} />}
      </Page>
    )
  }
  const { data } = run
  const { steps, sends } = story.data
  const contactName = contact.data
  const lastMove = steps.filter(({ transition }) => transition !== null).length - 1
  const chosenMove = chosen === null ? lastMove : Math.min(chosen, lastMove)
  return (
    <Page
      wide
      title={contactName ?? readable(data.contactJid)}
      intro={[contactName && readable(data.contactJid), nameOf(data.flowId), nameClient(data.clientId)]
        .filter(Boolean)
        .join(' · ')}
      lead={back}
      actions={
        <>
          {draft.data.flow && <Badge tone="warn">{text.testOfDraft}</Badge>}
          <RunStateBadge state={data.state} />
          <SaveAsTest run={data} />
          <RunActions run={data} />
        </>
      }
    >
      <div className="space-y-6">
        {data.error && <RunError error={data.error} failure={story.data.failure} />}
        <div className="grid items-start gap-6 xl:grid-cols-[24rem_minmax(0,1fr)]">
          <SectionCard title={text.timeline} className="order-2 min-w-0 xl:order-1">
            <RunTimeline
              run={data}
              steps={steps}
              sends={sends}
              nodes={nodes}
              chosen={chosenMove}
              onChoose={setChosen}
            />
          </SectionCard>
          <div className="order-1 min-w-0 xl:order-2">
            <Suspense fallback={<LoadingRows rows={3} />}>
              <RunGraph
                run={data}
                tested={draft.data.flow}
                steps={steps}
                onNodes={setNodes}
                chosen={chosenMove}
                onChoose={setChosen}
              />
            </Suspense>
          </div>
        </div>
        <SectionCard title={text.context}>
          <RunContextFiles run={data} steps={steps} />
          <pre className="rounded-lg bg-sunken p-4 text-xs leading-relaxed break-all whitespace-pre-wrap">
            {formatContext(data.context)}
          </pre>
        </SectionCard>
      </div>
    </Page>
  )
}
