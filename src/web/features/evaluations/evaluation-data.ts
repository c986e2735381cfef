import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type api, queries } from '../../app/api.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { createTextHook } from '../../i18n/text-hook.ts'
import type { Tone } from '../../ui/badge.tsx'
import { useNotify } from '../../ui/messages/notify.ts'

/** The strings about evaluations. */
export const useEvaluationsText = createTextHook(
  {
    en: () => import('../../i18n/en/data/evaluations.ts'),
    pt: () => import('../../i18n/pt/data/evaluations.ts'),
    es: () => import('../../i18n/es/data/evaluations.ts'),
  },
  ({ evaluations }) => evaluations,
)

export type Evaluation = Awaited<ReturnType<typeof api.evaluations.list>>[number]
export type Item = Awaited<ReturnType<typeof api.evaluations.get>>['items'][number]
export type Compared = Awaited<ReturnType<typeof api.evaluations.compare>>['items'][number]
export type TestCase = Awaited<ReturnType<typeof api.flows.testCases.list>>[number]
export type StartInput = Parameters<typeof api.evaluations.start>[0]
export type Check = NonNullable<StartInput['checks']>[number]

/** While one is under way, the page looks again this often. */
const LOOK_AGAIN_MS = 1_500

export const isOpen = ({ status }: Pick<Evaluation, 'status'>): boolean =>
  status === 'waiting' || status === 'running'

export const useEvaluations = (flowId: string) =>
  useQuery({
    ...queries.evaluations.list.queryOptions({ input: { flowId } }),
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? LOOK_AGAIN_MS : false),
  })

export const useEvaluation = (flowId: string, id: string) =>
  useQuery({
    ...queries.evaluations.get.queryOptions({ input: { flowId, id } }),
    refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? LOOK_AGAIN_MS : false),
  })

/** Does something to evaluations or their cases; tells `done` and calls `onDone` when it is done. */
export function useEvaluationChange<T>(onDone: (answer: T) => void = () => undefined) {
  const cache = useQueryClient()
  const notify = useNotify()
  return useMutation({
    mutationFn: ({ act }: { act: () => Promise<T>; done?: string }) => act(),
    onError: notify.failed,
    async onSuccess(answer, { done }) {
      await Promise.all([
        cache.invalidateQueries({ queryKey: queries.evaluations.key() }),
        cache.invalidateQueries({ queryKey: queries.flows.testCases.key() }),
      ])
      if (done !== undefined) notify.done(done)
      onDone(answer)
    },
  })
}

export const TONES: Readonly<Record<Evaluation['status'] | Item['status'], Tone>> = {
  waiting: 'neutral',
  running: 'good',
  done: 'good',
  stopped: 'warn',
  cancelled: 'neutral',
  passed: 'good',
  failed: 'bad',
  skipped: 'neutral',
}

/** What an evaluation, or one of its conversations, took. */
export function useFigures(): (took: Pick<Evaluation, 'tokens' | 'cost' | 'durationMs'>) => string {
  const text = useEvaluationsText()
  const { tag } = useLanguage()
  const number = new Intl.NumberFormat(tag, { maximumFractionDigits: 4 })
  return ({ tokens, cost, durationMs }) =>
    text.figures(number.format(tokens), number.format(cost), number.format(Math.round(durationMs / 100) / 10))
}
