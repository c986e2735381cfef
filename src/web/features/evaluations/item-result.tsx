import { Check, X } from 'lucide-react'
import { Badge } from '../../ui/badge.tsx'
import { classes } from '../../ui/classes.ts'
import { type Compared, type Item, TONES, useEvaluationsText, useFigures } from './evaluation-data.ts'
import { diffWords } from './word-diff.ts'

function Checks({ checks }: Pick<Item, 'checks'>) {
  const text = useEvaluationsText()
  return (
    <ul className="space-y-1.5">
      {checks.map(({ kind, ok, expected, found, score, reason }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: results never change their place
        <li key={index} className="flex gap-2 text-sm">
          {ok ? (
            <Check className="mt-0.5 size-4 shrink-0 text-good" aria-label={text.statuses.passed} />
          ) : (
            <X className="mt-0.5 size-4 shrink-0 text-bad" aria-label={text.statuses.failed} />
          )}
          <div className="min-w-0">
            <p className="break-words">
              {text.kinds[kind] ?? kind}
              {score !== null && `: ${text.score(String(score))}`}
            </p>
            {expected !== '' && (
              <p className="text-[0.8125rem] break-words text-ink-soft">{text.expected(expected)}</p>
            )}
            {!ok && found !== null && score === null && (
              <p className="text-[0.8125rem] break-words whitespace-pre-wrap text-ink-soft">
                {text.found(found)}
              </p>
            )}
            {reason && <p className="text-[0.8125rem] break-words text-ink-soft">{reason}</p>}
          </div>
        </li>
      ))}
    </ul>
  )
}

const LOOKS = {
  contact: 'self-end rounded-ee-md bg-accent text-on-accent',
  flow: 'self-start rounded-es-md bg-sunken',
  person: 'self-start rounded-es-md bg-warn-soft',
} as const

function Talk({ lines }: Pick<Item, 'lines'>) {
  const text = useEvaluationsText()
  return (
    <ol aria-label={text.talk} className="flex flex-col gap-1.5">
      {lines.map(({ from, text: said }, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: lines never change their place
          key={index}
          className={classes(
            'max-w-[85%] rounded-2xl px-3.5 py-2 text-sm break-words whitespace-pre-wrap',
            LOOKS[from],
          )}
        >
          <span className="sr-only">{text[from]}: </span>
          {said}
        </li>
      ))}
    </ol>
  )
}

/** What came of one conversation. */
export function ItemBody({ item }: { item: Item }) {
  const text = useEvaluationsText()
  const figures = useFigures()
  return (
    <div className="space-y-4">
      {item.problem && <p className="text-sm text-bad">{text.problem(item.problem)}</p>}
      <Talk lines={item.lines} />
      <Checks checks={item.checks} />
      {item.refused.length > 0 && (
        <p className="text-[0.8125rem] text-warn">{text.refused(item.refused.join(', '))}</p>
      )}
      <p className="text-xs text-ink-soft">{figures(item)}</p>
    </div>
  )
}

export function ItemBadge({ item }: { item: Item }) {
  const text = useEvaluationsText()
  return <Badge tone={TONES[item.status]}>{text.statuses[item.status]}</Badge>
}

const saidBy = (item: Item | null): string =>
  item?.lines
    .filter(({ from }) => from === 'flow')
    .map(({ text }) => text)
    .join('\n') ?? ''

/** What was said before and now, word by word, and what is said of both. */
export function ComparedBody({ before, after }: Pick<Compared, 'before' | 'after'>) {
  const text = useEvaluationsText()
  return (
    <div className="space-y-4">
      <p className="rounded-xl border border-line p-3 text-sm break-words whitespace-pre-wrap">
        {diffWords(saidBy(before), saidBy(after)).map(({ kind, text: piece }, index) =>
          kind === 'same' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces never change their place
            <span key={index}>{piece}</span>
          ) : kind === 'gone' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces never change their place
            <del key={index} className="bg-bad-soft text-bad">
              {piece}
            </del>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces never change their place
            <ins key={index} className="bg-good-soft text-good no-underline">
              {piece}
            </ins>
          ),
        )}
      </p>
      <div className="grid gap-4 md:grid-cols-2">
        {[
          { name: text.before, item: before },
          { name: text.after, item: after },
        ].map(({ name, item }) => (
          <section key={name} className="min-w-0 space-y-3">
            <h4 className="flex items-center gap-2 text-sm font-medium">
              {name}
              {item && <ItemBadge item={item} />}
            </h4>
            {item && <ItemBody item={item} />}
          </section>
        ))}
      </div>
    </div>
  )
}
