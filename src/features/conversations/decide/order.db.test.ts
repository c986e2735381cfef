import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { textInput } from '../../../../test/support/durable-host.ts'
import { createFlowWorld, type FlowWorld, publishEcho } from '../../../../test/support/flow-world.ts'
import { LOOP_GUARD_MESSAGES } from '../../../core/flow/limits.ts'

const database = useTestDatabase()
const CONTACTS = 12

const jidOf = (n: number) => `35191000${String(n).padStart(4, '0')}@s.whatsapp.net`

/** Who writes, in batches; how each batch comes in; and whether the next batch waits until this one is in. */
const plan = fc.array(
  fc.record({
    writers: fc.array(fc.integer({ min: 0, max: CONTACTS - 1 }), { minLength: 1, maxLength: 12 }),
    way: fc.constantFrom('deliver' as const, 'deliver' as const, 'store' as const),
    host: fc.integer({ min: 0, max: 1 }),
    isDoubled: fc.boolean(),
  }),
  { minLength: 4, maxLength: 12 },
)

function checkOrder(world: FlowWorld, received: ReadonlyMap<string, string[]>): void {
  for (const [jid, [, ...words]] of received) {
    const expected = ['Say', ...words.flatMap((word) => [`got ${word}`, 'Say'])]
    expect(world.shownTo(jid)).toEqual(expected)
  }
}

test('each chat hears its answers in the order of its messages, whatever batches come in whatever way to two hosts', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(plan, async (batches) => {
      const world = await createFlowWorld(database())
      const hosts = [await world.start({ hostId: 'one' }), await world.start({ hostId: 'two' })] as const
      try {
        await publishEcho(hosts[0], world)
        const received = new Map<string, string[]>()
        const speak = (n: number) => {
          const jid = jidOf(n)
          const words = received.get(jid) ?? []
          // Who writes more within a minute is taken for another bot, and handed over.
          if (words.length === LOOP_GUARD_MESSAGES) return []
          const word = words.length === 0 ? 'go' : `w${words.length}`
          received.set(jid, [...words, word])
          return [textInput(world.clientId, jid, word, `${jid}-${word}`)]
        }
        for (const { writers, way, host, isDoubled } of batches) {
          const inputs = writers.flatMap(speak)
          // Conversations of earlier batches are still being worked on while this one comes in.
          for (const { contactJid } of inputs) hosts[1 - host]?.runner.wake(contactJid)
          await hosts[host]?.[way](inputs)
          if (isDoubled) await hosts[1 - host]?.deliver(inputs)
          for (const { contactJid } of inputs) hosts[host]?.runner.wake(contactJid)
        }
        for (const host of [...hosts, ...hosts]) {
          await host.runner.scan()
          await host.settle()
        }
        checkOrder(world, received)
      } finally {
        await world.close()
      }
    }),
    // Making a failed history smaller takes minutes, and one that never ends would say nothing: each is told as it is.
    { numRuns: 8, endOnFailure: true, timeout: 250_000 },
  )
})
