import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, queries } from '../../app/api.ts'
import { useDates } from '../../i18n/dates.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { ConfirmDialog } from '../../ui/messages/confirm-dialog.tsx'
import { ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import {
  type Compared,
  type Evaluation,
  isOpen,
  TONES,
  useEvaluation,
  useEvaluationChange,
  useEvaluationsText,
  useFigures,
} from './evaluation-data.ts'
import { ComparedBody, ItemBadge, ItemBody } from './item-result.tsx'

interface ViewProps {
  flowId: string
  id: string
  /** The evaluation before, that it is compared with. */
  withId: string | undefined
  all: readonly Evaluation[]
  onCompare: (id: string | undefined) => void
  onRemoved: () => void
}

const CHANGE_TONES: Readonly<Record<Compared['change'], Tone>> = {
  better: 'good',
  worse: 'bad',
  same: 'neutral',
  new: 'neutral',
  gone: 'warn',
}

export function useTargetName(): (of: Pick<Evaluation, 'version'>) => string {
  const text = useEvaluationsText()
  return ({ version }) => (version === null ? text.draft : text.version(version))
}

function Row({
  title,
  badge,
  children,
}: {
  title: string
  badge: React.ReactNode
  children: React.ReactNode
}) {
  return (
    <li>
      <details className="group">
        <summary className="flex cursor-pointer items-center justify-between gap-3 px-4 py-3.5 -outline-offset-2 hover:bg-sunken/60 sm:px-6">
          <span className="min-w-0 font-medium break-words">{title}</span>
          {badge}
        </summary>
        <div className="border-t border-line px-4 py-4 sm:px-6">{children}</div>
      </details>
    </li>
  )
}

function Comparison({ flowId, id, withId }: { flowId: string; id: string; withId: string }) {
  const text = useEvaluationsText()
  const compared = useQuery(queries.evaluations.compare.queryOptions({ input: { flowId, id, withId } }))
  if (compared.isPending) return <LoadingRows rows={2} />
  if (compared.isError) return <ErrorState error={compared.error} onRetry={() => void compared.refetch()} />
  return (
    <ul className="divide-y divide-line">
      {compared.data.items.map(({ key, change, before, after }) => (
        <Row
          key={key}
          title={after?.title ?? before?.title ?? ''}
          badge={<Badge tone={CHANGE_TONES[change]}>{text.changes[change]}</Badge>}
        >
          <ComparedBody before={before} after={after} />
        </Row>
      ))}
    </ul>
  )
}

/** One evaluation: what came of each conversation, or what changed since another one. */
export function EvaluationView({ flowId, id, withId, all, onCompare, onRemoved }: ViewProps) {
  const text = useEvaluationsText()
  const dates = useDates()
  const figures = useFigures()
  const nameTarget = useTargetName()
  const evaluation = useEvaluation(flowId, id)
  const change = useEvaluationChange<unknown>()
  const remove = useEvaluationChange<unknown>(onRemoved)
  const [isRemoving, setRemoving] = useState(false)
  if (evaluation.isPending) return <LoadingRows rows={3} />
  if (evaluation.isError) {
    return <ErrorState error={evaluation.error} onRetry={() => void evaluation.refetch()} />
  }
  const { data } = evaluation
  const others = all.filter((one) => one.id !== id && !isOpen(one))
  return (
    <Card>
      <div className="flex flex-wrap items-end justify-between gap-4 border-b border-line p-4 sm:px-6">
        <div className="min-w-0">
          <h2 className="flex flex-wrap items-center gap-2 font-semibold">
            {nameTarget(data)}
            <Badge tone={TONES[data.status]}>{text.statuses[data.status]}</Badge>
          </h2>
          <p className="mt-1 text-[0.8125rem] text-ink-soft">
            {dates.exact(data.createdAt)} · {text.of(data.passed, data.total)} · {figures(data)}
          </p>
          {data.stoppedBy && <p className="mt-1 text-sm text-warn">{text.stoppedBy[data.stoppedBy]}</p>}
        </div>
        <div className="flex flex-wrap items-end gap-2">
          {others.length > 0 && !isOpen(data) && (
            <Field label={text.compareWith}>
              {(control) => (
                <Select
                  {...control}
                  className="h-9 w-auto max-w-56 text-sm"
                  value={withId ?? ''}
                  onChange={({ target }) => onCompare(target.value === '' ? undefined : target.value)}
                >
                  <option value="">{text.nothing}</option>
                  {others.map((one) => (
                    <option key={one.id} value={one.id}>
                      {nameTarget(one)}, {dates.exact(one.createdAt)}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          )}
          {isOpen(data) ? (
            <Button
              variant="secondary"
              size="small"
              busy={change.isPending}
              onClick={() =>
                change.mutate({ act: () => api.evaluations.cancel({ flowId, id }), done: text.cancelled })
              }
            >
              {text.cancel}
            </Button>
          ) : (
            <Button right="build" variant="secondary" size="small" onClick={() => setRemoving(true)}>
              {text.remove}
            </Button>
          )}
        </div>
      </div>
      {withId ? (
        <Comparison flowId={flowId} id={id} withId={withId} />
      ) : (
        <ul className="divide-y divide-line">
          {data.items.map((item) => (
            <Row key={item.key} title={item.title} badge={<ItemBadge item={item} />}>
              <ItemBody item={item} />
            </Row>
          ))}
        </ul>
      )}
      {isRemoving && (
        <ConfirmDialog
          open
          onOpenChange={setRemoving}
          title={text.removeTitle}
          description={text.removeBody}
          action={text.remove}
          busy={remove.isPending}
          onConfirm={() =>
            remove.mutate({ act: () => api.evaluations.delete({ flowId, id }), done: text.removed })
          }
        />
      )}
    </Card>
  )
}
