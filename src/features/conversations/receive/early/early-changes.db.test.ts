import { beforeEach, describe, expect, test } from 'vitest'
import { useTestDatabase } from '../../../../../test/support/database.ts'
import { insertClient } from '../../../../../test/support/fixtures.ts'
import { at, person } from '../../../../../test/support/network-events.ts'
import type { ArrivedChange } from '../arrival.ts'
import { createEarlyChanges, dropOldChanges } from './early-changes.ts'

const database = useTestDatabase()
const ana = person('491511111111')
const target = (id: string) => ({ chat: at('491511111111@s.whatsapp.net'), id, fromMe: false })
const reaction = (id: string, emoji: string): ArrivedChange => ({
  ...{ kind: 'reaction', target: target(id), by: ana, fromMe: false, emoji, atSec: 1, journalId: null },
})

let clientId: string
let early: ReturnType<typeof createEarlyChanges>

beforeEach(async () => {
  clientId = await insertClient(database().pool)
  early = createEarlyChanges()
})

/** What waited before, and what waits from now on. */
async function settle(carriedOut: ArrivedChange[], waiting: ArrivedChange[], fails = false): Promise<void> {
  const note = await database().transaction(async (tx) => {
    const noted = await early.settle(tx, clientId, { carriedOut, waiting })
    if (fails) throw new Error('the transaction is taken back')
    return noted
  })
  note()
}

const find = (...ids: string[]) => early.find(database(), clientId, ids)

describe('what came before its message', () => {
  test('keeps its order, of each client apart, and goes when it was carried out', async () => {
    await settle([], [reaction('A', '1'), reaction('B', '2')])
    await settle([], [reaction('A', '3')])
    expect(await find('A', 'C')).toEqual([reaction('A', '1'), reaction('A', '3')])
    expect(await early.find(database(), await insertClient(database().pool), ['A'])).toEqual([])
    await expect(settle([reaction('A', '1')], [], true)).rejects.toThrow('taken back')
    expect(await find('A')).toHaveLength(2)
    await settle([reaction('A', '1')], [])
    expect(await find('A', 'B')).toEqual([reaction('B', '2')])
  })

  test('is found as it was by another process, its bytes too', async () => {
    const told = { target: target('A'), fromMe: false, atSec: 1, journalId: 'J' }
    const bytes = Uint8Array.of(0, 255, 128)
    const changes: ArrivedChange[] = [
      { ...told, kind: 'edit', text: 'a "word" in two\nlines', bytes },
      { ...told, kind: 'vote', by: ana, sealed: { about: 'poll', payload: bytes, iv: Uint8Array.of(7) } },
      { ...told, kind: 'revoke', by: ana },
    ]
    await settle([], changes)
    early = createEarlyChanges()
    expect(await find('B')).toEqual([])
    expect(await find('A')).toEqual(changes)
    early.forgetClient(clientId)
    expect(await find('A')).toEqual(changes)
  })

  test('is of the newest 500 messages, and the newest 50 changes of each', async () => {
    await settle(
      [],
      Array.from({ length: 60 }, (_, n) => reaction('A', String(n))),
    )
    expect(await find('A')).toHaveLength(50)
    expect((await find('A'))[0]).toEqual(reaction('A', '10'))
    for (let from = 0; from < 1_500; from += 250)
      await settle(
        [],
        Array.from({ length: 250 }, (_, n) => reaction(String(from + n), 'x')),
      )
    expect(await find('A', '999')).toEqual([])
    expect(await find('1000', '1499')).toHaveLength(2)
    const { rows } = await database().pool.query(
      'select count(*)::int from early_change where client_id = $1',
      [clientId],
    )
    expect(rows).toEqual([{ count: 500 }])
  })

  test('does not wait for longer than 14 days', async () => {
    await settle([], [reaction('A', '1')])
    await database().pool.query("update early_change set created_at = now() - interval '15 days'")
    await settle([], [reaction('B', '2')])
    await dropOldChanges(database())
    expect(await find('A', 'B')).toEqual([reaction('B', '2')])
  })
})
