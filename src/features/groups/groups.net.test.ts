import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ChatNetwork, eventually, startChatNetwork } from '../../../test/support/chat-network.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import { drawPicture } from '../../../test/support/draw-picture.ts'
import { readRefusal } from '../../../test/support/refusals.ts'
import type { Address } from '../../core/addresses.ts'

const database = useTestDatabase()
const ACCOUNT = '447700900400'
const ANA = '447700900401'
const BEN = '447700900402'
const CAY = '447700900403'
const jidOf = (number: string) => `${number}@s.whatsapp.net` as Address
const OWN = jidOf(ACCOUNT)

let world: ChatNetwork
let clientId: string
let groups: ChatNetwork['groups']
beforeAll(async () => {
  world = await startChatNetwork(database(), ACCOUNT)
  ;({ clientId, groups } = world)
  for (const number of [ANA, BEN, CAY]) world.sandbox.contact(number)
})
afterAll(() => world.close())

type Logged = { name: string; data: Record<string, unknown> }

/** The reason of a refusal and what varies in it. */
const refusalOf = async (refused: Promise<unknown>) =>
  (await readRefusal(refused)).data as Record<string, unknown>

/** What the event log has of a group. */
async function readEvents(jid: string): Promise<Logged[]> {
  const { rows } = await database().pool.query<Logged>(
    `select name, data from event_log where client_id = $1 and name like 'group.%' and chat = $2 order by seq`,
    [clientId, jid],
  )
  return rows
}
const awaitEvents = (jid: string, count: number): Promise<Logged[]> =>
  eventually(`${count} events`, async () => {
    const events = await readEvents(jid)
    return events.length >= count && events
  })

const makeOwn = async (members: string[] = [ANA]) => {
  const group = world.sandbox.group({ subject: 'Own', participants: members, creator: ACCOUNT })
  await awaitEvents(group.jid, 1)
  return { group, groupJid: group.jid as Address }
}
const makeTheirs = async (members: string[] = [ACCOUNT]) => {
  const group = world.sandbox.group({ subject: 'Theirs', participants: members, creator: ANA })
  if (members.includes(ACCOUNT)) await awaitEvents(group.jid, 1)
  return { group, groupJid: group.jid as Address }
}
const summaries = (events: readonly Logged[]) =>
  events.map(({ name, data: { jid: _, timestamp: _at, ...rest } }) => ({ name, ...rest }))

describe('a group of the account', () => {
  it('is made with those who can be added, and tells what became of the others', async () => {
    world.sandbox.contact(CAY).setInviteOnly(true)
    const input = { clientId, subject: 'Neighbours', members: [ANA, CAY].map(jidOf), idempotencyKey: 'once' }
    const made = await groups.create(input, world.ctx)
    world.sandbox.contact(CAY).setInviteOnly(false)
    expect(made.results).toMatchObject([
      { jid: jidOf(ANA), state: 'done', networkCode: null, invite: null },
      { jid: jidOf(CAY), state: 'invite_only', networkCode: 403, invite: { code: expect.any(String) } },
    ])
    expect(made.group).toMatchObject({ subject: 'Neighbours', role: 'superadmin', size: 2, creatorJid: OWN })
    expect(made.group.members.map(({ jid, role }) => [jid, role])).toEqual([
      [OWN, 'superadmin'],
      [jidOf(ANA), 'member'],
    ])
    expect(await groups.create(input, world.ctx)).toEqual(made)
    const { groups: listed } = await groups.list({ clientId }, world.ctx)
    expect(listed.filter(({ subject }) => subject === 'Neighbours')).toHaveLength(1)
    expect(summaries(await awaitEvents(made.group.jid, 1))).toEqual([
      { name: 'group.updated', by: OWN, change: 'created', subject: 'Neighbours', size: 2 },
    ])
  })

  it('is found by a repeat whose first call was not answered, and not made twice', async () => {
    const input = { clientId, subject: 'Unanswered', members: [jidOf(ANA)], idempotencyKey: 'unanswered' }
    await groups.create(input, world.ctx)
    await database().pool.query(`update idempotency_key set response = null where key = 'unanswered'`)
    const again = await groups.create(input, world.ctx)
    expect(again.results).toMatchObject([{ state: 'done' }])
    const { groups: listed } = await groups.list({ clientId }, world.ctx)
    expect(listed.filter(({ subject }) => subject === 'Unanswered').map(({ jid }) => jid)).toEqual([
      again.group.jid,
    ])
  })

  it('takes in, promotes, demotes and removes people, each with its own result and event', async () => {
    const { group, groupJid } = await makeOwn()
    const of = (...numbers: string[]) => ({ clientId, groupJid, members: numbers.map(jidOf) })
    const states = async (answer: ReturnType<typeof groups.addMembers>) =>
      (await answer).results.map(({ state }) => state)
    world.sandbox.contact(CAY).setInviteOnly(true)
    expect(await states(groups.addMembers(of(BEN, ANA, CAY), world.ctx))).toEqual([
      'done',
      'already',
      'invite_only',
    ])
    world.sandbox.contact(CAY).setInviteOnly(false)
    expect(await states(groups.promoteMembers(of(BEN), world.ctx))).toEqual(['done'])
    expect(group.participants).toMatchObject([{}, {}, { number: BEN, role: 'admin' }])
    expect(await states(groups.demoteMembers(of(BEN), world.ctx))).toEqual(['done'])
    expect(await states(groups.removeMembers(of(BEN, CAY), world.ctx))).toEqual(['done', 'unknown'])
    expect(summaries(await awaitEvents(groupJid, 5)).slice(1)).toEqual(
      ['added', 'promoted', 'demoted', 'removed'].map((change) => ({
        name: 'group.members',
        by: OWN,
        change,
        members: [jidOf(BEN)],
      })),
    )
  })

  it('changes what it is called, what it says and who may do what', async () => {
    const { group, groupJid } = await makeOwn()
    const changed = {
      clientId,
      groupJid,
      subject: 'Renamed',
      description: 'what for',
      send: 'admins' as const,
    }
    await groups.update({ ...changed, add: 'everyone', approval: true, expirationSec: 86_400 }, world.ctx)
    const found = await groups.get({ clientId, groupJid }, world.ctx)
    expect(found).toMatchObject({
      subject: 'Renamed',
      description: 'what for',
      settings: { send: 'admins', edit: 'everyone', add: 'everyone', approval: true, expirationSec: 86_400 },
    })
    expect(group.description).toBe('what for')
    await groups.update({ clientId, groupJid, description: '', expirationSec: 0 }, world.ctx)
    expect(await groups.get({ clientId, groupJid }, world.ctx)).toMatchObject({
      description: null,
      settings: { expirationSec: 0 },
    })
    const by = { name: 'group.updated', by: OWN }
    expect(summaries(await awaitEvents(groupJid, 9)).slice(1)).toEqual([
      { ...by, change: 'subject', subject: 'Renamed' },
      { ...by, change: 'description', description: 'what for' },
      { ...by, change: 'settings', settings: { send: 'admins' } },
      { ...by, change: 'settings', settings: { add: 'everyone' } },
      { ...by, change: 'settings', settings: { approval: true } },
      { ...by, change: 'settings', settings: { expirationSec: 86_400 } },
      { ...by, change: 'description', description: null },
      { ...by, change: 'settings', settings: { expirationSec: 0 } },
    ])
  })

  it('gets a picture and loses it', async () => {
    const { groupJid } = await makeOwn()
    const set = (picture: string | null) => groups.setPicture({ clientId, groupJid, picture }, world.ctx)
    await set(await drawPicture('png'))
    await set(null)
    expect(summaries(await awaitEvents(groupJid, 3)).slice(1)).toEqual([
      { name: 'group.updated', by: OWN, change: 'picture', isRemoved: false },
      { name: 'group.updated', by: OWN, change: 'picture', isRemoved: true },
    ])
    expect(await refusalOf(set(Buffer.from('no picture').toString('base64')))).toMatchObject({
      reason: 'PICTURE_NOT_TAKEN',
    })
  })

  it('has an invite link, which can be replaced', async () => {
    const { group, groupJid } = await makeOwn()
    const { code, url } = await groups.getInvite({ clientId, groupJid }, world.ctx)
    expect(url).toBe(`https://chat.whatsapp.com/${group.inviteCode}`)
    const renewed = await groups.revokeInvite({ clientId, groupJid }, world.ctx)
    expect(renewed.code).not.toBe(code)
    const [, event] = await awaitEvents(groupJid, 2)
    expect(event?.data).toMatchObject({ change: 'invite' })
    // Whoever has the code may join, and the log is read by more people than that.
    expect(JSON.stringify(event?.data)).not.toContain(renewed.code)
  })

  it('lets in who asks to join, or does not', async () => {
    const { group, groupJid } = await makeOwn()
    await groups.update({ clientId, groupJid, approval: true }, world.ctx)
    for (const number of [BEN, CAY]) expect(await group.join(number)).toBe('requested')
    const { requests } = await groups.listRequests({ clientId, groupJid }, world.ctx)
    expect(requests.map(({ jid, requestedAt }) => [jid, typeof requestedAt])).toEqual([
      [jidOf(BEN), 'string'],
      [jidOf(CAY), 'string'],
    ])
    const of = (number: string) => ({ clientId, groupJid, people: [jidOf(number)] })
    expect((await groups.approveRequests(of(BEN), world.ctx)).results).toMatchObject([{ state: 'done' }])
    expect((await groups.rejectRequests(of(CAY), world.ctx)).results).toMatchObject([{ state: 'done' }])
    expect((await groups.approveRequests(of(CAY), world.ctx)).results).toMatchObject([{ state: 'unknown' }])
    expect(group.participants.map(({ number }) => number)).toEqual([ACCOUNT, ANA, BEN])
    expect(summaries(await awaitEvents(groupJid, 6)).slice(2)).toEqual([
      { name: 'group.requests', by: jidOf(BEN), change: 'asked', people: [jidOf(BEN)] },
      { name: 'group.requests', by: jidOf(CAY), change: 'asked', people: [jidOf(CAY)] },
      { name: 'group.members', by: OWN, change: 'added', members: [jidOf(BEN)] },
      { name: 'group.requests', by: OWN, change: 'rejected', people: [jidOf(CAY)] },
    ])
  })
})

it('says of each operation that the network wants fewer of them, and does it afterwards', async () => {
  const { group, groupJid } = await makeOwn()
  const inGroup = { clientId, groupJid }
  const members = [jidOf(BEN)]
  const acts = [
    () => groups.list({ clientId }, world.ctx),
    () => groups.get(inGroup, world.ctx),
    () => groups.create({ clientId, subject: 'Too many', members, idempotencyKey: 'limited' }, world.ctx),
    () => groups.addMembers({ ...inGroup, members }, world.ctx),
    () => groups.removeMembers({ ...inGroup, members }, world.ctx),
    () => groups.promoteMembers({ ...inGroup, members }, world.ctx),
    () => groups.demoteMembers({ ...inGroup, members }, world.ctx),
    () => groups.update({ ...inGroup, subject: 'Limited' }, world.ctx),
    () => groups.update({ ...inGroup, description: 'limited' }, world.ctx),
    () => groups.update({ ...inGroup, send: 'admins' }, world.ctx),
    () => groups.getInvite(inGroup, world.ctx),
    () => groups.revokeInvite(inGroup, world.ctx),
    () => groups.previewInvite({ clientId, invite: group.inviteCode }, world.ctx),
    () => groups.join({ clientId, invite: group.inviteCode }, world.ctx),
    () => groups.listRequests(inGroup, world.ctx),
    () => groups.approveRequests({ ...inGroup, people: members }, world.ctx),
    () => groups.rejectRequests({ ...inGroup, people: members }, world.ctx),
    () => groups.leave(inGroup, world.ctx),
  ]
  for (const act of acts) {
    world.sandbox.faults.set(ACCOUNT, { limitGroups: 1 })
    expect(await refusalOf(act())).toMatchObject({ reason: 'GROUP_RATE_LIMITED' })
  }
  expect(group.participants.map(({ number }) => number)).toEqual([ACCOUNT, ANA])
  expect(await groups.get(inGroup, world.ctx)).toMatchObject({ subject: 'Own', description: null })
})

describe('a group of somebody else', () => {
  it('is joined by its link, seen before, and left', async () => {
    const { group, groupJid } = await makeTheirs([BEN])
    const invite = group.inviteCode
    expect(await groups.previewInvite({ clientId, invite }, world.ctx)).toMatchObject({
      jid: groupJid,
      subject: 'Theirs',
      role: null,
    })
    expect(await groups.join({ clientId, invite }, world.ctx)).toEqual({ jid: groupJid, state: 'joined' })
    expect(await refusalOf(groups.join({ clientId, invite }, world.ctx))).toMatchObject({
      reason: 'ALREADY_IN_GROUP',
    })
    expect(await groups.get({ clientId, groupJid }, world.ctx)).toMatchObject({ role: 'member', size: 3 })
    await groups.leave({ clientId, groupJid }, world.ctx)
    expect(summaries(await awaitEvents(groupJid, 2))).toEqual([
      { name: 'group.members', by: OWN, change: 'joined', members: [OWN] },
      { name: 'group.members', by: OWN, change: 'left', members: [OWN] },
    ])
    expect(await refusalOf(groups.leave({ clientId, groupJid }, world.ctx))).toMatchObject({
      reason: 'NOT_IN_GROUP',
    })
  })

  it('is asked for where an admin has to agree', async () => {
    const { group } = await makeTheirs([BEN])
    await group.setSettings({ approval: true })
    const joined = await groups.join({ clientId, invite: group.inviteCode }, world.ctx)
    expect(joined).toEqual({ jid: group.jid, state: 'requested' })
    expect(group.requests).toEqual([ACCOUNT])
  })

  it('refuses what only admins may, what only its members may, and what is of no group', async () => {
    const theirs = await makeTheirs()
    await theirs.group.setSettings({ locked: true })
    const foreign = await makeTheirs([BEN])
    const nowhere = '120363999999999999@g.us' as Address
    const acts = (groupJid: Address) => {
      const inGroup = { clientId, groupJid }
      const members = [jidOf(CAY)]
      return [
        groups.addMembers({ ...inGroup, members }, world.ctx),
        groups.removeMembers({ ...inGroup, members }, world.ctx),
        groups.promoteMembers({ ...inGroup, members }, world.ctx),
        groups.demoteMembers({ ...inGroup, members }, world.ctx),
        groups.update({ ...inGroup, subject: 'Mine' }, world.ctx),
        groups.update({ ...inGroup, description: 'mine' }, world.ctx),
        groups.update({ ...inGroup, send: 'admins' }, world.ctx),
        groups.setPicture({ ...inGroup, picture: null }, world.ctx),
        groups.getInvite(inGroup, world.ctx),
        groups.revokeInvite(inGroup, world.ctx),
        groups.listRequests(inGroup, world.ctx),
        groups.approveRequests({ ...inGroup, people: members }, world.ctx),
        groups.rejectRequests({ ...inGroup, people: members }, world.ctx),
      ]
    }
    for (const [groupJid, reason] of [
      [theirs.groupJid, 'NOT_GROUP_ADMIN'],
      [foreign.groupJid, 'NOT_IN_GROUP'],
      [nowhere, 'GROUP_NOT_FOUND'],
    ] as const) {
      const refusals = await Promise.all(acts(groupJid).map((act) => refusalOf(act)))
      expect(refusals.map((refused) => refused.reason)).toEqual(refusals.map(() => reason))
    }
    const look = (groupJid: Address) => refusalOf(groups.get({ clientId, groupJid }, world.ctx))
    expect((await look(foreign.groupJid)).reason).toBe('NOT_IN_GROUP')
    expect((await look(nowhere)).reason).toBe('GROUP_NOT_FOUND')
  })

  it('tells how far an update came before it was refused', async () => {
    const { groupJid } = await makeTheirs()
    const update = groups.update({ clientId, groupJid, subject: 'Ours', send: 'admins' }, world.ctx)
    expect(await refusalOf(update)).toMatchObject({ reason: 'NOT_GROUP_ADMIN', done: ['subject'] })
  })

  it('has links that are over', async () => {
    const { group } = await makeTheirs([BEN])
    const replaced = group.inviteCode
    await group.renewInvite()
    for (const [invite, why] of [
      [replaced, 'revoked'],
      ['nobodyknowsthiscode0', 'unknown'],
    ] as const) {
      for (const act of [groups.join, groups.previewInvite])
        expect(await refusalOf(act({ clientId, invite }, world.ctx))).toMatchObject({
          reason: 'INVITE_OVER',
          params: { why },
        })
    }
  })
})

describe('what others do in a group', () => {
  it('is told once, though the network tells it twice and the host takes it twice', async () => {
    const { group, groupJid } = await makeTheirs()
    world.sandbox.faults.set(ACCOUNT, { duplicateDeliveries: 1 })
    await group.add([BEN])
    await group.promote([ACCOUNT])
    await awaitEvents(groupJid, 3)
    await world.store(world.network.event('group'))
    expect(summaries(await readEvents(groupJid)).slice(1)).toEqual([
      { name: 'group.members', by: jidOf(ANA), change: 'added', members: [jidOf(BEN)] },
      { name: 'group.members', by: jidOf(ANA), change: 'promoted', members: [OWN] },
    ])
  })
})

describe('people', () => {
  it('are all who can be in a group, and are looked for on the network', async () => {
    const { groupJid } = await makeOwn()
    const members = [groupJid]
    expect(await refusalOf(groups.addMembers({ clientId, groupJid, members }, world.ctx))).toMatchObject({
      reason: 'NOT_A_PERSON',
      path: 'members',
    })
    const nobody = '447700900499'
    world.sandbox.contact(nobody).setRegistered(false)
    const added = await groups.addMembers({ clientId, groupJid, members: [jidOf(nobody)] }, world.ctx)
    expect(added.results).toMatchObject([{ state: 'unknown' }])
    const create = groups.create({ clientId, subject: 'Empty', members: [jidOf(nobody)] }, world.ctx)
    expect((await refusalOf(create)).reason).toBe('RECIPIENT_NOT_FOUND')
  })
})

describe('a member whose number the group hides', () => {
  const DEE = '447700900404'
  const dee = () => world.sandbox.contact(DEE, { name: '' })
  const jidOfDee = () => `${dee().lid.replace(/@lid$/, '')}@lid`

  it('is listed with the username, and is told of by the LID', async () => {
    dee().setConcealed(true)
    dee().setUsername('dee.x')
    const { groupJid, group } = await makeTheirs([ACCOUNT, DEE])
    expect((await groups.get({ clientId, groupJid }, world.ctx)).members).toContainEqual({
      jid: jidOfDee(),
      phoneNumber: null,
      lid: jidOfDee(),
      username: 'dee.x',
      role: 'member',
    })
    await group.promote([DEE])
    const [, promoted] = await awaitEvents(groupJid, 2)
    expect(promoted?.data).toMatchObject({ change: 'promoted', members: [jidOfDee()] })
    expect(JSON.stringify(await readEvents(groupJid))).not.toContain(DEE)
  })

  it('waits to be let in under the username', async () => {
    const { groupJid, group } = await makeOwn()
    await groups.update({ clientId, groupJid, approval: true }, world.ctx)
    expect(await group.join(DEE)).toBe('requested')
    const { requests } = await groups.listRequests({ clientId, groupJid }, world.ctx)
    expect(requests).toMatchObject([{ jid: jidOfDee(), phoneNumber: null, username: 'dee.x' }])
    const input = { clientId, groupJid, people: [jidOfDee() as Address] }
    expect((await groups.approveRequests(input, world.ctx)).results).toMatchObject([{ state: 'done' }])
  })
})

describe('a client that is away', () => {
  it('is told so, and nobody is asked', async () => {
    const other = { ...world.ctx }
    const list = groups.list({ clientId: '00000000-0000-4000-8000-000000000001' }, other)
    expect((await refusalOf(list)).reason).toBe('GROUP_NOT_ASKED')
  })
})
