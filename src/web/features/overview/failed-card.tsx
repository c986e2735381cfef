import { Link } from '@tanstack/react-router'
import { useReadable } from '../../i18n/addresses.ts'
import { useDates } from '../../i18n/dates.ts'
import { SectionCard } from '../../ui/card.tsx'
import { MOST_FAILED, type Overview } from './overview-data.ts'
import { useOverviewText } from './overview-text.ts'

/** Runs of flows that broke, each with the way to what happened in it. */
export function FailedCard({ count, newest }: NonNullable<Overview['failedRuns']>) {
  const text = useOverviewText()
  const dates = useDates()
  const readable = useReadable()
  return (
    <SectionCard
      title={text.failed}
      description={count === 0 ? text.noneFailed : text.failedBody(text.most(count, MOST_FAILED))}
    >
      {count > 0 && (
        <>
          <ul className="-mt-2 divide-y divide-line">
            {newest.map(({ flowStateId, flowName, contactName, contactJid, failedAt }) => (
              <li key={flowStateId} className="flex items-baseline justify-between gap-4 py-2.5">
                <Link
                  to="/runs/$runId"
                  params={{ runId: flowStateId }}
                  className="min-w-0 font-medium break-words hover:underline"
                >
                  {text.seeRun(flowName, contactName ?? readable(contactJid))}
                </Link>
                <time dateTime={failedAt} className="shrink-0 text-[0.8125rem] text-ink-soft">
                  {dates.ago(failedAt)}
                </time>
              </li>
            ))}
          </ul>
          <Link to="/runs" className="mt-3 inline-block text-sm font-medium text-accent hover:underline">
            {text.allRuns}
          </Link>
        </>
      )}
    </SectionCard>
  )
}
