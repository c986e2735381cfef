import { describe, expect, it } from 'vitest'
import { noGroups } from '../../../test/support/fake-groups.ts'
import { createFakeConnection } from '../../../test/support/fake-network.ts'
import { readRefusal } from '../../../test/support/refusals.ts'
import type { Address } from '../../core/addresses.ts'
import type { GroupInfo, GroupRole, NetworkGroups } from '../../network/port.ts'
import { silentLog } from '../../platform/logger.ts'
import type { GroupAct, GroupCommand } from './commands.ts'
import { createGroupCommand } from './owner-side.ts'

const GROUP = '120363025246125016@g.us' as Address
const OWN = '447700900001@s.whatsapp.net' as Address
const ANA = '447700900002@s.whatsapp.net' as Address
const ANA_LID = '184002030405060@lid' as Address
/** Whom the network finds: Ana by her name, Ben by his with its key alone, and nobody else. */
const findUsername: Parameters<typeof createGroupCommand>[1]['findUsername'] = async (
  _clientId,
  username,
) => {
  if (username === 'ana.maria') return { state: 'found', lid: ANA_LID, phone: null, username }
  return { state: username === 'ben.locked' ? 'key_required' : 'unknown' }
}
const run = createGroupCommand(silentLog, { note: async () => {}, findUsername })

const person = (phone: Address, lid: Address | null = null) => ({ phone, lid })
const groupWith = (role: GroupRole | null): GroupInfo => ({
  jid: GROUP,
  subject: 'Neighbours',
  description: null,
  creator: person(ANA),
  createdSec: 1,
  size: 2,
  settings: { send: 'everyone', edit: 'everyone', add: 'admins', approval: false, expirationSec: 0 },
  members: [
    { person: person(ANA), username: null, role: 'superadmin' },
    ...(role === null ? [] : [{ person: person(OWN), username: null, role }]),
  ],
})

const refused = (networkCode: number) => async () => ({ kind: 'refused', networkCode }) as const
const found = (role: GroupRole | null) => async () => ({ kind: 'answered', value: groupWith(role) }) as const

/** What an act on a network with these groups comes to. */
function act<A extends GroupAct>(groups: Partial<NetworkGroups>, command: GroupCommand<A>) {
  const connection = { ...createFakeConnection(), groups: { ...noGroups, ...groups } }
  return run({ client: { id: 'one', address: OWN, lid: null }, connection: () => connection }, command)
}
const reasonOf = async (outcome: Promise<unknown>) => (await readRefusal(outcome)).data
const revoke = { act: 'inviteCode', input: { group: GROUP, revoke: true } } as const

describe('a refusal of the network', () => {
  it.each<[string, number, NetworkGroups['find'], string]>([
    ['of a plain member', 403, found('member'), 'NOT_GROUP_ADMIN'],
    ['of a plain member by the code for links', 401, found('member'), 'NOT_GROUP_ADMIN'],
    ['of somebody who is not in a group that anyone may look at', 403, found(null), 'NOT_IN_GROUP'],
    ['of somebody who may not look at the group', 403, refused(403), 'NOT_IN_GROUP'],
    ['about a group that is not there', 404, refused(404), 'GROUP_NOT_FOUND'],
    ['of an admin, for reasons of its own', 403, found('admin'), 'GROUP_REFUSED'],
    ['that came too often', 429, found('admin'), 'GROUP_RATE_LIMITED'],
    ['that came too often, found while looking why', 403, refused(429), 'GROUP_RATE_LIMITED'],
    ['with a code that is not known', 500, found('admin'), 'GROUP_REFUSED'],
  ])('%s is told with its reason', async (_what, code, find, reason) => {
    expect(await reasonOf(act({ revokeInvite: refused(code), find }, revoke))).toMatchObject({ reason })
  })

  it('has its own code where there is no better reason', async () => {
    const outcome = act({ revokeInvite: refused(500), find: found('admin') }, revoke)
    expect(await reasonOf(outcome)).toMatchObject({ params: { networkCode: 500 }, networkCode: 500 })
  })

  it('of one of several people is a result, in the order they were given', async () => {
    const changeMembers: NetworkGroups['changeMembers'] = async (_group, _change, people) => ({
      kind: 'answered',
      value: people.map((address) => ({ address, networkCode: 409 })),
    })
    const input = { group: GROUP, change: 'promote', people: [ANA, OWN] } as const
    expect(await act({ changeMembers }, { act: 'changeMembers', input })).toEqual([
      { address: ANA, networkCode: 409 },
      { address: OWN, networkCode: 409 },
    ])
  })
})

describe('people who are named by usernames', () => {
  const NAMED = ['@ana.maria', '@ben.locked', '@nobody'] as unknown as Address[]
  const asked: (readonly Address[])[] = []
  const changed = (people: readonly Address[]) => {
    asked.push(people)
    return { kind: 'answered', value: people.map((address) => ({ address, networkCode: null })) } as const
  }
  const outcomes = [
    { address: '@ana.maria', networkCode: null },
    { address: '@ben.locked', networkCode: 404, isKeyNeeded: true },
    { address: '@nobody', networkCode: 404 },
  ]

  it.each(['add', 'remove'] as const)(
    'are asked about by the addresses that are found (%s)',
    async (change) => {
      const changeMembers: NetworkGroups['changeMembers'] = async (_group, _change, people) => changed(people)
      const input = { group: GROUP, change, people: NAMED }
      expect(await act({ changeMembers }, { act: 'changeMembers', input })).toEqual(outcomes)
      expect(asked.at(-1)).toEqual([ANA_LID])
    },
  )

  it('are let in, and nobody is asked about where nobody is found', async () => {
    const decideRequests: NetworkGroups['decideRequests'] = async (_group, _decision, people) =>
      changed(people)
    const decide = (people: Address[]) =>
      act({ decideRequests }, { act: 'decideRequests', input: { group: GROUP, decision: 'approve', people } })
    expect(await decide(NAMED)).toEqual(outcomes)
    const count = asked.length
    expect(await decide(NAMED.slice(1))).toEqual(outcomes.slice(1))
    expect(asked).toHaveLength(count)
  })
})

describe('an act', () => {
  it('that the network does not answer may or may not have happened', async () => {
    const silent = async () => {
      throw new Error('no answer')
    }
    expect(await readRefusal(act({ revokeInvite: silent }, revoke))).toMatchObject({
      code: 'GATEWAY_TIMEOUT',
      data: { reason: 'NETWORK_NOT_ANSWERING' },
    })
  })

  it('without a connection asks nobody', async () => {
    const client = { id: 'one', address: OWN, lid: null }
    expect(await readRefusal(run({ client, connection: () => null }, revoke))).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      data: { reason: 'GROUP_NOT_ASKED' },
    })
  })
})
