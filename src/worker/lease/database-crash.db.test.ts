import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createChatBench } from '../../../test/support/chat-bench.ts'
import { insertClient } from '../../../test/support/fixtures.ts'
import { person, textEvent } from '../../../test/support/network-events.ts'
import { type OwnPostgres, startOwnPostgres } from '../../../test/support/own-postgres.ts'
import { type Database, openDatabase } from '../../db/client.ts'
import { appendEvent, EventWatermark } from '../../features/events/index.ts'
import { LeaseLostError } from '../../network/port.ts'
import { silentLog } from '../../platform/logger.ts'
import { createSecretBox } from '../../platform/secret-box.ts'
import { StoredCredentials } from './credential-store.ts'
import { createGroupCommitter } from './group-commit.ts'
import { createLeaseTable, type Lease } from './lease.ts'

const OWNER = 'host-a'

let postgres: OwnPostgres
let db: Database
let clientId: string

beforeAll(async () => {
  // What does not wait for the disk stays in the server's memory for as long as a test takes.
  postgres = await startOwnPostgres({ wal_writer_delay: '10s' })
  db = await openDatabase({ databaseUrl: postgres.url, poolSize: 4 })
})
afterAll(async () => {
  await db.close()
  await postgres.remove()
})
beforeEach(async () => {
  clientId = await insertClient(db.pool, { desired: 'running' })
})

async function own() {
  const { pool } = db
  const leases = createLeaseTable({ pool, owner: OWNER })
  const committer = createGroupCommitter({
    pool,
    owner: OWNER,
    log: silentLog,
    box: createSecretBox([Buffer.alloc(32, 7)]),
  })
  const lease = await leases.acquire(clientId)
  if (!lease) throw new Error('the lease was refused')
  return { leases, lease, store: new StoredCredentials({ pool, committer, lease }) }
}

const entry = { id: 'm1', stanza: '{}', plaintext: Buffer.from('hello') }
const journal = [entry]
const keys = [{ type: 'session', id: '1', value: Buffer.from('moved on') }]

/** A decision about what is in the journal, as it is committed: nobody waits for the disk. */
const decide = () =>
  db.transaction(
    async (tx) => {
      await tx.client.query('delete from inbound_journal where client_id = $1', [clientId])
      await tx.client.query(
        `insert into outbox (id, client_id, contact_jid, message_id, content)
         values (gen_random_uuid(), $1, '1@s.whatsapp.net', 'answer', '{}')`,
        [clientId],
      )
    },
    { flush: 'never' },
  )

const countAnswers = async () =>
  (await db.pool.query('select from outbox where client_id = $1', [clientId])).rowCount

describe('after a crash of the database server', () => {
  it('no keys are stored for a message whose decision was lost: it stays off the wire, and the journal has its cause', async () => {
    const { store } = await own()
    await store.commit({ keys, journal })
    await decide()
    await postgres.crash()
    expect(await countAnswers()).toBe(0)
    expect(await store.readJournal()).toMatchObject([{ id: 'm1' }])
    await expect(store.commit({ keys })).rejects.toThrow(LeaseLostError)
    const again = await own()
    await again.store.commit({ keys })
    await decide()
    await again.store.commit({ keys })
    expect(await countAnswers()).toBe(1)
  })

  it('a commit of keys that waited for the server to come back is refused', async () => {
    const { store } = await own()
    await store.commit({ keys, journal })
    await decide()
    await postgres.stop('immediate')
    const refused = expect(store.commit({ keys })).rejects.toThrow(LeaseLostError)
    await postgres.start()
    await refused
    expect(await countAnswers()).toBe(0)
  })

  it('messages that are still to be stored are left to the next owner, as an earlier one may be in the journal again', async () => {
    const bench = await createChatBench(db)
    clientId = bench.clientId
    const client = { id: clientId, userId: bench.userId, address: null, lid: null }
    const store = (ids: readonly string[], { epoch }: Lease) => {
      const events = ids.map((id) => textEvent({ id, from: person('491511111111'), journalId: id }))
      const holding = { hostId: OWNER, epoch }
      return db.transaction((tx) => bench.chat.applyEvents(tx, client, events, holding), { flush: 'never' })
    }
    const first = await own()
    await first.store.commit({ journal: ['m1', 'm2'].map((id) => ({ ...entry, id })) })
    await store(['m1'], first.lease)
    expect(await first.store.readJournal()).toMatchObject([{ id: 'm2' }])
    await postgres.crash()
    await expect(store(['m2'], first.lease)).rejects.toThrow(LeaseLostError)
    const next = await own()
    await expect(store(['m2'], first.lease)).rejects.toThrow(LeaseLostError)
    expect(await next.store.readJournal()).toMatchObject([{ id: 'm1' }, { id: 'm2' }])
    const { events } = await store(['m1', 'm2'], next.lease)
    expect(events).toMatchObject([{ event: { eventId: 'm1' } }, { event: { eventId: 'm2' } }])
    expect(await next.store.readJournal()).toEqual([])
    await bench.close()
  })

  it('leases are lost, of clients that nobody writes to as well, and taken anew in one go', async () => {
    const { leases, lease } = await own()
    await postgres.crash()
    expect(await leases.renew([lease])).toEqual([clientId])
    const next = await leases.acquire(clientId)
    expect(next?.epoch).toBeGreaterThan(lease.epoch)
    expect(next && (await leases.renew([next]))).toEqual([])
    expect(await leases.renew([lease])).toEqual([clientId])
  })

  it('what the log of events had noted of its numbers counts no more: they are drawn again', async () => {
    const event = { userId: 'user', clientId, name: 'flow.event', data: {} } as const
    const watermark = new EventWatermark(db)
    await appendEvent(db, event)
    await watermark.advance()
    await db.transaction(
      async (tx) => {
        // More numbers than the server notes ahead.
        for (let n = 0; n < 40; n += 1) await appendEvent(tx, event)
      },
      { flush: 'never' },
    )
    const open = await db.pool.connect()
    open.on('error', () => {})
    await open.query('begin; select pg_current_xact_id()')
    const before = await watermark.advance()
    await postgres.crash()
    open.release(true)
    const late = await db.pool.connect()
    await late.query('begin')
    const { rows } = await late.query<{ seq: number }>(
      `insert into event_log (user_id, client_id, name, data) values ('user', $1, 'flow.event', '{}') returning seq`,
      [clientId],
    )
    const seq = rows[0]?.seq ?? 0
    expect(await watermark.advance()).toBeLessThan(seq)
    await late.query('commit')
    late.release()
    while (watermark.current() < seq) await watermark.advance()
    expect(before).toBeLessThan(seq)
  })

  it('a stop in order loses nothing, so that all goes on as before', async () => {
    const { store, leases, lease } = await own()
    await store.commit({ keys, journal })
    await decide()
    await postgres.stop()
    await postgres.start()
    await store.commit({ keys })
    expect(await countAnswers()).toBe(1)
    expect(await leases.renew([lease])).toEqual([])
  })
})
