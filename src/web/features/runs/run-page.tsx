import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { queries } from '../../app/api.ts'
import { useText } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { SectionCard } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useNotify } from '../../ui/notify.ts'
import { Page } from '../../ui/page.tsx'
import { ErrorState, LoadingRows } from '../../ui/states.tsx'
import { formatContact, isOver, type Run, useFlowNames } from './run-data.ts'
import { RunStateBadge } from './run-state-badge.tsx'
import { RunTimeline } from './run-timeline.tsx'

const REFRESH_MS = 2000

const route = getRouteApi('/app/runs/$runId')

function CancelButton({ run }: { run: Run }) {
  const { runs: text } = useText()
  const cache = useQueryClient()
  const notify = useNotify()
  const [isAsking, setAsking] = useState(false)
  const cancel = useMutation(
    queries.flows.states.cancel.mutationOptions({
      onError: notify.failed,
      async onSuccess() {
        notify.done(text.cancelled)
        await cache.invalidateQueries({ queryKey: queries.flows.states.key() })
      },
    }),
  )
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {text.cancel}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={text.cancelTitle}
        description={text.cancelBody}
        action={text.cancel}
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate({ id: run.id }, { onSettled: () => setAsking(false) })}
      />
    </>
  )
}

/** The variables of a run, readable. */
function formatContext(context: string): string {
  try {
    return JSON.stringify(JSON.parse(context), null, 2)
  } catch {
    return context
  }
}

/** One run: what happened, in order, and where it stands. */
export function RunPage() {
  const { runs: text } = useText()
  const { runId } = route.useParams()
  const nameOf = useFlowNames()
  const input = { id: runId }
  const run = useQuery(queries.flows.states.get.queryOptions({ input, refetchInterval: REFRESH_MS }))
  const steps = useQuery(queries.flows.states.events.queryOptions({ input, refetchInterval: REFRESH_MS }))
  const back = (
    <Link
      to="/runs"
      className="mb-3 inline-flex items-center gap-1.5 rounded text-sm text-ink-soft hover:text-ink"
    >
      <ArrowLeft className="size-4" aria-hidden />
      {text.title}
    </Link>
  )
  const failed = run.error ?? steps.error
  if (!run.data || !steps.data) {
    return (
      <Page title={text.title} lead={back}>
        {failed ? <ErrorState error={failed} onRetry={() => void run.refetch()} /> : <LoadingRows rows={3} />}
      </Page>
    )
  }
  const { data } = run
  return (
    <Page
      title={formatContact(data.contactJid)}
      intro={nameOf(data.flowId)}
      lead={back}
      actions={
        <>
          <RunStateBadge state={data.state} />
          {!isOver(data.state) && <CancelButton run={data} />}
        </>
      }
    >
      <div className="space-y-6">
        {data.error && <p className="rounded-xl bg-bad-soft px-4 py-3 text-sm text-bad">{data.error}</p>}
        <SectionCard title={text.timeline}>
          <RunTimeline steps={steps.data} />
        </SectionCard>
        <SectionCard title={text.context}>
          <pre className="rounded-lg bg-sunken p-4 text-xs leading-relaxed break-all whitespace-pre-wrap">
            {formatContext(data.context)}
          </pre>
        </SectionCard>
      </div>
    </Page>
  )
}
