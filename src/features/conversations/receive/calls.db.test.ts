import { beforeEach, expect, it } from 'vitest'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { insertClient } from '../../../../test/support/fixtures.ts'
import { at, person } from '../../../../test/support/network-events.ts'
import type { CallNotice } from '../../../network/port.ts'
import { storedWords } from '../../../words/english.ts'
import { createContactCache } from '../../contacts/index.ts'
import { createEarlyChanges } from './early/early-changes.ts'
import { EarlyReceipts } from './early/early-receipts.ts'
import { endLostCalls } from './happenings/lost-calls.ts'
import { type Applied, applyEvents } from './receive.ts'

const database = useTestDatabase()
const OWN = at('490000@s.whatsapp.net')
const ANA = '491511111111@s.whatsapp.net'
const LID = at('7001@lid')
const GROUP = at('123456789@g.us')

let clientId: string

beforeEach(async () => {
  clientId = await insertClient(database().pool, { address: OWN })
})

/** Stores notices as one batch of the network. */
async function store(...notices: Partial<CallNotice>[]): Promise<Applied> {
  const deps = {
    contacts: createContactCache(),
    words: storedWords,
    early: new EarlyReceipts(),
    earlyChanges: createEarlyChanges(),
    now: () => 1_800_000_000_000,
    confirm: () => {},
    touch: () => {},
    delivered: () => {},
    reachOut: () => {},
    readVote: () => null,
    noteMerged: () => {},
  }
  const client = { id: clientId, userId: '', address: OWN, lid: null }
  const events = notices.map((notice) => ({
    kind: 'call' as const,
    notice: {
      callId: 'C1',
      step: 'offered' as const,
      caller: person('491511111111', '7001'),
      ...{ creator: LID, group: null, isVideo: false, atSec: 1_800_000_000 },
      ...notice,
    },
    journalId: null,
  }))
  return database().transaction((tx) => applyEvents(deps, tx, client, events))
}

async function readTold() {
  const { rows: events } = await database().pool.query(
    `select name, chat, data from event_log where client_id = $1 order by seq`,
    [clientId],
  )
  const { rows: entries } = await database().pool.query(
    `select chat, kind, actor, facts, extract(epoch from at)::int as at from conversation_entry where client_id = $1 order by at`,
    [clientId],
  )
  return { events: events.filter(({ name }) => name !== 'contact.updated'), entries }
}

it('is told once when it began and once when it was over, whatever comes again', async () => {
  const first = await store({}, {})
  const later = await store({}, { step: 'ended', atSec: 1_800_000_030 })
  const again = await store({ step: 'ended' }, { step: 'accepted' })
  const states = [first, later, again].map(({ calls }) => calls.map(({ state }) => state))
  expect(states).toEqual([['ringing'], ['missed'], []])
  const { events, entries } = await readTold()
  const call = { callId: 'C1', jid: ANA, callerJid: ANA, isVideo: false }
  expect(events.filter(({ name }) => name.startsWith('call.'))).toEqual([
    { name: 'call.received', chat: ANA, data: { ...call, state: 'ringing', timestamp: 1_800_000_000 } },
    { name: 'call.ended', chat: ANA, data: { ...call, state: 'missed', timestamp: 1_800_000_030 } },
  ])
  expect(entries).toEqual([
    {
      ...{ chat: ANA, kind: 'call_missed', actor: 'contact', at: 1_800_000_030 },
      facts: { callId: 'C1', isVideo: false },
    },
  ])
})

it('is answered or refused on the phone, and is in the conversation of its group', async () => {
  await store({ isVideo: true }, { step: 'accepted' })
  await store({ callId: 'C2', group: GROUP }, { callId: 'C2', step: 'refused', atSec: 1_800_000_001 })
  const { entries } = await readTold()
  expect(entries.map(({ chat, kind, actor, facts }) => [chat, kind, actor, facts.isVideo])).toEqual([
    [ANA, 'call_answered', 'phone', true],
    [GROUP, 'call_refused', 'phone', false],
  ])
})

it('is missed when only its end came, and none at all when another device had taken it or the account called', async () => {
  await store({ step: 'ended' })
  await store({ callId: 'C2', step: 'accepted' }, { callId: 'C3', step: 'refused' })
  await store({ callId: 'C4', caller: { phone: OWN, lid: null } })
  const { entries, events } = await readTold()
  expect(entries.map(({ facts }) => facts.callId)).toEqual(['C1'])
  expect(events.filter(({ name }) => name === 'call.received')).toEqual([])
})

it('is missed at last when its end is never told', async () => {
  await store({}, { callId: 'C2' })
  await database().pool.query(`update call set created_at = now() - interval '3 minutes' where id = 'C1'`)
  await endLostCalls(database(), async () => {})
  const { rows } = await database().pool.query(
    'select id, state from call where client_id = $1 order by id',
    [clientId],
  )
  expect(rows).toEqual([
    { id: 'C1', state: 'missed' },
    { id: 'C2', state: 'ringing' },
  ])
})
