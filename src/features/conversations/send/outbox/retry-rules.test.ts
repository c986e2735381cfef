import { describe, expect, it } from 'vitest'
import type { SendOutcome } from '../../../../core/conversation/send-outcome.ts'
import { decideNextStep, MAX_AGE_MS, MAX_ATTEMPTS } from './retry-rules.ts'

const decide = (outcome: SendOutcome, row: { attempts?: number; ageMs?: number } = {}) =>
  decideNextStep(outcome, { attempts: row.attempts ?? 1, createdAtMs: -(row.ageMs ?? 0) }, 0, 1)

const temporary: SendOutcome = { kind: 'refused', code: '429' }
const unknown: SendOutcome = { kind: 'unknown', reason: 'ack_timeout', withinMs: 1_500 }
const NOT_SENT = {
  not_connected: {},
  no_answer: {},
  recipient_not_found: { to: '1@lid' },
  encryption_failed: { to: '1@lid' },
  bad_content: {},
}
const notSent = (reason: keyof typeof NOT_SENT) =>
  decide({ kind: 'not_sent', reason, ...NOT_SENT[reason] } as SendOutcome)

describe('after an attempt a message of a flow', () => {
  it('is done when it was acknowledged', () => {
    expect(decide({ kind: 'acked', atSec: 7 })).toEqual({ kind: 'sent', atMs: 7_000 })
  })

  it('is tried again only when the refusal may pass', () => {
    expect(decide(temporary)).toEqual({ kind: 'retry', atMs: 5_000, counted: true })
    expect(decide({ ...temporary, code: '503' }).kind).toBe('retry')
    expect(decide({ ...temporary, code: '406' }).kind).toBe('failed')
  })

  it('waits out a restriction of writing to strangers, however often it was tried', () => {
    const restricted: SendOutcome = { kind: 'refused', code: '463', restrictedUntilMs: 60_000 }
    expect(decide(restricted, { attempts: MAX_ATTEMPTS })).toEqual({ kind: 'restricted' })
    const capped: SendOutcome = { kind: 'refused', code: '475' }
    expect(decide(capped, { attempts: MAX_ATTEMPTS })).toEqual({ kind: 'restricted' })
  })

  it('is given up after five attempts or a day, whatever the reason', () => {
    for (const outcome of [temporary, unknown]) {
      expect(decide(outcome, { attempts: MAX_ATTEMPTS - 1 }).kind).not.toBe('failed')
      expect(decide(outcome, { attempts: MAX_ATTEMPTS }).kind).toBe('failed')
      expect(decide(outcome, { ageMs: MAX_AGE_MS }).kind).toBe('failed')
    }
  })

  it('may have arrived when no answer came, and is tried under the same id after a pause', () => {
    expect(decide(unknown)).toEqual({ kind: 'unproven', atMs: 15_000 })
  })

  it('waits for a connection, and fails when nobody could ever get it', () => {
    expect(notSent('not_connected').kind).toBe('offline')
    expect(notSent('no_answer')).toMatchObject({ kind: 'retry', counted: false })
    expect(notSent('encryption_failed').kind).toBe('retry')
    expect(notSent('recipient_not_found').kind).toBe('failed')
    expect(notSent('bad_content').kind).toBe('failed')
  })
})
