import type { Contact } from '../../sandbox/index.ts'
import type { Handlers } from '../../src/contract/handlers.ts'
import type { Address } from '../../src/core/addresses.ts'
import type { Database } from '../../src/db/client.ts'
import { type ChatNetwork, eventually } from './chat-network.ts'
import { ACCOUNT, startMediaNetwork } from './media-network.ts'
import { readRefusal } from './refusals.ts'

export const ANA = '447700900111'
export const BEN = '447700900112'
export const EVE = '447700900113'

export const jidOf = (number: string) => `${number}@s.whatsapp.net` as Address

export const reasonOf = async (refused: Promise<unknown>): Promise<[string, string | undefined]> => {
  const { code, data } = await readRefusal(refused)
  return [code, (data as { reason?: string }).reason]
}

type Status = Handlers['status']
type PostInput = Partial<Parameters<Status['post']>[0]>

export const shownTo = ({ statuses }: Contact, id: string) => statuses.shown.find((each) => each.id === id)

/** An account with Ana and Ben in its address book and Eve outside of it, and the operations on its statuses. */
export async function startStatusWorld(database: Database) {
  const { pool } = database
  const files = await startMediaNetwork(database)
  const { world } = files
  const { clientId, ctx, sandbox } = world
  const status = world.chat.statusHandlers
  await pool.query('update client set address = $2 where id = $1', [clientId, jidOf(ACCOUNT)])
  const ana = sandbox.contact(ANA, { name: 'Ana' })
  const ben = sandbox.contact(BEN, { name: 'Ben' })
  const eve = sandbox.contact(EVE, { name: 'Eve' })
  const phone = sandbox.phone(ACCOUNT)
  await phone.saveContact(ANA, { fullName: 'Ana Lima' })
  await phone.saveContact(BEN, { fullName: 'Ben Berg' })
  await eventually('the address book', async () => {
    const named = 'select from contact where client_id = $1 and name is not null'
    return (await pool.query(named, [clientId])).rowCount === 2
  })
  const post = (input: PostInput, of: ChatNetwork['ctx'] = ctx) => status.post({ clientId, ...input }, of)
  return {
    ...{ files, world, clientId, ctx, status, phone, ana, ben, eve, post },
    /** Posts a text and waits until Ana has it; answers its id. */
    async posted(text: string, input: PostInput = {}): Promise<string> {
      const answer = await post({ text, ...input })
      if (answer.type !== 'success') throw new Error(answer.error)
      const id = answer.res?.key.id ?? ''
      await eventually('Ana has it', async () => shownTo(ana, id))
      return id
    },
    own: async (id: string) =>
      (await status.list({ clientId, limit: 20 }, ctx)).statuses.find((each) => each.id === id),
    viewers: async (id: string) => (await status.listViewers({ clientId, id }, ctx)).viewers,
    received: async (query: { withMuted?: boolean; jid?: Address } = {}) =>
      (await status.listReceived({ clientId, withMuted: false, limit: 100, ...query }, ctx)).statuses,
    /** Where the event log stands now. */
    async mark(): Promise<number> {
      const { rows } = await pool.query('select coalesce(max(seq), 0)::int as seq from event_log')
      return rows[0].seq
    },
    /** What the event log has of statuses since. */
    async told(since: number): Promise<Record<string, unknown>[]> {
      const { rows } = await pool.query(
        `select name, data from event_log where client_id = $1 and seq > $2 and name like 'status.%' order by seq`,
        [clientId, since],
      )
      return rows.map(({ name, data }) => ({ name, ...data }))
    },
  }
}

export type StatusWorld = Awaited<ReturnType<typeof startStatusWorld>>
