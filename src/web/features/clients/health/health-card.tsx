import { useQuery } from '@tanstack/react-query'
import { type api, queries } from '../../../app/api.ts'
import { useLanguage } from '../../../i18n/language.tsx'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { SectionCard } from '../../../ui/card.tsx'
import { ErrorState, LoadingRows } from '../../../ui/messages/states.tsx'
import { useHealthText } from './health-text.ts'

type Health = Awaited<ReturnType<typeof api.worker.health>>

const REFRESH_MS = 60_000
/** Of less, a share says nothing. */
const SHARE_FROM_SEC = 60
const TONES: Readonly<Record<Health['level'], Tone>> = { good: 'good', careful: 'warn', at_risk: 'bad' }

function Findings({ findings }: Pick<Health, 'findings'>) {
  const text = useHealthText()
  const known: Readonly<Record<string, readonly [string, string]>> = text.findings
  if (findings.length === 0) return <p className="text-sm">{text.allWell}</p>
  return (
    <ul className="space-y-3">
      {findings.map(({ code, message, action }) => {
        const [sentence, advice] = known[code] ?? [message, action]
        return (
          <li key={code}>
            <p className="font-medium">{sentence}</p>
            <p className="text-sm text-ink-soft">{advice}</p>
          </li>
        )
      })}
    </ul>
  )
}

function Counts({ lastDay, dayBefore }: Pick<Health, 'lastDay' | 'dayBefore'>) {
  const text = useHealthText()
  const { tag } = useLanguage()
  const { runningSec, connectedSec, refused } = lastDay
  const share = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 1 })
  const refusals = refused.reduce((sum, { count }) => sum + count, 0)
  const lines = [
    runningSec >= SHARE_FROM_SEC &&
      text.connected(share.format(connectedSec / runningSec), lastDay.connectionLosses),
    text.sent(lastDay.sent, lastDay.sentLastHour),
    text.pace(lastDay.mostPerHour),
    refusals === 0
      ? text.noneRefused
      : text.refused(refusals, refused.map(({ code, count }) => `${code} × ${count}`).join(', ')),
    text.newPeople(lastDay.newPeople),
    dayBefore.sent > 0 && text.unreached(dayBefore.unreached, dayBefore.sent),
    dayBefore.newPeople > 0 && text.answered(dayBefore.answered, dayBefore.newPeople),
  ].filter((line) => line !== false)
  return (
    <ul className="mt-4 grid gap-x-8 gap-y-1.5 text-sm text-ink-soft tabular-nums sm:grid-cols-2">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

/** How the account stands with its network: what was found, what to do, and what it was found from. */
export function HealthCard({ clientId }: { clientId: string }) {
  const text = useHealthText()
  const health = useQuery(
    queries.worker.health.queryOptions({ input: { clientId }, refetchInterval: REFRESH_MS }),
  )
  if (health.isPending) return <LoadingRows rows={2} />
  if (health.isError) return <ErrorState error={health.error} onRetry={() => void health.refetch()} />
  const { level, findings, lastDay, dayBefore } = health.data
  return (
    <SectionCard
      title={text.title}
      action={
        <Badge tone={TONES[level]} dot="still">
          {text.levels[level]}
        </Badge>
      }
    >
      <Findings findings={findings} />
      <Counts lastDay={lastDay} dayBefore={dayBefore} />
    </SectionCard>
  )
}
