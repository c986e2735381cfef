import { describe, expect, test } from 'vitest'
import { LoadedRows } from './loaded-rows.ts'
import type { OutboxRow } from './outbox-sql.ts'

const at = new Date(0)
const row = (seq: number, chat: string): OutboxRow => ({
  ...{ id: `row ${seq}`, seq, chat, messageId: `message ${seq}`, runId: null, nodeId: null },
  ...{ content: null, attempts: 0, status: 'pending', nextAt: at, createdAt: at },
})

function build(...rows: [number, string][]) {
  const loaded = new LoadedRows()
  for (const [seq, chat] of rows) loaded.add(row(seq, chat))
  const fronts = () => loaded.fronts().map(([chat, { row: front }]) => [chat, front.seq])
  const take = (chat: string) => {
    const front = loaded.front(chat)
    if (!front) throw new Error(`nothing waits in ${chat}`)
    return front
  }
  return { loaded, fronts, take }
}

describe('rows of the outbox in memory', () => {
  test('go in the order in which they were read, each chat by itself', () => {
    const { loaded, fronts, take } = build([1, 'ana'], [2, 'ben'])
    expect([loaded.add(row(3, 'ana')), loaded.add(row(4, 'cleo'))]).toEqual([false, true])
    expect(fronts()).toEqual([
      ['ana', 1],
      ['ben', 2],
      ['cleo', 4],
    ])
    expect(loaded.remove(take('ana'))).toBe(true)
    expect(loaded.remove(take('ana'))).toBe(false)
    expect(loaded.rowIds()).toEqual(['row 2', 'row 4'])
    expect(loaded.front('ana')).toBeUndefined()
  })

  test('are forgotten when their chat has to wait, but for one that is being tried', () => {
    const { loaded, take } = build([1, 'ana'], [2, 'ana'], [3, 'ben'])
    take('ana').isAtWork = true
    expect(loaded.release('ana')).toBe(true)
    expect(loaded.rowIds()).toEqual(['row 1', 'row 3'])
    expect(loaded.release('ben')).toBe(false)
    expect(loaded.size()).toBe(1)
  })

  test('of two contacts that become one go in the order of their decisions, and each is removed as itself', () => {
    const { loaded, fronts, take } = build([2, 'number'], [1, 'lid'], [4, 'lid'], [3, 'number'])
    const [ofNumber, ofLid] = [take('number'), take('lid')]
    loaded.merge({ from: 'lid', to: 'number' })
    expect(fronts()).toEqual([['number', 1]])
    expect(ofLid.row.chat).toBe('number')
    loaded.remove(ofNumber)
    expect(loaded.rowIds()).toEqual(['row 1', 'row 4', 'row 3'])
    loaded.remove(ofLid)
    expect(loaded.remove(take('number'))).toBe(true)
    expect(take('number').row.seq).toBe(4)
  })

  test('take the other name when only the one contact has some, and stay when it has none', () => {
    const { loaded, fronts } = build([1, 'lid'])
    loaded.merge({ from: 'lid', to: 'number' })
    loaded.merge({ from: 'unknown', to: 'number' })
    loaded.merge({ from: 'number', to: 'number' })
    expect(fronts()).toEqual([['number', 1]])
  })

  test('are proven by the messages that the network has, wherever they stand', () => {
    const { loaded, take } = build([1, 'ana'], [2, 'ben'], [3, 'ben'])
    expect(loaded.noteProof(new Set(['message 1', 'message 3', 'message 9']), 7)).toEqual(['ana', 'ben'])
    expect(take('ana').provenAtSec).toBe(7)
    expect(take('ben').provenAtSec).toBeNull()
    loaded.remove(take('ben'))
    expect(take('ben').provenAtSec).toBe(7)
  })
})
