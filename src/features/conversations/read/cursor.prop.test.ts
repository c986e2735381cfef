import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addReceipt, nextStatus, type ReceiptKind, rankOf, STATUS_LADDER } from '../records/message-status.ts'
import { parseCursor, toCursor } from './cursor.ts'

const whole = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })

describe('a cursor', () => {
  it('comes back as the place it was made for', () => {
    fc.assert(
      fc.property(whole, whole, (atSec, seq) => {
        expect(parseCursor(toCursor({ atSec, seq }))).toEqual({ atSec, seq })
      }),
    )
  })

  it('of any other text is refused, and never throws', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 600 }), (text) => {
        const parsed = parseCursor(text)
        if (parsed) expect(toCursor(parsed)).toBe(text)
      }),
    )
    for (const text of ['', 'x', 'MS4x', toCursor({ atSec: 1, seq: 2 }).slice(1)]) {
      expect(parseCursor(text)).toBeNull()
    }
  })
})

describe('a status', () => {
  const kinds = fc.array(fc.constantFrom<ReceiptKind>('server', 'delivered', 'read', 'played', 'error'))

  it('never goes back, whatever receipts come in whatever order', () => {
    fc.assert(
      fc.property(kinds, (receipts) => {
        let status = nextStatus('PENDING', 'server')
        for (const kind of receipts) {
          const next = nextStatus(status, kind)
          const failsEarly = next === 'ERROR' && rankOf(status) <= rankOf('SERVER_ACK')
          expect(failsEarly || rankOf(next) >= rankOf(status)).toBe(true)
          status = next
        }
      }),
    )
  })

  it('ends at the furthest receipt, whatever their order', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(['server', 'delivered', 'read', 'played'] as const, { minLength: 1 }),
        (kinds) => {
          const furthest = Math.max(...kinds.map((kind) => rankOf(nextStatus('PENDING', kind))))
          const summary = kinds.reduce<ReturnType<typeof addReceipt> | undefined>(
            (known, kind, i) => addReceipt(known, { id: 'a', fromMe: true, kind, atSec: i }),
            undefined,
          )
          expect(summary?.rank).toBe(furthest)
          expect(STATUS_LADDER[furthest - 1]).toBe(
            kinds.reduce<Parameters<typeof nextStatus>[0]>(nextStatus, 'PENDING'),
          )
        },
      ),
    )
  })
})
