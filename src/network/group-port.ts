import type { Address } from '../core/addresses.ts'
import type { PersonAddresses } from './inbound-message.ts'
import type { NetworkAnswer } from './ports/network-answer.ts'

/** `superadmin` made the group; other admins neither demote nor remove them. */
export type GroupRole = 'member' | 'admin' | 'superadmin'

/** Who may do something in a group. */
export type GroupAllowed = 'everyone' | 'admins'

export interface GroupSettings {
  /** Who may write. */
  send: GroupAllowed
  /** Who may change subject, description, picture and the time messages stay. */
  edit: GroupAllowed
  /** Who may add people. */
  add: GroupAllowed
  /** Whoever joins by the link waits until an admin lets them in. */
  approval: boolean
  /** After how many seconds messages disappear; 0: they stay. */
  expirationSec: number
}

export interface GroupMember {
  person: PersonAddresses
  /** By which the person may be found, where the group tells it. */
  username: string | null
  role: GroupRole
}

/** A group as the network describes it. By an invitation it may tell of fewer members than there are. */
export interface GroupInfo {
  jid: Address
  subject: string
  description: string | null
  creator: PersonAddresses
  /** 0: the network does not say. */
  createdSec: number
  size: number
  settings: GroupSettings
  members: readonly GroupMember[]
}

/** What can be done to members. */
export type MemberChange = 'add' | 'remove' | 'promote' | 'demote'

/** What became of one of the people an act was about. */
export interface MemberOutcome {
  /** As it was asked for. */
  address: Address
  /** The network's code when it was not done for this one; null when it was. */
  networkCode: number | null
  /** An invitation to send to somebody who wants to be asked. */
  invite?: { code: string; expiresSec: number }
}

/** Somebody who wants to join. */
export interface GroupRequest {
  person: PersonAddresses
  username: string | null
  /** 0: the network does not say. */
  atSec: number
}

export type GroupAnswer<T> = NetworkAnswer<T>

/**
 * Acts on groups. What they set is what is to be, so a repeat changes nothing, except of `create`. Each rejects when the
 * client is not connected, or when the network does not answer in time: then it may or may not have happened.
 */
export interface NetworkGroups {
  /** Every group the account is in. */
  list(): Promise<GroupAnswer<GroupInfo[]>>
  find(group: Address): Promise<GroupAnswer<GroupInfo>>
  /** `key` marks the creation on the network. Whom it could not add is among `members` with a code. */
  create(
    subject: string,
    people: readonly Address[],
    key: string,
  ): Promise<GroupAnswer<{ group: GroupInfo; members: MemberOutcome[] }>>
  leave(group: Address): Promise<GroupAnswer<null>>
  changeMembers(
    group: Address,
    change: MemberChange,
    people: readonly Address[],
  ): Promise<GroupAnswer<MemberOutcome[]>>
  setSubject(group: Address, subject: string): Promise<GroupAnswer<null>>
  /** An empty text takes it away. */
  setDescription(group: Address, description: string): Promise<GroupAnswer<null>>
  setSetting<K extends keyof GroupSettings>(
    group: Address,
    setting: K,
    value: GroupSettings[K],
  ): Promise<GroupAnswer<null>>
  /** A JPEG; null takes the picture away. */
  setPicture(group: Address, jpeg: Uint8Array | null): Promise<GroupAnswer<null>>
  inviteCode(group: Address): Promise<GroupAnswer<string>>
  /** Makes the code worthless, and answers the new one. */
  revokeInvite(group: Address): Promise<GroupAnswer<string>>
  findByInvite(code: string): Promise<GroupAnswer<GroupInfo>>
  /** `isRequested`: an admin has to let the account in first. */
  join(code: string): Promise<GroupAnswer<{ group: Address; isRequested: boolean }>>
  requests(group: Address): Promise<GroupAnswer<GroupRequest[]>>
  decideRequests(
    group: Address,
    decision: 'approve' | 'reject',
    people: readonly Address[],
  ): Promise<GroupAnswer<MemberOutcome[]>>
}

/** What changed in a group. */
export type GroupNews =
  /** The account is in a group that was new to it. */
  | { kind: 'created'; subject: string; size: number }
  /** `joined` by an invitation, `left` by themselves. */
  | {
      kind: 'members'
      change: 'added' | 'joined' | 'removed' | 'left' | 'promoted' | 'demoted'
      people: PersonAddresses[]
    }
  | { kind: 'subject'; subject: string }
  | { kind: 'description'; description: string | null }
  | { kind: 'picture'; isRemoved: boolean }
  | { kind: 'settings'; settings: Partial<GroupSettings> }
  /** There is another invite link; the one before is worthless. */
  | { kind: 'invite' }
  /** Somebody asked to join, took that back, or was not let in. */
  | { kind: 'requests'; change: 'asked' | 'withdrawn' | 'rejected'; people: PersonAddresses[] }
  | { kind: 'deleted' }

/** What one notification of the network says of a group. */
export interface GroupNotice {
  /** Of the notification, the same when it comes again; unique in the client. */
  id: string
  group: Address
  /** Who did it, as far as the network says. */
  by: PersonAddresses
  atSec: number
  news: readonly GroupNews[]
}
