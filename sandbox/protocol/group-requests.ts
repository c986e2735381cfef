import type { GroupChat } from '../state/groups.ts'
import type { Network } from '../state/network.ts'
import type { User } from '../state/user.ts'
import { announceGroup, changeMembers, namesOf } from './groups.ts'
import { node } from './nodes.ts'

const NOT_FOUND = '404'

/** What came of somebody's coming by an invite code. */
export type JoinOutcome = 'joined' | 'requested' | 'already' | 'nobody'

/**
 * Lets somebody in by an invite code, or notes that they want to be, where administrators approve members. Only these are
 * told (`created_membership_requests` in zapo's `parseGroupActionNode`; Baileys takes who did it).
 */
export function joinByInvite(network: Network, group: GroupChat, user: User): JoinOutcome {
  const { record } = group
  if (group.has(user.number)) return 'already'
  if (group.admins.length === 0) return 'nobody'
  if (record.approval !== true) {
    changeMembers(network, group, user, 'add', [user], 'by_link')
    return 'joined'
  }
  const requests = record.requests ?? []
  if (requests.some(({ number }) => number === user.number)) return 'requested'
  record.requests = [...requests, { number: user.number, at: network.now() }]
  group.save()
  const asked = node('created_membership_requests', { request_method: 'InviteLink' }, [
    node('requested_user', namesOf(user, record.addressing)),
  ])
  announceGroup(network, group, user, asked, group.admins)
  return 'requested'
}

/** Lets people in who asked, or not. Answers a code for each who did not ask. */
export function decideRequests(
  network: Network,
  group: GroupChat,
  actor: User,
  decision: 'approve' | 'reject',
  users: readonly User[],
): Map<string, string> {
  const { record } = group
  const waiting = new Set((record.requests ?? []).map(({ number }) => number))
  const asked = users.filter(({ number }) => waiting.has(number))
  const refusals = new Map(
    users.filter(({ number }) => !waiting.has(number)).map(({ number }) => [number, NOT_FOUND]),
  )
  if (asked.length === 0) return refusals
  if (decision === 'approve') {
    // Whoever asked wants to be in it, so they need not be invited once more.
    const notAdded = changeMembers(network, group, actor, 'add', asked, 'asked')
    return new Map([...refusals, ...notAdded])
  }
  endRequests(network, group, actor, asked)
  return refusals
}

/** Somebody does not want to be let in any more. */
export function withdrawRequest(network: Network, group: GroupChat, user: User): void {
  const isWaiting = group.record.requests?.some(({ number }) => number === user.number)
  if (isWaiting === true) endRequests(network, group, user, [user])
}

/** By the one who asked it is withdrawn, by anybody else not granted: so Baileys tells them apart. */
function endRequests(network: Network, group: GroupChat, actor: User, users: readonly User[]): void {
  const { record } = group
  const numbers = new Set(users.map(({ number }) => number))
  record.requests = (record.requests ?? []).filter(({ number }) => !numbers.has(number))
  group.save()
  const named = users.map((user) => node('participant', namesOf(user, record.addressing)))
  announceGroup(network, group, actor, node('revoked_membership_requests', {}, named), group.admins)
}
