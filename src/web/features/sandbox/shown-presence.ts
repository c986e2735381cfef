import { useEffect, useMemo } from 'react'
import { api } from '../../app/api.ts'
import type { Place } from './sandbox-data.ts'

/** A phone says again so often that somebody types, and that they stopped when they wrote nothing for so long. */
const SAY_AGAIN_MS = 10_000
const RESTS_AFTER_MS = 4_000

type Presence = Parameters<typeof api.sandbox.showPresence>[0]['presence']

/** What the phone on the page shows of its owner: it is open, and something is typed on it. */
class ShownPresence {
  readonly #show: (presence: Presence) => void
  #saidAtMs = Number.NEGATIVE_INFINITY
  #rests: ReturnType<typeof setTimeout> | undefined

  constructor(show: (presence: Presence) => void) {
    this.#show = show
  }

  write(): void {
    clearTimeout(this.#rests)
    this.#rests = setTimeout(() => this.rest(), RESTS_AFTER_MS)
    if (Date.now() - this.#saidAtMs < SAY_AGAIN_MS) return
    this.#saidAtMs = Date.now()
    this.#show('typing')
  }

  rest(): void {
    clearTimeout(this.#rests)
    if (this.#saidAtMs === Number.NEGATIVE_INFINITY) return
    this.#saidAtMs = Number.NEGATIVE_INFINITY
    this.#show('paused')
  }
}

export function useShownPresence({ clientId, phoneNumber, group }: Place): ShownPresence {
  const shown = useMemo(() => {
    const place = { clientId, phoneNumber, ...(group !== undefined && { group }) }
    // What does not get through shows nothing, as with a real phone.
    const show = (presence: Presence) =>
      void api.sandbox.showPresence({ ...place, presence }).catch(() => undefined)
    return { show, typed: new ShownPresence(show) }
  }, [clientId, phoneNumber, group])
  useEffect(() => {
    shown.show('available')
    return () => {
      shown.typed.rest()
      shown.show('unavailable')
    }
  }, [shown])
  return shown.typed
}
