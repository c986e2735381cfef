import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PersonHint, planContacts } from './plan.ts'
import type { ContactRow } from './store.ts'

const phone = fc.constantFrom('1@s.whatsapp.net', '2@s.whatsapp.net', '3@s.whatsapp.net')
const lid = fc.constantFrom('7@lid', '8@lid', '9@lid')
const hint: fc.Arbitrary<PersonHint> = fc.oneof(
  fc.record({ phone, lid }),
  fc.record({ phone, lid: fc.constant(null) }),
  fc.record({ phone: fc.constant(null), lid }),
)
const batches = fc.array(fc.array(hint, { maxLength: 4 }), { maxLength: 12 })

/** The table after each plan, as the store would carry it out. */
function carryOut(batchesOfHints: readonly (readonly PersonHint[])[]): Map<string, ContactRow> {
  const table = new Map<string, ContactRow>()
  for (const hints of batchesOfHints) {
    const plan = planContacts([...table.values()], hints)
    for (const row of plan.inserts) {
      expect(table.has(row.id)).toBe(false)
      table.set(row.id, row)
    }
    for (const { from, to } of plan.merges) {
      expect(table.has(to)).toBe(true)
      expect(table.delete(from)).toBe(true)
    }
    for (const row of plan.updates) {
      expect(table.has(row.id)).toBe(true)
      table.set(row.id, row)
    }
  }
  return table
}

describe('deciding who is who', () => {
  it('never lets two contacts share an address, whatever comes in whatever batches', () => {
    fc.assert(
      fc.property(batches, (hints) => {
        const rows = [...carryOut(hints).values()]
        for (const field of ['phone', 'lid'] as const) {
          const known = rows.map((row) => row[field]).filter((address) => address !== null)
          expect(new Set(known).size).toBe(known.length)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('finds everybody who was ever named by phone and LID together under one contact, when nothing contradicts', () => {
    const people = fc.shuffledSubarray([
      { phone: '1@s.whatsapp.net', lid: '7@lid' },
      { phone: '2@s.whatsapp.net', lid: '8@lid' },
      { phone: '3@s.whatsapp.net', lid: '9@lid' },
    ])
    const views = (person: { phone: string; lid: string }): PersonHint[] => [
      person,
      { phone: person.phone, lid: null },
      { phone: null, lid: person.lid },
    ]
    const scattered = people.chain((known) =>
      fc.shuffledSubarray(known.flatMap(views), { minLength: known.length * 3 }),
    )
    fc.assert(
      fc.property(scattered, fc.integer({ min: 1, max: 3 }), (hints, size) => {
        const split = Array.from({ length: Math.ceil(hints.length / size) }, (_, i) =>
          hints.slice(i * size, (i + 1) * size),
        )
        const rows = [...carryOut(split).values()]
        expect(rows).toHaveLength(hints.length / 3)
        for (const row of rows) expect([row.phone, row.lid].every((address) => address !== null)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})
