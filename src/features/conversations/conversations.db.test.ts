import { beforeAll, describe, expect, it } from 'vitest'
import { type ChatBench, createChatBench } from '../../../test/support/chat-bench.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import { at, person, textEvent } from '../../../test/support/network-events.ts'

const database = useTestDatabase()
const PEOPLE = 7

let bench: ChatBench

const numberOf = (n: number): string => `49151111111${n}`
const jidOf = (n: number): string => `${numberOf(n)}@s.whatsapp.net`

/** Person n writes n + 1 messages, the last of them n minutes after the first person's. */
beforeAll(async () => {
  bench = await createChatBench(database())
  const client = { id: bench.clientId, userId: bench.userId, address: null, lid: null }
  const events = Array.from({ length: PEOPLE }, (_, n) =>
    Array.from({ length: n + 1 }, (_, i) =>
      textEvent({
        id: `p${n}m${i}`,
        from: person(numberOf(n), `700${n}`),
        atSec: 1_700_000_000 + n * 60 + i,
      }),
    ),
  ).flat()
  await database().transaction((tx) => bench.chat.applyEvents(tx, client, events))
  return () => bench.close()
})

const list = (extra: object = {}) =>
  bench.chat.handlers.listConversations({ clientId: bench.clientId, limit: 50, ...extra }, bench.ctx())

describe('the conversations of a client', () => {
  it('are listed once each, most recent first, with their newest message and what is unread', async () => {
    const { conversations, nextCursor } = await list()
    expect(conversations.map(({ jid }) => jid)).toEqual([6, 5, 4, 3, 2, 1, 0].map(jidOf))
    expect(conversations.map(({ lastMessage }) => lastMessage?.id)[0]).toBe('p6m6')
    expect(conversations.map(({ unreadCount }) => unreadCount)).toEqual([7, 6, 5, 4, 3, 2, 1])
    expect(nextCursor).toBeNull()
  })

  it('are walked in pages without gap or repeat', async () => {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof list>> = await list({ limit: 3, ...(cursor && { cursor }) })
      seen.push(...page.conversations.map(({ jid }) => jid))
      cursor = page.nextCursor
    } while (cursor)
    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map(jidOf))
  })

  it('are found by a part of the number', async () => {
    const { conversations } = await list({ search: numberOf(3).slice(-4) })
    expect(conversations.map(({ jid }) => jid)).toEqual([jidOf(3)])
  })

  it('are found by a number as people write it, with the country and spaces', async () => {
    const digits = numberOf(3)
    const written = `+${digits.slice(0, 2)} (${digits.slice(2, 5)}) ${digits.slice(5, 8)}-${digits.slice(8)}`
    const { conversations } = await list({ search: written })
    expect(conversations.map(({ jid }) => jid)).toEqual([jidOf(3)])
  })

  it('are found by names and texts without their accents, whatever the case, and the other way round', async () => {
    await database().pool.query('update contact set name = $2 where client_id = $1 and id = $3', [
      bench.clientId,
      'ÉRICA Conceição',
      jidOf(2),
    ])
    for (const search of ['erica conceicao', 'Érica', 'êricá'])
      expect((await list({ search })).conversations.map(({ jid }) => jid)).toEqual([jidOf(2)])
    await database().pool.query(
      "update message set text = 'Até amanhã' where client_id = $1 and id = 'p4m1'",
      [bench.clientId],
    )
    expect((await list({ search: 'AMANHA' })).conversations.map(({ jid }) => jid)).toEqual([jidOf(4)])
  })

  it('are found by a part of what was written in them', async () => {
    const { conversations } = await list({ search: 'P5M2' })
    expect(conversations.map(({ jid }) => jid)).toEqual([jidOf(5)])
    expect((await list({ search: 'p6m9' })).conversations).toEqual([])
  })

  it('leave out the status feed, which is read by its own address', async () => {
    const client = { id: bench.clientId, userId: bench.userId, address: null, lid: null }
    const status = textEvent({
      id: 'S1',
      from: person(numberOf(1), '7001'),
      group: 'status@broadcast',
      atSec: 1_800_000_000,
    })
    const applied = await database().transaction((tx) => bench.chat.applyEvents(tx, client, [status]))
    applied.committed()
    expect(applied.events).toEqual([])
    const { conversations } = await list()
    expect(conversations.map(({ jid }) => jid)).not.toContain('status@broadcast')
    expect(conversations.find(({ jid }) => jid === jidOf(1))?.lastMessage?.id).toBe('p1m1')
    const { messages } = await bench.chat.handlers.getConversationMessages(
      { clientId: bench.clientId, jid: at('status@broadcast'), limit: 50, direction: 'before' },
      bench.ctx(),
    )
    expect(messages).toMatchObject([{ id: 'S1', jid: 'status@broadcast' }])
  })

  it('refuse a cursor that is none', async () => {
    await expect(list({ cursor: 'nonsense' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})
