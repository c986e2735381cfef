import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type api, queries } from '../../app/api.ts'
import type { Tone } from '../../ui/badge.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { useWebhooksText } from './webhooks-text.ts'

export type Webhook = Awaited<ReturnType<typeof api.webhooks.list>>[number]
export type Delivery = Awaited<ReturnType<typeof api.webhooks.deliveries>>['deliveries'][number]

type State = 'on' | 'off' | 'paused' | 'failing' | 'switchedOff'

export const STATE_TONES: Readonly<Record<State, Tone>> = {
  on: 'good',
  off: 'neutral',
  paused: 'warn',
  failing: 'warn',
  switchedOff: 'bad',
}

export function stateOf({ isEnabled, disabledReason, pausedUntil, failures }: Webhook): State {
  if (!isEnabled) return disabledReason ? 'switchedOff' : 'off'
  if (pausedUntil && Date.parse(pausedUntil) > Date.now()) return 'paused'
  return failures > 0 ? 'failing' : 'on'
}

const REFRESH_MS = 4000

/** The person's webhooks, looked at again and again: what waits and fails changes by itself. */
export const useWebhooks = () =>
  useQuery(queries.webhooks.list.queryOptions({ input: {}, refetchInterval: REFRESH_MS }))

/** What a client is called; null asks for what stands for all clients. */
export function useClientName(): (clientId: string | null) => string {
  const text = useWebhooksText()
  const clients = useQuery(queries.clients.list.queryOptions({ input: {} }))
  return (clientId) => {
    if (clientId === null) return text.allClients
    return clients.data?.find(({ id }) => id === clientId)?.name ?? text.unnamedClient
  }
}

/** What can be done with a webhook; each says how it went. */
export function useWebhookActions() {
  const text = useWebhooksText()
  const cache = useQueryClient()
  const notify = useNotify()
  const readAgain = () => cache.invalidateQueries({ queryKey: queries.webhooks.key() })
  const toggle = useMutation(
    queries.webhooks.update.mutationOptions({
      onError: notify.failed,
      onSuccess({ isEnabled }) {
        notify.done(isEnabled ? text.switchedOn : text.switchedOffToast)
        return readAgain()
      },
    }),
  )
  const test = useMutation(
    queries.webhooks.test.mutationOptions({
      onError: notify.failed,
      onSuccess({ success, status, durationMs, error }) {
        if (success && status !== null) notify.done(text.testDone(status, durationMs))
        else notify.warn(text.testFailed, status === null ? error : text.testStatus(status, durationMs))
      },
    }),
  )
  return { toggle, test, readAgain }
}
