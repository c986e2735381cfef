import type { Address } from '../../core/addresses.ts'
import { type Refusal, refusal } from '../../core/errors.ts'
import type { GroupAnswer, GroupInfo, GroupRole, NetworkGroups } from '../../network/port.ts'

const NOT_AUTHORISED = 401
const FORBIDDEN = 403
const NOT_FOUND = 404
const NOT_ACCEPTABLE = 406
const CONFLICT = 409
const GONE = 410
const RATE_OVER_LIMIT = 429

const groupNotFound = (): Refusal => refusal('NOT_FOUND', 'GROUP_NOT_FOUND', {})
const notInGroup = (): Refusal => refusal('FORBIDDEN', 'NOT_IN_GROUP', {})

/** What may be said for several reasons. */
const UNCLEAR = new Set([NOT_AUTHORISED, FORBIDDEN, NOT_FOUND])

/** What a code means wherever it comes. */
export function refuseAny(networkCode: number): Refusal {
  if (networkCode === RATE_OVER_LIMIT) return refusal('TOO_MANY_REQUESTS', 'GROUP_RATE_LIMITED', {})
  return refusal('UNPROCESSABLE_CONTENT', 'GROUP_REFUSED', { networkCode }, { data: { networkCode } })
}

/** Of asking about a group; whatsmeow's `getGroupInfo` reads the codes so. */
export function refuseLook(networkCode: number): Refusal {
  if (networkCode === NOT_FOUND) return groupNotFound()
  return networkCode === FORBIDDEN || networkCode === NOT_AUTHORISED ? notInGroup() : refuseAny(networkCode)
}

/** Of an invitation: 410 for one that was replaced, 406 for none (whatsmeow's `JoinGroupWithLink`). */
export function refuseInvite(networkCode: number): Refusal {
  switch (networkCode) {
    case GONE:
      return refusal('NOT_FOUND', 'INVITE_OVER', { why: 'revoked' })
    case NOT_ACCEPTABLE:
    case NOT_FOUND:
      return refusal('NOT_FOUND', 'INVITE_OVER', { why: 'unknown' })
    case CONFLICT:
      return refusal('CONFLICT', 'ALREADY_IN_GROUP', {})
    default:
      return refuseAny(networkCode)
  }
}

export function refusePicture(networkCode: number): Refusal | null {
  return networkCode === NOT_ACCEPTABLE ? refusal('UNPROCESSABLE_CONTENT', 'PICTURE_NOT_TAKEN', {}) : null
}

/**
 * Why an act on a group was refused. The network says "forbidden" to those who are not in it as to those who are no admins, so
 * the group is looked at.
 */
export async function refuseAct(
  groups: Pick<NetworkGroups, 'find'>,
  group: Address,
  networkCode: number,
  roleIn: (info: GroupInfo) => GroupRole | null,
): Promise<Refusal> {
  if (!UNCLEAR.has(networkCode)) return refuseAny(networkCode)
  const found: GroupAnswer<GroupInfo> = await groups.find(group)
  if (found.kind === 'refused') return refuseLook(found.networkCode)
  const role = roleIn(found.value)
  if (role === null) return notInGroup()
  return role === 'member' && networkCode !== NOT_FOUND
    ? refusal('FORBIDDEN', 'NOT_GROUP_ADMIN', {})
    : refuseAny(networkCode)
}
