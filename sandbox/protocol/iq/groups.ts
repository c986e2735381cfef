import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import type { GroupChat } from '../../state/groups.ts'
import type { Network } from '../../state/network.ts'
import type { Session } from '../../state/session.ts'
import type { User } from '../../state/user.ts'
import { decideRequests, joinByInvite } from '../group-requests.ts'
import {
  buildGroup,
  changeDescription,
  changeMembers,
  changeSettings,
  changeSubject,
  createGroup,
  type MemberChange,
  type MemberRefusals,
  mayAdd,
  namesOf,
  renewInvite,
} from '../groups.ts'
import { child, children, node, seconds, textOf } from '../nodes.ts'
import {
  BAD_REQUEST,
  CONFLICT,
  FORBIDDEN,
  GONE,
  type IqAnswer,
  type IqHandler,
  NOT_ACCEPTABLE,
  NOT_AUTHORIZED,
  NOT_FOUND,
  OK,
} from './answer.ts'

const MAX_SUBJECT_CHARACTERS = 100
const INVITE_LIFE_MS = 3 * 24 * 3_600_000

const actorOf = (network: Network, { companion }: Session): User =>
  network.directory.ensure(companion.record.number)

const readUsers = (network: Network, parent: BinaryNode | undefined): User[] =>
  children(parent).flatMap(({ attrs }) => network.directory.resolve(attrs.jid) ?? [])

/** Answers a request about a group the asking account is in. */
const inGroup =
  (answer: (network: Network, group: GroupChat, actor: User, iq: BinaryNode) => IqAnswer): IqHandler =>
  (network, session, iq) => {
    const group = network.groups.find(iq.attrs.to)
    if (group === undefined) return NOT_FOUND
    const actor = actorOf(network, session)
    return group.has(actor.number) ? answer(network, group, actor, iq) : FORBIDDEN
  }

/** The same for requests only administrators may make. */
const asAdmin = (
  answer: (network: Network, group: GroupChat, actor: User, iq: BinaryNode) => void,
): IqHandler =>
  inGroup((network, group, actor, iq) => {
    if (!group.isAdmin(actor.number)) return FORBIDDEN
    answer(network, group, actor, iq)
    return OK
  })

const handleGroupQuery: IqHandler = inGroup((network, group) => ({
  content: [buildGroup(network, group)],
}))

const handleParticipating: IqHandler = (network, { companion }) => {
  const groups = [...network.groups.all()].filter((group) => group.has(companion.record.number))
  return {
    content: [
      node(
        'groups',
        {},
        groups.map((group) => buildGroup(network, group)),
      ),
    ],
  }
}

const handleGroupCreate: IqHandler = (network, session, iq) => {
  const create = child(iq, 'create')
  const { subject = '' } = create?.attrs ?? {}
  if (subject === '' || subject.length > MAX_SUBJECT_CHARACTERS) return BAD_REQUEST
  const members = readUsers(network, create)
  const creator = actorOf(network, session)
  const refusals = new Map(members.flatMap((user) => refuseFounding(user)))
  const group = createGroup(
    network,
    creator,
    subject,
    members.filter(({ number }) => !refusals.has(number)),
    'lid',
  )
  const answer = buildGroup(network, group)
  const asked = children(create).filter(({ tag }) => tag === 'participant')
  const request = buildAddRequest(network, group)
  const refused = answerMembers('add', asked, toAsked(network, create), refusals, request)
  const [list] = refused.content
  const failed = children(list).filter(({ attrs }) => attrs.error !== undefined)
  return { content: [{ ...answer, content: [...children(answer), ...failed] }] }
}

/** Whom a new group does not have: who is not there, and who wants to be asked (whatsmeow's GroupParticipant.Error). */
const refuseFounding = ({ number, record }: User): [string, string][] => {
  if (!record.registered) return [[number, '404']]
  return record.inviteOnly === true ? [[number, '403']] : []
}

/** People by the address they were asked for under. */
function toAsked(network: Network, parent: BinaryNode | undefined): Map<string, User> {
  const users = new Map<string, User>()
  for (const { attrs } of children(parent)) {
    const user = network.directory.resolve(attrs.jid)
    if (attrs.jid !== undefined && user !== undefined) users.set(attrs.jid, user)
  }
  return users
}

const handleGroupLeave: IqHandler = (network, session, iq) => {
  const actor = actorOf(network, session)
  const left = children(child(iq, 'leave')).map(({ attrs }) => {
    const group = network.groups.find(attrs.id)
    const refusals = group && changeMembers(network, group, actor, 'remove', [actor])
    return node('group', { id: attrs.id, error: refusals ? refusals.get(actor.number) : '404' })
  })
  return { content: [node('leave', {}, left)] }
}

/** Who wants to be invited comes with what an invitation needs: whatsmeow's GroupParticipantAddRequest. */
function buildAddRequest(network: Network, group: GroupChat): BinaryNode {
  const expiration = seconds(network.now() + INVITE_LIFE_MS)
  return node('add_request', { code: group.record.inviteCode, expiration })
}

function answerMembers(
  change: MemberChange,
  asked: BinaryNode[],
  users: Map<string, User>,
  refusals: MemberRefusals,
  addRequest: BinaryNode,
) {
  const participants = asked.map(({ attrs }) => {
    const user = users.get(attrs.jid ?? '')
    const error = user === undefined ? '404' : refusals.get(user.number)
    const wantsInvite = change === 'add' && error === '403' && user?.record.inviteOnly === true
    return node('participant', { jid: attrs.jid, error }, wantsInvite ? [addRequest] : undefined)
  })
  return { content: [node(change, {}, participants)] }
}

const handleMembers = (change: MemberChange): IqHandler =>
  inGroup((network, group, actor, iq) => {
    const asked = children(child(iq, change))
    const users = toAsked(network, child(iq, change))
    if (!(change === 'add' ? mayAdd(group, actor) : group.isAdmin(actor.number))) return FORBIDDEN
    return answerMembers(
      change,
      asked,
      users,
      changeMembers(network, group, actor, change, [...users.values()]),
      buildAddRequest(network, group),
    )
  })

/** In a locked group only administrators change what is said of it and how long messages stay (sandbox-truth.md, kind 13). */
const asEditor = (
  answer: (network: Network, group: GroupChat, actor: User, iq: BinaryNode) => IqAnswer,
): IqHandler =>
  inGroup((network, group, actor, iq) =>
    group.record.locked && !group.isAdmin(actor.number) ? FORBIDDEN : answer(network, group, actor, iq),
  )

const handleGroupSubject: IqHandler = asEditor((network, group, actor, iq) => {
  const subject = textOf(child(iq, 'subject'))
  if (subject === '' || subject.length > MAX_SUBJECT_CHARACTERS) return BAD_REQUEST
  changeSubject(network, group, actor, subject)
  return OK
})

const handleGroupDescription: IqHandler = asEditor((network, group, actor, iq) => {
  const description = child(iq, 'description')
  // 409 for who does not name what is to be replaced: whatsmeow#917, whatsapp-rust#1097.
  if (description?.attrs.prev !== group.record.description?.id) return CONFLICT
  changeDescription(network, group, actor, textOf(child(description, 'body')), description?.attrs.id)
  return OK
})

/** Asks for a group's invite code, or, by a code, about the group. */
const handleInviteQuery: IqHandler = (network, session, iq) => {
  const code = child(iq, 'invite')?.attrs.code
  if (code === undefined) return askInvite(network, session, iq)
  const group = network.groups.findByInvite(code)
  return group === undefined ? refuseInvite(network, code) : { content: [buildGroup(network, group)] }
}

/** 410 for a code that was replaced, 406 for one that never was: whatsmeow's ErrInviteLinkRevoked and ErrInviteLinkInvalid. */
const refuseInvite = (network: Network, code: string): IqAnswer =>
  network.groups.isRevoked(code) ? GONE : NOT_ACCEPTABLE

/** 401 for members who are no administrators: whatsmeow's ErrGroupInviteLinkUnauthorized. */
const askInvite: IqHandler = inGroup((_network, group, actor) =>
  group.isAdmin(actor.number)
    ? { content: [node('invite', { code: group.record.inviteCode })] }
    : NOT_AUTHORIZED,
)

/** Joins a group by its invite code, or makes the old code worthless. */
const handleInviteSet: IqHandler = (network, session, iq) => {
  const code = child(iq, 'invite')?.attrs.code
  if (code === undefined) return renewGroupInvite(network, session, iq)
  const group = network.groups.findByInvite(code)
  if (group === undefined) return refuseInvite(network, code)
  switch (joinByInvite(network, group, actorOf(network, session))) {
    case 'nobody':
      return NOT_FOUND
    // No source shows the code for joining twice; 409 is that of adding a member.
    case 'already':
      return CONFLICT
    // whatsmeow's JoinGroupWithLink finds the group in either.
    case 'requested':
      return { content: [node('membership_approval_request', { jid: group.jid })] }
    case 'joined':
      return { content: [node('group', { jid: group.jid })] }
  }
}

const renewGroupInvite: IqHandler = inGroup((network, group, actor) =>
  group.isAdmin(actor.number)
    ? { content: [node('invite', { code: renewInvite(network, group, actor) })] }
    : NOT_AUTHORIZED,
)

/** Who waits to be let in, and letting them in or not: whatsmeow's GetGroupRequestParticipants and its sibling. */
const REQUEST_HANDLERS: Record<string, IqHandler> = {
  'w:g2 get membership_approval_requests': inGroup((network, group, actor) => {
    if (!group.isAdmin(actor.number)) return FORBIDDEN
    const waiting = (group.record.requests ?? []).map(({ number, at }) => {
      const names = namesOf(network.directory.ensure(number), group.record.addressing)
      return node('membership_approval_request', { ...names, request_time: seconds(at) })
    })
    return { content: [node('membership_approval_requests', {}, waiting)] }
  }),
  'w:g2 set membership_requests_action': inGroup((network, group, actor, iq) => {
    if (!group.isAdmin(actor.number)) return FORBIDDEN
    const [action] = children(child(iq, 'membership_requests_action'))
    if (action?.tag !== 'approve' && action?.tag !== 'reject') return BAD_REQUEST
    const refusals = decideRequests(network, group, actor, action.tag, readUsers(network, action))
    const decided = children(action).map(({ attrs }) => {
      const user = network.directory.resolve(attrs.jid)
      const error = user === undefined ? '404' : refusals.get(user.number)
      return node('participant', { jid: attrs.jid, error })
    })
    return { content: [node('membership_requests_action', {}, [node(action.tag, {}, decided)])] }
  }),
}

/** Requests about groups, by the type and first child of the request. */
export const GROUP_HANDLERS: Record<string, IqHandler> = {
  'w:g2 get query': handleGroupQuery,
  'w:g2 get participating': handleParticipating,
  'w:g2 get invite': handleInviteQuery,
  'w:g2 set invite': handleInviteSet,
  'w:g2 set create': handleGroupCreate,
  'w:g2 set leave': handleGroupLeave,
  'w:g2 set add': handleMembers('add'),
  'w:g2 set remove': handleMembers('remove'),
  'w:g2 set promote': handleMembers('promote'),
  'w:g2 set demote': handleMembers('demote'),
  'w:g2 set subject': handleGroupSubject,
  'w:g2 set description': handleGroupDescription,
  'w:g2 set announcement': asAdmin((network, group, actor) =>
    changeSettings(network, group, actor, { announce: true }),
  ),
  'w:g2 set not_announcement': asAdmin((network, group, actor) =>
    changeSettings(network, group, actor, { announce: false }),
  ),
  'w:g2 set locked': asAdmin((network, group, actor) =>
    changeSettings(network, group, actor, { locked: true }),
  ),
  'w:g2 set unlocked': asAdmin((network, group, actor) =>
    changeSettings(network, group, actor, { locked: false }),
  ),
  ...REQUEST_HANDLERS,
  'w:g2 set member_add_mode': asAdmin((network, group, actor, iq) => {
    const isOpen = textOf(child(iq, 'member_add_mode')) === 'all_member_add'
    changeSettings(network, group, actor, { memberAddMode: isOpen ? 'all_member_add' : 'admin_add' })
  }),
  'w:g2 set membership_approval_mode': asAdmin((network, group, actor, iq) => {
    const { state } = child(child(iq, 'membership_approval_mode'), 'group_join')?.attrs ?? {}
    changeSettings(network, group, actor, { approval: state === 'on' })
  }),
  'w:g2 set ephemeral': asEditor((network, group, actor, iq) => {
    const expirationS = Number(child(iq, 'ephemeral')?.attrs.expiration ?? 0)
    changeSettings(network, group, actor, { expirationS })
    return OK
  }),
  'w:g2 set not_ephemeral': asEditor((network, group, actor) => {
    changeSettings(network, group, actor, { expirationS: 0 })
    return OK
  }),
}
