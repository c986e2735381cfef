import { randomBytes } from 'node:crypto'
import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import { buildInviteCode, type GroupChat, type MemberAddMode } from '../state/groups.ts'
import type { Network } from '../state/network.ts'
import type { Addressing, User } from '../state/user.ts'
import { deliver } from './delivery.ts'
import { node, seconds } from './nodes.ts'
import { markDirty } from './offline.ts'

/** What can be done to members of a group. */
export type MemberChange = 'add' | 'remove' | 'promote' | 'demote'

const FORBIDDEN = '403'
const NOT_FOUND = '404'
const ALREADY = '409'

/**
 * How a group names a person: its own addressing first, the other beside it unless the person hides it, and their username
 * (Baileys, `extractGroupMetadata`).
 */
export function namesOf(user: User, addressing: Addressing): Record<string, string | undefined> {
  const { username } = user.record
  return addressing === 'lid'
    ? { jid: user.jid('lid'), phone_number: user.shownJid('pn'), username }
    : { jid: user.jid('pn'), lid: user.shownJid('lid'), username }
}

function buildParticipants(network: Network, group: GroupChat, numbers: readonly string[]): BinaryNode[] {
  const { participants, addressing } = group.record
  return numbers.map((number) => {
    const role = participants.find((member) => member.number === number)?.role
    const names = namesOf(network.directory.ensure(number), addressing)
    return node('participant', { ...names, type: role === 'member' ? undefined : role })
  })
}

/** A group as requests and notifications describe it. */
export function buildGroup(network: Network, group: GroupChat): BinaryNode {
  const { id, subject, subjectBy, subjectAt, creator, createdAt, addressing, description } = group.record
  const other: Addressing = addressing === 'lid' ? 'pn' : 'lid'
  const jidOf = (number: string, form: Addressing) => network.directory.ensure(number).jid(form)
  const { announce, locked, expirationS, memberAddMode = 'admin_add', approval } = group.record
  const attrs = {
    id,
    subject,
    s_t: seconds(subjectAt),
    s_o: jidOf(subjectBy, addressing),
    [`s_o_${other}`]: jidOf(subjectBy, other),
    creation: seconds(createdAt),
    creator: jidOf(creator, addressing),
    [`creator_${other}`]: jidOf(creator, other),
    addressing_mode: addressing,
    size: String(group.numbers.length),
  }
  return node('group', attrs, [
    ...(description === undefined
      ? []
      : [
          node(
            'description',
            {
              id: description.id,
              participant: jidOf(description.by, addressing),
              t: seconds(description.at),
            },
            [node('body', {}, Buffer.from(description.text))],
          ),
        ]),
    ...(announce ? [node('announcement')] : []),
    ...(locked ? [node('locked')] : []),
    node('member_add_mode', {}, Buffer.from(memberAddMode)),
    ...(approval ? [node('membership_approval_mode', {}, [node('group_join', { state: 'on' })])] : []),
    ...(expirationS > 0 ? [node('ephemeral', { expiration: String(expirationS) })] : []),
    ...buildParticipants(network, group, group.numbers),
  ])
}

/** Tells every linked device of the members, or of only those named, what happened in a group. */
export function announceGroup(
  network: Network,
  group: GroupChat,
  actor: User,
  change: BinaryNode,
  to: readonly string[] = group.numbers,
  type = 'w:gp2',
): void {
  const { addressing } = group.record
  const other: Addressing = addressing === 'lid' ? 'pn' : 'lid'
  for (const number of new Set(to)) {
    markDirty(network, number, 'groups')
    for (const companion of network.directory.ensure(number).companions.values()) {
      const attrs = {
        from: group.jid,
        type,
        id: randomBytes(8).toString('hex'),
        participant: actor.jid(addressing),
        [`participant_${other}`]: actor.shownJid(other),
        participant_username: actor.record.username,
        addressing_mode: addressing,
        notify: actor.record.name,
        t: seconds(network.now()),
      }
      deliver(network, companion, group.id, node('notification', attrs, [change]))
    }
  }
}

/** Makes a group and tells its members. */
export function createGroup(
  network: Network,
  creator: User,
  subject: string,
  members: readonly User[],
  addressing: Addressing,
): GroupChat {
  const numbers = members.map(({ number }) => number)
  const group = network.groups.create(subject, creator.number, numbers, addressing, network.now())
  announceGroup(network, group, creator, node('create', { type: 'new' }, [buildGroup(network, group)]))
  return group
}

/**
 * Codes of whatsmeow's GroupParticipant.Error: 403 for who wants to be invited (with an `add_request`), 409 for who is in
 * the group already. Whoever made a group stays its administrator until they leave (sandbox-truth.md, kind 13; no source
 * shows with which code the network says so).
 */
function refuseChange(
  group: GroupChat,
  change: MemberChange,
  user: User,
  isByItself: boolean,
): string | undefined {
  if (!user.record.registered) return NOT_FOUND
  const member = group.record.participants.find(({ number }) => number === user.number)
  if (change === 'add') {
    if (member !== undefined) return ALREADY
    return user.record.inviteOnly === true && !isByItself ? FORBIDDEN : undefined
  }
  if (member === undefined) return NOT_FOUND
  return member.role === 'superadmin' && !isByItself ? FORBIDDEN : undefined
}

/** Who a change of a group's members did not work for, and why: codes by number. */
export type MemberRefusals = Map<string, string>

/**
 * Changes the members of a group and tells everybody in it. Only administrators may, except that anybody may leave, and
 * come in by the link (`by_link`); of these the reason is told (whatsmeow's `JoinReason`). Whoever asked to come in needs no
 * invitation any more (`asked`).
 */
export function changeMembers(
  network: Network,
  group: GroupChat,
  actor: User,
  change: MemberChange,
  users: readonly User[],
  entry?: 'by_link' | 'asked',
): MemberRefusals {
  const refusals: MemberRefusals = new Map()
  const isLeaving = change === 'remove' && users.every((user) => user === actor)
  const mayAct = group.isAdmin(actor.number) || (change === 'add' && mayAdd(group, actor))
  const mayChange = isLeaving || entry === 'by_link' || mayAct
  const isByItself = isLeaving || entry !== undefined
  const done = users.filter((user) => {
    const refusal = mayChange ? refuseChange(group, change, user, isByItself) : FORBIDDEN
    if (refusal !== undefined) refusals.set(user.number, refusal)
    return refusal === undefined
  })
  if (done.length === 0) return refusals
  const numbers = done.map(({ number }) => number)
  applyChange(network, group, change, numbers)
  const everybody = [...group.numbers, ...numbers]
  const named = buildParticipants(network, group, numbers)
  const reason = entry === 'by_link' ? 'invite' : undefined
  announceGroup(network, group, actor, node(change, { reason }, named), everybody)
  return refusals
}

/** Whether somebody may add people without being an administrator (WhatsApp's help, "How to change group admin settings"). */
export const mayAdd = (group: GroupChat, { number }: User): boolean =>
  group.isAdmin(number) || (group.record.memberAddMode === 'all_member_add' && group.has(number))

function applyChange(network: Network, group: GroupChat, change: MemberChange, numbers: string[]): void {
  const { record } = group
  if (change === 'add') {
    record.participants.push(...numbers.map((number) => ({ number, role: 'member' as const })))
    record.left = (record.left ?? []).filter((number) => !numbers.includes(number))
    record.requests = (record.requests ?? []).filter(({ number }) => !numbers.includes(number))
  } else if (change === 'remove') {
    record.participants = record.participants.filter(({ number }) => !numbers.includes(number))
    record.left = [...(record.left ?? []), ...numbers]
    // Whoever left must not read on: every phone takes a new key for its next message.
    const left = group.numbers.flatMap((number) => network.directory.ensure(number).played)
    for (const { senderKeys } of left) senderKeys.rotate(group.id)
  } else {
    const role = change === 'promote' ? 'admin' : 'member'
    for (const member of record.participants) if (numbers.includes(member.number)) member.role = role
  }
  group.save()
}

export function changeSubject(network: Network, group: GroupChat, actor: User, subject: string): void {
  Object.assign(group.record, { subject, subjectBy: actor.number, subjectAt: network.now() })
  group.save()
  const attrs = { subject, s_t: seconds(network.now()), s_o: actor.jid(group.record.addressing) }
  announceGroup(network, group, actor, node('subject', attrs))
}

/** Sets what a group says about itself; an empty text takes it away. */
export function changeDescription(
  network: Network,
  group: GroupChat,
  actor: User,
  text: string,
  id?: string,
): void {
  const named = {
    id: id ?? randomBytes(8).toString('hex').toUpperCase(),
    text,
    by: actor.number,
    at: network.now(),
  }
  if (text === '') delete group.record.description
  else group.record.description = named
  group.save()
  const body = text === '' ? [node('delete')] : [node('body', {}, Buffer.from(text))]
  announceGroup(network, group, actor, node('description', { id: named.id }, body))
}

export interface SettingsChange {
  announce?: boolean
  locked?: boolean
  expirationS?: number
  memberAddMode?: MemberAddMode
  approval?: boolean
}

/** Switches a group's settings: who may write, who may change it, and how long messages stay. */
export function changeSettings(
  network: Network,
  group: GroupChat,
  actor: User,
  change: SettingsChange,
): void {
  Object.assign(group.record, change)
  group.save()
  const { announce, locked, expirationS, memberAddMode, approval } = change
  const announceChange = (tag: string, attrs = {}, content?: BinaryNode['content']) =>
    announceGroup(network, group, actor, node(tag, attrs, content))
  if (announce !== undefined) announceChange(announce ? 'announcement' : 'not_announcement')
  if (locked !== undefined) announceChange(locked ? 'locked' : 'unlocked')
  if (memberAddMode !== undefined) announceChange('member_add_mode', {}, Buffer.from(memberAddMode))
  if (approval !== undefined) {
    const state = approval ? 'on' : 'off'
    announceChange('membership_approval_mode', {}, [node('group_join', { state })])
  }
  if (expirationS === 0) announceChange('not_ephemeral')
  else if (expirationS !== undefined) announceChange('ephemeral', { expiration: String(expirationS) })
}

export function renewInvite(network: Network, group: GroupChat, actor: User): string {
  group.record.revokedCodes = [...(group.record.revokedCodes ?? []), group.record.inviteCode]
  group.record.inviteCode = buildInviteCode()
  group.save()
  announceGroup(network, group, actor, node('invite', { code: group.record.inviteCode }))
  return group.record.inviteCode
}
