import { expect, test } from 'vitest'
import { at, person, receiptEvent, textEvent } from '../../../test/support/network-events.ts'
import { LeaseLostError, type NetworkEvent } from '../../network/port.ts'
import { ClientConversations } from './client-conversations.ts'

const ana = person('491511111111')
const groupReceipt: NetworkEvent = {
  kind: 'receipt',
  receipt: { chat: at('123456789@g.us'), ids: ['M1'], kind: 'delivered', by: ana, atSec: 1_800_000_010 },
}

/** What was stored how, in order, and what the sender was told. */
function createConversations(isHeld = true) {
  const stored: [how: string, kinds: string[]][] = []
  const confirmed: string[][] = []
  const note = (how: string, events: readonly NetworkEvent[]) =>
    stored.push([how, events.map(({ kind }) => kind)])
  const sender = {
    openHandOver: () => null,
    confirm: (ids: string[]) => confirmed.push(ids),
  }
  const deps = {
    bus: { publish() {} },
    db: {
      transaction: (work: (tx: string) => unknown, { flush }: { flush: string }) => work(`flush ${flush}`),
    },
    chat: {
      createSender: () => sender,
      applyReceipts: async (_: unknown, events: readonly NetworkEvent[]) => {
        note('alone', events)
        return { committed() {} }
      },
      applyEvents: async (tx: string, _: unknown, events: readonly NetworkEvent[]) => {
        note(tx, events)
        if (!isHeld) throw new LeaseLostError('c')
        return { events: [], calls: [], committed() {} }
      },
    },
    runs: {
      openRunner: () => ({}),
      ingest: async () => ({ openConversations: [], hasSends: false, committed() {} }),
    },
  }
  const options = { client: { id: 'c' }, epoch: 1, connection: () => null }
  const conversations = new ClientConversations(deps as never, options as never)
  return { conversations, stored, confirmed }
}

test('receipts of chats of two are stored before what came with them, which then does not wait for the disk', async () => {
  const { conversations, stored, confirmed } = createConversations()
  await conversations.ingest([
    textEvent({ id: 'A1', from: ana, journalId: 'j1' }),
    receiptEvent(['M1'], 'delivered', ana),
    receiptEvent(['M2'], 'read', ana),
  ])
  expect(stored).toEqual([
    ['alone', ['receipt', 'receipt']],
    ['flush never', ['message']],
  ])
  expect(confirmed).toEqual([['M1'], ['M2']])
})

test('receipts alone open no transaction, those of groups do', async () => {
  const { conversations, stored } = createConversations()
  await conversations.ingest([receiptEvent(['M1'], 'delivered', ana)])
  await conversations.ingest([groupReceipt])
  expect(stored).toEqual([
    ['alone', ['receipt']],
    ['flush after', ['receipt']],
  ])
})

test('what a host may not store any more is not tried again, and ends its connection', async () => {
  const { conversations, stored } = createConversations(false)
  const ingested = conversations.ingest([textEvent({ id: 'A1', from: ana, journalId: 'j1' })])
  await expect(ingested).rejects.toThrow(LeaseLostError)
  expect(stored).toHaveLength(1)
})
