import { toAddress } from '../../core/addresses.ts'
import type { GroupInfo, GroupNews, GroupRequest, GroupRole, GroupSettings } from '../group-port.ts'
import type { PersonAddresses } from '../inbound-message.ts'
import { isSamePerson, toPerson } from './people.ts'
import { type StanzaAttrs, toInteger } from './wire.ts'

/** A stanza or a part of one. */
export interface WireNode {
  tag: string
  attrs: StanzaAttrs
  content?: unknown
}

export const childrenOf = (node: WireNode | undefined, tag?: string): WireNode[] => {
  const content = Array.isArray(node?.content) ? (node.content as WireNode[]) : []
  return tag === undefined ? content : content.filter((child) => child.tag === tag)
}

export const childOf = (node: WireNode | undefined, tag: string): WireNode | undefined =>
  childrenOf(node, tag)[0]

export const textOf = (node: WireNode | undefined): string => {
  const content = node?.content
  if (content instanceof Uint8Array) return new TextDecoder().decode(content)
  return typeof content === 'string' ? content : ''
}

/** Both addresses of somebody a group names: its own form first, the other beside it. */
export const readMember = ({ attrs }: WireNode): PersonAddresses =>
  toPerson(attrs.jid, attrs.phone_number, attrs.lid)

const roleOf = (type: string | undefined): GroupRole =>
  type === 'admin' || type === 'superadmin' ? type : 'member'

/** As Baileys' `extractGroupMetadata` reads it. */
const usernameOf = ({ attrs }: WireNode): string | null =>
  attrs.participant_username || attrs.username || null

/** Only `all_member_add` lets everyone add people; without a word of it only admins do (Baileys, `extractGroupMetadata`). */
const addersOf = (mode: string): GroupSettings['add'] => (mode === 'all_member_add' ? 'everyone' : 'admins')

function readSettings(group: WireNode): GroupSettings {
  return {
    send: childOf(group, 'announcement') ? 'admins' : 'everyone',
    edit: childOf(group, 'locked') ? 'admins' : 'everyone',
    add: addersOf(textOf(childOf(group, 'member_add_mode'))),
    approval: childOf(group, 'membership_approval_mode') !== undefined,
    expirationSec: toInteger(childOf(group, 'ephemeral')?.attrs.expiration),
  }
}

const toGroupAddress = (id: string) => toAddress(id.includes('@') ? id : `${id}@g.us`)

/** A `group` as answers and notifications hold it; null when it has no id. Whom it could not take in is no member. */
export function readGroup(group: WireNode | undefined): GroupInfo | null {
  const { id, subject, creator, creator_pn, creator_lid, creation, size } = group?.attrs ?? {}
  if (!group || !id) return null
  const members = childrenOf(group, 'participant')
    .filter(({ attrs }) => attrs.error === undefined)
    .map((node) => ({ person: readMember(node), username: usernameOf(node), role: roleOf(node.attrs.type) }))
  const description = textOf(childOf(childOf(group, 'description'), 'body'))
  return {
    jid: toGroupAddress(id),
    subject: subject ?? '',
    description: description || null,
    creator: toPerson(creator, creator_pn, creator_lid),
    createdSec: toInteger(creation),
    size: size === undefined ? members.length : toInteger(size),
    settings: readSettings(group),
    members,
  }
}

/** The id of a description, which names the one that a new one takes the place of. */
export const readDescriptionId = (group: WireNode | undefined): string | undefined =>
  childOf(group, 'description')?.attrs.id

/** Those who wait to be let in. */
export function readRequests(list: WireNode | undefined): GroupRequest[] {
  return childrenOf(list, 'membership_approval_request').map((node) => ({
    person: readMember(node),
    username: usernameOf(node),
    atSec: toInteger(node.attrs.request_time),
  }))
}

type MemberNews = Extract<GroupNews, { kind: 'members' }>

const MEMBER_CHANGES: Readonly<Record<string, MemberNews['change']>> = {
  add: 'added',
  remove: 'removed',
  leave: 'left',
  promote: 'promoted',
  demote: 'demoted',
}

/** Who comes in by the link is told as added by themselves, or with a reason (whatsmeow, `JoinReason`). */
function readMembers(node: WireNode, by: PersonAddresses): GroupNews[] {
  const people = childrenOf(node, 'participant').map(readMember)
  const named = MEMBER_CHANGES[node.tag]
  if (!named || people.length === 0) return []
  const [only] = people
  const isByThemselves = people.length === 1 && only !== undefined && isSamePerson(only, by)
  const isJoin = named === 'added' && (node.attrs.reason === 'invite' || isByThemselves)
  const isLeave = named === 'removed' && isByThemselves
  return [{ kind: 'members', change: isJoin ? 'joined' : isLeave ? 'left' : named, people }]
}

/**
 * Who asked, or is asked for no longer. The one who did it when none is named, as in Baileys' `handleGroupNotification`;
 * somebody else than the actor was not let in.
 */
function readRequestNews(node: WireNode, by: PersonAddresses): GroupNews[] {
  const named = [...childrenOf(node, 'participant'), ...childrenOf(node, 'requested_user')].map(readMember)
  const people = named.length > 0 ? named : [by]
  if (node.tag === 'created_membership_requests') return [{ kind: 'requests', change: 'asked', people }]
  const isOwn = people.every((person) => isSamePerson(person, by))
  return [{ kind: 'requests', change: isOwn ? 'withdrawn' : 'rejected', people }]
}

const settings = (changed: Partial<GroupSettings>): GroupNews[] => [{ kind: 'settings', settings: changed }]

/** What is read of each part of a notification, by its tag. What is not here is nothing that anybody is told. */
const READERS: Readonly<Record<string, (node: WireNode, by: PersonAddresses) => GroupNews[]>> = {
  create(node) {
    const group = readGroup(childOf(node, 'group'))
    return group ? [{ kind: 'created', subject: group.subject, size: group.size }] : []
  },
  add: readMembers,
  remove: readMembers,
  leave: readMembers,
  promote: readMembers,
  demote: readMembers,
  subject: ({ attrs }) => [{ kind: 'subject', subject: attrs.subject ?? '' }],
  description: (node) => [{ kind: 'description', description: textOf(childOf(node, 'body')) || null }],
  announcement: () => settings({ send: 'admins' }),
  not_announcement: () => settings({ send: 'everyone' }),
  locked: () => settings({ edit: 'admins' }),
  unlocked: () => settings({ edit: 'everyone' }),
  ephemeral: ({ attrs }) => settings({ expirationSec: toInteger(attrs.expiration) }),
  not_ephemeral: () => settings({ expirationSec: 0 }),
  member_add_mode: (node) => settings({ add: addersOf(textOf(node)) }),
  membership_approval_mode: (node) =>
    settings({ approval: childOf(node, 'group_join')?.attrs.state !== 'off' }),
  invite: () => [{ kind: 'invite' }],
  created_membership_requests: readRequestNews,
  revoked_membership_requests: readRequestNews,
  delete: () => [{ kind: 'deleted' }],
}

/** What a `w:gp2` notification says. */
export function readGroupNews(notification: WireNode, by: PersonAddresses): GroupNews[] {
  return childrenOf(notification).flatMap((node) =>
    Object.hasOwn(READERS, node.tag) ? (READERS[node.tag]?.(node, by) ?? []) : [],
  )
}
