import { describe, expect, test } from 'vitest'
import { OutboxLanes } from './outbox-lanes.ts'
import type { OutboxRow } from './outbox-sql.ts'

const at = new Date(0)
const row = (seq: number, chat: string): OutboxRow => ({
  ...{ id: `row ${seq}`, seq, chat, messageId: `message ${seq}`, flowStateId: null, nodeId: null },
  ...{ content: null, attempts: 0, status: 'pending', nextAt: at, createdAt: at },
})

function build(...rows: [number, string][]) {
  const lanes = new OutboxLanes()
  for (const [seq, chat] of rows) lanes.add(row(seq, chat))
  const fronts = () => lanes.fronts().map(([chat, { row: front }]) => [chat, front.seq])
  const take = (chat: string) => {
    const front = lanes.front(chat)
    if (!front) throw new Error(`nothing waits in ${chat}`)
    return front
  }
  return { lanes, fronts, take }
}

describe('rows of the outbox in memory', () => {
  test('go in the order in which they were read, each chat by itself', () => {
    const { lanes, fronts, take } = build([1, 'ana'], [2, 'ben'])
    expect([lanes.add(row(3, 'ana')), lanes.add(row(4, 'cleo'))]).toEqual([false, true])
    expect(fronts()).toEqual([
      ['ana', 1],
      ['ben', 2],
      ['cleo', 4],
    ])
    expect(lanes.remove(take('ana'))).toBe(true)
    expect(lanes.remove(take('ana'))).toBe(false)
    expect(lanes.rowIds()).toEqual(['row 2', 'row 4'])
    expect(lanes.front('ana')).toBeUndefined()
  })

  test('are forgotten when their chat has to wait, but for one that is being tried', () => {
    const { lanes, take } = build([1, 'ana'], [2, 'ana'], [3, 'ben'])
    take('ana').isAtWork = true
    expect(lanes.release('ana')).toBe(true)
    expect(lanes.rowIds()).toEqual(['row 1', 'row 3'])
    expect(lanes.release('ben')).toBe(false)
    expect(lanes.size()).toBe(1)
  })

  test('of two contacts that become one go in the order of their decisions, and each is removed as itself', () => {
    const { lanes, fronts, take } = build([2, 'number'], [1, 'lid'], [4, 'lid'], [3, 'number'])
    const [ofNumber, ofLid] = [take('number'), take('lid')]
    lanes.merge({ from: 'lid', to: 'number' })
    expect(fronts()).toEqual([['number', 1]])
    expect(ofLid.row.chat).toBe('number')
    lanes.remove(ofNumber)
    expect(lanes.rowIds()).toEqual(['row 1', 'row 4', 'row 3'])
    lanes.remove(ofLid)
    expect(lanes.remove(take('number'))).toBe(true)
    expect(take('number').row.seq).toBe(4)
  })

  test('take the other name when only the one contact has some, and stay when it has none', () => {
    const { lanes, fronts } = build([1, 'lid'])
    lanes.merge({ from: 'lid', to: 'number' })
    lanes.merge({ from: 'unknown', to: 'number' })
    lanes.merge({ from: 'number', to: 'number' })
    expect(fronts()).toEqual([['number', 1]])
  })

  test('are proven by the messages that the network has, wherever they stand', () => {
    const { lanes, take } = build([1, 'ana'], [2, 'ben'], [3, 'ben'])
    expect(lanes.noteProof(new Set(['message 1', 'message 3', 'message 9']), 7)).toEqual(['ana', 'ben'])
    expect(take('ana').provenAtSec).toBe(7)
    expect(take('ben').provenAtSec).toBeNull()
    lanes.remove(take('ben'))
    expect(take('ben').provenAtSec).toBe(7)
  })
})
