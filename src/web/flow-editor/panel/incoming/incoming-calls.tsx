import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { api } from '../../../app/api.ts'
import { queries } from '../../../app/api.ts'
import { useDates } from '../../../i18n/dates.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { useNotify } from '../../../ui/messages/notify.ts'
import { ErrorState, LoadingRows } from '../../../ui/messages/states.tsx'
import { useEditor } from '../../editor-context.tsx'
import { useEditorText } from '../../editor-text.ts'
import { keepCallSample, toCallSample } from './call-samples.ts'

type Call = Awaited<ReturnType<typeof api.flows.incoming.calls>>[number]

const REFRESH_MS = 5_000
const GOOD = 300

const showJson = (value: unknown): string => JSON.stringify(value, null, 2)

/** The body as JSON over several lines where it is JSON. */
function showBody(body: string): string {
  try {
    return showJson(JSON.parse(body))
  } catch {
    return body
  }
}

function CallDetails({ call, nodeId }: { call: Call; nodeId: string }) {
  const { incoming } = useEditorText()
  const { flowId } = useEditor()
  const notify = useNotify()
  const sample = toCallSample(call)
  const use = () => {
    if (sample === null) return
    keepCallSample(flowId, nodeId, sample)
    notify.done(incoming.sampleKept)
  }
  const parts = [
    [incoming.body, showBody(call.body) + (call.isCut ? '…' : '')],
    [incoming.query, showJson(call.query)],
    [incoming.headers, showJson(call.headers)],
  ]
  return (
    <div className="space-y-2 pt-2">
      {parts.map(([title, shown]) => (
        <div key={title}>
          <p className="text-xs font-medium text-ink-soft">{title}</p>
          <pre className="rounded-lg bg-sunken p-2 text-xs break-words whitespace-pre-wrap">{shown}</pre>
        </div>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button size="small" variant="secondary" onClick={use} disabled={sample === null}>
          {incoming.useSample}
        </Button>
        {call.runId !== null && (
          <Button asChild size="small" variant="quiet">
            <Link to="/runs/$runId" params={{ runId: call.runId }}>
              {incoming.showRun}
            </Link>
          </Button>
        )}
      </div>
    </div>
  )
}

/** What came in at the address of a trigger, newest first. */
export function IncomingCalls({ nodeId }: { nodeId: string }) {
  const { incoming } = useEditorText()
  const { flowId } = useEditor()
  const dates = useDates()
  const calls = useQuery(
    queries.flows.incoming.calls.queryOptions({
      input: { id: flowId, nodeId },
      refetchInterval: REFRESH_MS,
    }),
  )
  if (calls.isPending) return <LoadingRows rows={2} />
  if (calls.isError) return <ErrorState error={calls.error} onRetry={() => void calls.refetch()} />
  if (calls.data.length === 0) return <p className="text-[0.8125rem] text-ink-soft">{incoming.nothing}</p>
  return (
    <ul className="divide-y divide-line">
      {calls.data.map((call) => (
        <li key={call.id} className="py-2">
          <details>
            <summary className="flex cursor-pointer items-center gap-2 text-[0.8125rem]">
              <Badge tone={call.status < GOOD ? 'good' : 'bad'}>{call.status}</Badge>
              <span className="min-w-0 flex-1 truncate">
                {call.reason === null ? incoming.started : (incoming.reasons[call.reason] ?? call.reason)}
              </span>
              <time className="text-ink-soft" dateTime={call.receivedAt} title={dates.exact(call.receivedAt)}>
                {dates.time(call.receivedAt)}
              </time>
            </summary>
            <CallDetails call={call} nodeId={nodeId} />
          </details>
        </li>
      ))}
    </ul>
  )
}
