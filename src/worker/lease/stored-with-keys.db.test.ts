import { beforeEach, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/support/database.ts'
import { insertClient } from '../../../test/support/fixtures.ts'
import { PendingMessages } from '../../features/conversations/send/pending-messages.ts'
import { LeaseLostError } from '../../network/port.ts'
import { silentLog } from '../../platform/logger.ts'
import { createSecretBox } from '../../platform/secret-box.ts'
import { StoredCredentials } from './credential-store.ts'
import { createGroupCommitter } from './group-commit.ts'
import { createLeaseTable } from './lease.ts'

const database = useTestDatabase()
const box = createSecretBox([Buffer.alloc(32, 7)])
const CHAT = '351910000001@s.whatsapp.net'

let clientId: string
let messages: PendingMessages
let store: StoredCredentials

beforeEach(async () => {
  const { pool } = database()
  clientId = await insertClient(pool, { desired: 'running' })
  messages = new PendingMessages(database())
  const committer = createGroupCommitter({ pool, owner: 'host-a', log: silentLog, box, piggyback: messages })
  const lease = await createLeaseTable({ pool, owner: 'host-a' }).acquire(clientId)
  if (!lease) throw new Error('the lease was refused')
  store = new StoredCredentials({ pool, committer, lease })
  database().statements.length = 0
})

const add = (id: string, text = 'hi', isUrgent = false) =>
  messages.add(
    { clientId, id, chat: CHAT, atSec: 1, type: 'text', text, quotedId: null, bytes: Buffer.from('b') },
    isUrgent,
  )
const commitKey = (id: string) =>
  store.commit({ keys: [{ type: 'session', id, value: Buffer.from(`key ${id}`) }] })
const readStored = async () =>
  (
    await database().pool.query(
      `select id, text, status, origin, from_me, chat from message where client_id = $1 order by id`,
      [clientId],
    )
  ).rows
const readKeys = async (...ids: string[]) => [...(await store.readKeys('session', ids)).keys()].sort()
const pending = (id: string, text = 'hi') => ({
  id,
  text,
  status: 'PENDING',
  origin: 'api',
  from_me: true,
  chat: CHAT,
})

describe('messages that are to be stored', () => {
  it('go with the next commit of keys, in one statement', async () => {
    const stored = Promise.all([add('m1'), add('m2')])
    await commitKey('k1')
    expect(await stored).toEqual([true, true])
    expect(database().statements).toEqual(['credential_commit_keys_sends'])
    expect(await readStored()).toEqual([pending('m1'), pending('m2')])
    expect(await readKeys('k1')).toEqual(['k1'])
  })

  it('go with a commit that has more in it than keys', async () => {
    const stored = add('m1')
    const journal = [{ id: 'in', stanza: '{}', plaintext: Buffer.from('x') }]
    const key = { type: 'session', id: 'gone', value: null }
    await store.commit({ keys: [key], journal, credentials: Buffer.from('creds') })
    expect(await stored).toBe(true)
    expect(database().statements).toEqual(['credential_commit_sends'])
    expect(await store.readJournal()).toEqual(journal)
  })

  it('are stored by themselves when no keys are committed, and at once when none are waited for', async () => {
    expect(await add('m1')).toBe(true)
    expect(await Promise.all([add('m2', 'hi', true), add('m3')])).toEqual([true, true])
    expect(database().statements).toEqual(['chat_insert_pending', 'chat_insert_pending'])
    expect(await readStored()).toEqual([pending('m1'), pending('m2'), pending('m3')])
  })

  it('with the note of what a person wrote do not go with keys', async () => {
    const byPerson = { eventId: 'inbox:m1', text: 'hi', source: 'dashboard' as const }
    const message = { clientId, id: 'm1', chat: CHAT, atSec: 1, type: 'text', text: 'hi', quotedId: null }
    const stored = messages.add({ ...message, bytes: Buffer.from('b'), byPerson }, false)
    await commitKey('k1')
    expect(await stored).toBe(true)
    expect(database().statements.toSorted()).toEqual(['chat_insert_pending', 'credential_commit_keys'])
    const { rows } = await database().pool.query(
      'select message_id as id from person_send where client_id = $1',
      [clientId],
    )
    expect(rows).toEqual([{ id: 'm1' }])
  })

  it('are new only once', async () => {
    const first = add('m1')
    await commitKey('k1')
    const again = [add('m1', 'other'), add('m2')]
    await commitKey('k2')
    expect(await Promise.all([first, ...again])).toEqual([true, false, true])
    expect(await readStored()).toEqual([pending('m1'), pending('m2')])
  })

  it('are stored when the keys are refused because another host owns the client', async () => {
    await database().pool.query('update client_lease set epoch = epoch + 1 where client_id = $1', [clientId])
    const stored = add('m1')
    await expect(commitKey('k1')).rejects.toBeInstanceOf(LeaseLostError)
    expect(await stored).toBe(true)
    expect(await readKeys('k1')).toEqual([])
  })

  it('keep no keys from being written, nor each other from being stored, when one of them cannot be', async () => {
    const bad = add('m1', 'a\u0000b')
    const good = add('m2')
    bad.catch(() => {})
    await commitKey('k1')
    expect(await good).toBe(true)
    await expect(bad).rejects.toThrow('0x00')
    expect(await readStored()).toEqual([pending('m2')])
    expect(await readKeys('k1')).toEqual(['k1'])
  })

  it('are all stored when their sender waits for that', async () => {
    const stored = [add('m1'), add('m2', 'hi', true), add('m3')]
    await messages.idle()
    expect(await readStored()).toHaveLength(3)
    expect(await Promise.all(stored)).toEqual([true, true, true])
  })
})
