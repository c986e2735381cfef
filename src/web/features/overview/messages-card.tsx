import { useLanguage } from '../../i18n/language.tsx'
import { SectionCard } from '../../ui/card.tsx'
import { DayBars, type Series, ShadeMark } from '../../ui/charts/day-bars.tsx'
import { ShareBar } from '../../ui/charts/share-bar.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { type Day, sumOf } from './overview-data.ts'
import { useOverviewText } from './overview-text.ts'

const FEW_DAYS = 7

/** A day of the calendar in words; it stands for no moment, so no time zone may move it. */
function useDayNames(isFew: boolean) {
  const { tag } = useLanguage()
  const utc = { timeZone: 'UTC' } as const
  const long = new Intl.DateTimeFormat(tag, { ...utc, weekday: 'long', day: 'numeric', month: 'long' })
  const short = new Intl.DateTimeFormat(
    tag,
    isFew ? { ...utc, weekday: 'short' } : { ...utc, day: 'numeric', month: 'short' },
  )
  return (day: string) => ({ name: long.format(Date.parse(day)), short: short.format(Date.parse(day)) })
}

interface Shown {
  days: readonly Day[]
  received: Series
  sent: readonly Series[]
}

/** The same figures, for who does not see the bars and for who wants to know exactly. */
function FigureTable({ days, received, sent, names }: Shown & { names: readonly string[] }) {
  const text = useOverviewText()
  const columns = [received, ...sent]
  return (
    <details className="mt-4">
      <summary className="cursor-pointer text-sm font-medium text-ink-soft hover:text-ink">
        {text.asTable}
      </summary>
      <Table
        isWide
        label={text.messages}
        columns={[text.day, ...columns.map(({ name }) => name)].map((name) => ({ name }))}
      >
        {days.map(({ day }, at) => (
          <tr key={day}>
            <Cell className="whitespace-nowrap">{names[at]}</Cell>
            {columns.map(({ name, values }) => (
              <Cell key={name} className="tabular-nums">
                {values[at]}
              </Cell>
            ))}
          </tr>
        ))}
      </Table>
    </details>
  )
}

/** Who answers: flows, people, or other systems. */
function Shares({ sent }: Pick<Shown, 'sent'>) {
  const text = useOverviewText()
  const { tag } = useLanguage()
  const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 0 })
  const parts = sent.map(({ name, shade, values }) => ({
    ...{ name, shade },
    value: values.reduce((sum, value) => sum + value, 0),
  }))
  const whole = parts.reduce((sum, { value }) => sum + value, 0)
  if (whole === 0) return null
  const said = parts.map(({ name, value }) => ({
    name,
    share: text.share(percent.format(value / whole), value),
  }))
  return (
    <div className="mt-6">
      <h3 className="text-sm font-medium">{text.answeredBy}</h3>
      <p className="mb-2 text-[0.8125rem] text-ink-soft">{text.answeredByBody}</p>
      <ShareBar
        label={`${text.answeredBy}: ${said.map(({ name, share }) => `${name} ${share}`).join('; ')}`}
        parts={parts}
      />
      <dl className="mt-3 flex flex-wrap gap-x-6 gap-y-1.5 text-sm">
        {parts.map(({ name, shade }, at) => (
          <div key={name} className="flex items-center gap-2">
            <dt className="flex items-center gap-2 text-ink-soft">
              <ShadeMark shade={shade} />
              {name}
            </dt>
            <dd className="font-medium tabular-nums">{said[at]?.share}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** What was written in the days that are shown. */
export function MessagesCard({ days }: { days: readonly Day[] }) {
  const text = useOverviewText()
  const nameOf = useDayNames(days.length <= FEW_DAYS)
  const names = days.map(({ day }) => nameOf(day))
  const received: Series = {
    ...{ name: text.received, shade: 'quiet' },
    values: days.map((day) => day.received),
  }
  const sent: readonly Series[] = [
    { name: text.byFlows, shade: 'main', values: days.map(({ byFlows }) => byFlows) },
    { name: text.byPeople, shade: 'second', values: days.map(({ byPeople }) => byPeople) },
    { name: text.byKeys, shade: 'third', values: days.map(({ byKeys }) => byKeys) },
  ]
  const receivedInAll = sumOf(days, 'received')
  const sentInAll = sumOf(days, 'byFlows') + sumOf(days, 'byPeople') + sumOf(days, 'byKeys')
  const isEmpty = receivedInAll + sentInAll === 0
  const label = text.chartLabel(names[0]?.name ?? '', names.at(-1)?.name ?? '', receivedInAll, sentInAll)
  return (
    <SectionCard
      title={text.messages}
      description={isEmpty ? text.noMessages : text.messagesBody(receivedInAll, sentInAll)}
    >
      <DayBars label={label} days={names} stacks={[[received], sent]} />
      {!isEmpty && (
        <>
          <p className="mt-3 flex items-center gap-2 text-sm text-ink-soft">
            <ShadeMark shade={received.shade} />
            {received.name}
          </p>
          <Shares sent={sent} />
          <FigureTable days={days} received={received} sent={sent} names={names.map(({ name }) => name)} />
        </>
      )}
    </SectionCard>
  )
}
