import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { type DurableProcess, textInput } from '../../../../test/support/durable-host.ts'
import { createFlowWorld, type FlowWorld, publishGreeting } from '../../../../test/support/flow-world.ts'
import type { ClaimedSend, HandOver, NewSend, SendClaim } from '../records/hand-over.ts'

const database = useTestDatabase()
const ANA = '351910000001@s.whatsapp.net'
const BEN = '351910000002@s.whatsapp.net'

let world: FlowWorld
let process: DurableProcess

beforeEach(async () => {
  world = await createFlowWorld(database())
  process = await world.start()
  await publishGreeting(process, world)
  return () => world.close()
})

class HandOverToNobody implements HandOver {
  readonly prepared: [chat: string, content: NewSend['content']][] = []
  readonly stored: ClaimedSend[] = []

  async prepare(chat: string, { id, content }: NewSend): Promise<SendClaim | null> {
    this.prepared.push([chat, content])
    if (chat === BEN) return null
    return {
      rowId: id,
      atSec: 1_800_000_000,
      type: 'text',
      text: 'as sent',
      quotedId: null,
      bytes: Uint8Array.of(7),
    }
  }

  noteStored(sends: readonly ClaimedSend[]): void {
    this.stored.push(...sends)
  }

  commit(): void {}

  cancel(): void {}
}

async function hear(...jids: string[]) {
  const handOver = new HandOverToNobody()
  const inputs = jids.map((jid) => textInput(world.clientId, jid, 'hello', `${jid}-hello`))
  const { hasSends } = await process.db.transaction((tx) => process.runs.ingest(tx, inputs, { handOver }))
  return { hasSends, prepared: handOver.prepared, stored: handOver.stored }
}

async function read(table: 'outbox' | 'message', columns: string) {
  const { rows } = await database().pool.query(
    `select ${columns} from ${table} t where client_id = $1 order by t.ctid`,
    [world.clientId],
  )
  return rows
}

test('what may leave at once is stored as being sent with its decision, and the sender is told of it', async () => {
  const { hasSends, prepared, stored } = await hear(ANA)
  expect(prepared).toEqual([[ANA, expect.objectContaining({ type: 'text', text: 'Name?' })]])
  const [row] = await read('outbox', 'id, seq::int, status, attempts, message_id as "messageId"')
  expect(row).toMatchObject({ status: 'sending', attempts: 1 })
  expect(stored).toEqual([{ id: row.id, seq: row.seq, createdAtMs: expect.any(Number) }])
  expect(hasSends).toBe(false)
  expect(await read('message', 'id, chat, from_me, at_sec::int, type, text, status, origin, bytes')).toEqual([
    {
      ...{
        id: row.messageId,
        chat: ANA,
        from_me: true,
        at_sec: 1_800_000_000,
        type: 'text',
        text: 'as sent',
      },
      ...{ status: 'PENDING', origin: 'flow', bytes: Buffer.of(7) },
    },
  ])
})

test('what has to wait is a common row, also beside one that leaves', async () => {
  const { hasSends, stored } = await hear(ANA, BEN)
  const rows = await read('outbox', 'contact_jid as jid, status, attempts')
  expect(rows).toContainEqual({ jid: ANA, status: 'sending', attempts: 1 })
  expect(rows).toContainEqual({ jid: BEN, status: 'pending', attempts: 0 })
  expect([stored.length, hasSends]).toEqual([1, true])
  expect(await read('message', 'chat')).toEqual([{ chat: ANA }])
})

test('nothing passes by what waits for the same contact, of which the sender may not know yet', async () => {
  await database().pool.query(
    `insert into outbox (id, client_id, contact_jid, message_id, content) values ($1, $2, $3, 'EARLIER', '{}')`,
    [randomUUID(), world.clientId, ANA],
  )
  const { hasSends, stored } = await hear(ANA)
  expect([stored, hasSends]).toEqual([[], true])
  expect(await read('outbox', 'status, attempts')).toEqual([
    { status: 'pending', attempts: 0 },
    { status: 'pending', attempts: 0 },
  ])
  expect(await read('message', 'id')).toEqual([])
})
