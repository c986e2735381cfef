import { createHmac } from 'node:crypto'
import type { UrlOf } from '../../core/flow/index.ts'
import { isSameSecret } from '../../platform/secrets.ts'
import { INCOMING_PATH } from './addresses.ts'

/** What follows `INCOMING_PATH` in the address of a wait: nothing of it is stored. */
const RUN_ADDRESS = /^run\/([0-9a-f-]{36})\/([\w:%-]{1,160})\/(\d{1,9})\/([\w-]{43})$/

/** Which visit of which run an address is of. */
export interface CalledVisit {
  runId: string
  place: string
  visit: number
}

/**
 * The addresses at which runs are called. Each carries a code that only who has the secret can make, so it cannot be guessed, is
 * the same whenever it is made, and needs no row.
 */
export class RunAddresses {
  readonly #secret: string
  /** Where other systems and people reach the service. */
  readonly origin: string

  constructor({ secret, origin }: { secret: string; origin: string }) {
    this.#secret = secret
    this.origin = origin
  }

  readonly urlOf: UrlOf = (runId, place, visit) => {
    const path = `run/${runId}/${encodeURIComponent(place)}/${visit}/${this.#sign(runId, place, visit)}`
    return `${this.origin}${INCOMING_PATH}${path}`
  }

  /** What an address is of; null for one that was never made. */
  read(path: string): CalledVisit | null {
    const [, runId = '', encoded = '', visit = '', code = ''] = RUN_ADDRESS.exec(path) ?? []
    if (runId === '' || !/^(%3A|[\w-])+$/i.test(encoded)) return null
    const place = decodeURIComponent(encoded)
    const isOurs = isSameSecret(code, this.#sign(runId, place, Number(visit)))
    return isOurs ? { runId, place, visit: Number(visit) } : null
  }

  #sign(runId: string, place: string, visit: number): string {
    return createHmac('sha256', this.#secret).update(`${runId} ${place} ${visit}`).digest('base64url')
  }
}
