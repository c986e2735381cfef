import type { Address } from '../../core/addresses.ts'
import type {
  GroupInfo,
  GroupMember,
  GroupRequest,
  GroupRole,
  GroupSettings,
  MemberChange,
  MemberOutcome,
} from '../../network/port.ts'

/** Asks the owner of a client to do something about groups. */
export const GROUP_COMMAND = 'groups.act'

/** A group as the account of a client sees it. In lists it comes without its members. */
export interface SeenGroup extends Omit<GroupInfo, 'members'> {
  /** Null when the account is not in it. */
  role: GroupRole | null
  members: readonly GroupMember[]
}

export type SettingChanges = { [K in keyof GroupSettings]?: GroupSettings[K] | undefined }

/** What became of somebody, as they were named. */
export interface NamedOutcome extends MemberOutcome {
  /** Their username finds them with its key alone. */
  isKeyNeeded?: true
}

/** What is to change, in the order it is done; what is left out stays. */
export interface GroupChanges {
  subject?: string | undefined
  description?: string | undefined
  settings: SettingChanges
}

/** The acts with what each needs and what it answers. Bytes are base64: commands travel as JSON. */
export interface GroupActs {
  list: { input: object; output: SeenGroup[] }
  find: { input: { group: Address }; output: SeenGroup }
  /** `repeat`: the call before may have made it, so it is looked for first. */
  create: {
    input: { subject: string; people: readonly Address[]; key: string; repeat: boolean }
    output: { group: SeenGroup; outcomes: NamedOutcome[] }
  }
  leave: { input: { group: Address }; output: null }
  changeMembers: {
    input: { group: Address; change: MemberChange; people: readonly Address[] }
    output: NamedOutcome[]
  }
  update: { input: { group: Address; changes: GroupChanges }; output: null }
  setPicture: { input: { group: Address; jpeg: string | null }; output: null }
  inviteCode: { input: { group: Address; revoke: boolean }; output: string }
  findByInvite: { input: { code: string }; output: SeenGroup }
  join: { input: { code: string }; output: { group: Address; isRequested: boolean } }
  requests: { input: { group: Address }; output: GroupRequest[] }
  decideRequests: {
    input: { group: Address; decision: 'approve' | 'reject'; people: readonly Address[] }
    output: NamedOutcome[]
  }
}

export type GroupAct = keyof GroupActs

export interface GroupCommand<A extends GroupAct = GroupAct> {
  act: A
  input: GroupActs[A]['input']
}
