import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type api, queries } from '../../app/api.ts'
import { useText } from '../../i18n/language.tsx'
import { useLiveState } from '../../live/live.tsx'
import type { Tone } from '../../ui/badge.tsx'
import { useNotify } from '../../ui/messages/notify.ts'

export type Client = Awaited<ReturnType<typeof api.clients.get>>
export type WorkerStatus = Awaited<ReturnType<typeof api.worker.status>>

/** How often the live state is asked for while news do not come by themselves; and seldom even then. */
const POLL_MS = { moving: 800, still: 4000 } as const
const SELDOM_MS = 30_000

const MOVING: ReadonlySet<WorkerStatus['status']> = new Set(['starting', 'pairing', 'reconnecting'])

export const isMoving = (status: WorkerStatus['status']): boolean => MOVING.has(status)

const TONES: Readonly<Record<WorkerStatus['status'], Tone>> = {
  stopped: 'neutral',
  starting: 'neutral',
  pairing: 'warn',
  connected: 'good',
  reconnecting: 'warn',
  restricted: 'bad',
  logged_out: 'bad',
  passkey_required: 'warn',
  failed: 'bad',
}

export const toneOf = (status: WorkerStatus['status']): Tone => TONES[status]

/** A status code's sentence and action in the present language; codes of a newer service come in its own words. */
export function useStatusWords(): (status: Pick<WorkerStatus, 'code' | 'message' | 'action'>) => {
  sentence: string
  action: string | null
} {
  const { statusCodes } = useText()
  const known: Readonly<Record<string, { sentence: string; action: string | null }>> = statusCodes
  return ({ code, message, action }) => known[code] ?? { sentence: message, action }
}

/** The live state of one client, asked for again and again. */
export function useWorkerStatus(clientId: string) {
  const isLive = useLiveState() === 'up'
  return useQuery(
    queries.worker.status.queryOptions({
      input: { clientId },
      refetchInterval: ({ state }) =>
        isLive ? SELDOM_MS : POLL_MS[state.data && !isMoving(state.data.status) ? 'still' : 'moving'],
    }),
  )
}

/** The live states of all clients, by client id. */
export function useWorkerStatuses() {
  const isLive = useLiveState() === 'up'
  return useQuery(
    queries.worker.list.queryOptions({
      input: {},
      refetchInterval: ({ state }) =>
        isLive ? SELDOM_MS : POLL_MS[state.data?.some(({ status }) => isMoving(status)) ? 'moving' : 'still'],
      select: (list) => new Map(list.map((status) => [status.clientId, status])),
    }),
  )
}

/** What can be done with a client's worker; each says how it went and has the state asked for again. */
export function useWorkerActions() {
  const { clients: text } = useText()
  const client = useQueryClient()
  const notify = useNotify()
  const finish = (sentence: string) => ({
    onError: notify.failed,
    async onSuccess() {
      notify.done(sentence)
      await client.invalidateQueries({ queryKey: queries.worker.key() })
      await client.invalidateQueries({ queryKey: queries.clients.key() })
    },
  })
  return {
    start: useMutation(queries.worker.start.mutationOptions(finish(text.started))),
    stop: useMutation(queries.worker.stop.mutationOptions(finish(text.stopped))),
    restart: useMutation(queries.worker.restart.mutationOptions(finish(text.restarted))),
    logOut: useMutation(queries.worker.logout.mutationOptions(finish(text.loggedOut))),
  }
}
