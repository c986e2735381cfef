import { describe, expect, test } from 'vitest'
import type { BuiltMessage, SendClaim } from '../../records/hand-over.ts'
import { LoadedRows } from './loaded-rows.ts'
import { OutboxHandOver } from './outbox-hand-over.ts'
import type { OutboxRow } from './outbox-sql.ts'

const built: BuiltMessage = { bytes: Uint8Array.of(1), type: 'text', text: 'hi', quotedId: null }
const at = new Date(0)
const stored = (seq: number, chat: string): OutboxRow => ({
  ...{ id: `row ${seq}`, seq, chat, messageId: `message ${seq}`, runId: null, nodeId: null },
  ...{ content: null, attempts: 0, status: 'pending', nextAt: at, createdAt: at },
})
const send = (id: string) => ({
  ...{ id, runId: 'run', nodeId: 'node', messageId: `message of ${id}` },
  content: { type: 'text' as const, text: 'hi' },
})

function build(prepare: (id: string) => SendClaim | null = toClaim) {
  const rows = new LoadedRows()
  const calls: string[] = []
  const open = () =>
    new OutboxHandOver({
      rows,
      prepare: async (_chat, { id }) => prepare(id),
      onTaken: (chat) => calls.push(`taken ${chat}`),
      onUnread: () => calls.push('unread'),
    })
  return { rows, calls, open }
}

function toClaim(rowId: string): SendClaim {
  return { ...built, rowId, atSec: 1 }
}

describe('messages that are handed over', () => {
  test('come into memory as what their decision stored, once it has committed', async () => {
    const { rows, calls, open } = build()
    const handOver = open()
    expect(await handOver.prepare('ana', send('a'))).toMatchObject({ rowId: 'a', text: 'hi' })
    handOver.noteStored([{ id: 'a', seq: 7, createdAtMs: 1_000 }])
    expect(rows.front('ana')).toBeUndefined()
    handOver.commit()
    expect(rows.front('ana')).toMatchObject({
      claimed: built,
      row: { id: 'a', seq: 7, chat: 'ana', messageId: 'message of a', attempts: 1, status: 'sending' },
    })
    expect(calls).toEqual(['taken ana'])
  })

  test('are none where their chat has others, waits for one, or has one that cannot leave at once', async () => {
    const { rows, open } = build((id) => (id === 'slow' ? null : toClaim(id)))
    rows.add(stored(1, 'ana'))
    const handOver = open()
    expect(await handOver.prepare('ana', send('a'))).toBeNull()
    expect(await handOver.prepare('ben', send('slow'))).toBeNull()
    expect(await handOver.prepare('ben', send('b'))).not.toBeNull()
    expect(await handOver.prepare('ben', send('c'))).toBeNull()
    expect(await open().prepare('ben', send('d'))).toBeNull()
  })

  test('that their decision left to the table are read from there', async () => {
    const { rows, calls, open } = build()
    const handOver = open()
    await handOver.prepare('ana', send('a'))
    handOver.commit()
    expect(calls).toEqual([])
    expect((await rows.load(async () => [stored(1, 'ana')])).chats).toEqual(['ana'])
  })

  test('of a transaction that failed are forgotten, and the table is read: nobody knows whether it committed', async () => {
    const { rows, calls, open } = build()
    const handOver = open()
    await handOver.prepare('ana', send('a'))
    handOver.noteStored([{ id: 'a', seq: 7, createdAtMs: 0 }])
    handOver.cancel()
    handOver.commit()
    expect([rows.size(), rows.isFree('ana'), calls]).toEqual([0, true, ['unread']])
  })

  test('go before what was decided later, which stays in the table until they are there', async () => {
    const { rows, calls, open } = build()
    const handOver = open()
    await handOver.prepare('ana', send('row 7'))
    const read = await rows.load(async () => [stored(7, 'ana'), stored(8, 'ana'), stored(9, 'ben')])
    expect(read).toEqual({ count: 3, chats: ['ben'] })
    handOver.noteStored([{ id: 'row 7', seq: 7, createdAtMs: 0 }])
    handOver.commit()
    expect(calls).toEqual(['taken ana', 'unread'])
    expect(await rows.load(async () => [stored(7, 'ana'), stored(8, 'ana')])).toEqual({
      count: 2,
      chats: [],
    })
    expect(rows.rowIds()).toEqual(['row 9', 'row 7', 'row 8'])
    expect(rows.front('ana')?.row.id).toBe('row 7')
  })

  test('that were done with while rows were read do not come again', async () => {
    const { rows, open } = build()
    const handOver = open()
    const read = rows.load(async () => {
      await handOver.prepare('ana', send('row 7'))
      handOver.noteStored([{ id: 'row 7', seq: 7, createdAtMs: 0 }])
      handOver.commit()
      const front = rows.front('ana')
      if (front) rows.remove(front)
      return [stored(7, 'ana')]
    })
    expect(await read).toEqual({ count: 1, chats: [] })
    expect(rows.size()).toBe(0)
  })

  test('go to the contact that theirs was merged into meanwhile, in the order of the decisions', async () => {
    const { rows, calls, open } = build()
    rows.add(stored(9, 'number'))
    const handOver = open()
    await handOver.prepare('lid', send('row 7'))
    rows.merge({ from: 'lid', to: 'number' })
    handOver.noteStored([{ id: 'row 7', seq: 7, createdAtMs: 0 }])
    handOver.commit()
    expect(calls).toEqual(['taken number'])
    expect(rows.front('number')?.row).toMatchObject({ id: 'row 7', chat: 'number' })
  })
})
