import { Link } from '@tanstack/react-router'
import { isOver } from '../../../features/runs/run-data.ts'
import { RunStateBadge } from '../../../features/runs/run-state-badge.tsx'
import { useReadable } from '../../../i18n/addresses.ts'
import { useDates } from '../../../i18n/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { useEditorText } from '../../editor-text.ts'
import { type PhoneRun, useStopTest } from './use-phone-test.ts'

/** How the last test goes, or went. */
export function PhoneStanding({ run }: { run: PhoneRun }) {
  const { simulator } = useEditorText()
  const { phone: text } = simulator
  const dates = useDates()
  const readable = useReadable()
  const stop = useStopTest()
  return (
    <section aria-label={text.last} className="space-y-2.5 rounded-xl border border-line p-3.5 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">{text.last}</h3>
        <span role="status">
          <RunStateBadge state={run.state} />
        </span>
      </div>
      <p className="text-[0.8125rem] text-ink-soft">
        <span dir="ltr" className="tabular-nums">
          {readable(run.contactJid)}
        </span>
        {' · '}
        <time dateTime={run.createdAt}>{dates.ago(run.createdAt)}</time>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button asChild size="small" variant="secondary">
          <Link to="/runs/$runId" params={{ runId: run.id }}>
            {text.openRun}
          </Link>
        </Button>
        {!isOver(run.state) && (
          <Button
            size="small"
            variant="secondary"
            busy={stop.isPending}
            onClick={() => stop.mutate({ id: run.id })}
          >
            {text.stop}
          </Button>
        )}
      </div>
    </section>
  )
}
