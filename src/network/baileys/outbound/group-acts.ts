import { type BinaryNode, generateMessageIDV2, type WASocket } from 'baileys'
import { type Address, toAddress } from '../../../core/addresses.ts'
import type {
  GroupAnswer,
  GroupInfo,
  GroupRequest,
  GroupSettings,
  MemberChange,
  MemberOutcome,
  NetworkGroups,
} from '../../group-port.ts'
import {
  childOf,
  childrenOf,
  readDescriptionId,
  readGroup,
  readMember,
  readRequests,
  type WireNode,
} from '../../translate/group-nodes.ts'
import { toInteger } from '../../translate/wire.ts'
import { ask, element, nothing, SERVER, withCode } from '../account/ask.ts'
import { findMemberAddress, type GroupCache } from './group-cache.ts'

/** Requests about no group in particular. */
const ALL_GROUPS = '@g.us'

const listed = (people: readonly Address[]): BinaryNode[] =>
  people.map((jid) => element('participant', undefined, { jid }))

const askGroup = (socket: WASocket, to: string, type: 'get' | 'set', content: BinaryNode) =>
  ask(socket, { to, type, xmlns: 'w:g2' }, [content])

const QUERY = element('query', undefined, { request: 'interactive' })

function requireGroup(node: WireNode | undefined): GroupInfo {
  const group = readGroup(node)
  if (!group) throw new Error('the network described no group in its answer; ask again')
  return group
}

const queryGroup = async (socket: WASocket, group: Address) =>
  childOf(await askGroup(socket, group, 'get', QUERY), 'group')

/**
 * What became of each person that was asked for. The answer may name them by their other address; who is in none of its
 * entries was done, as the network answers some acts without a list.
 */
function toOutcomes(
  people: readonly Address[],
  named: readonly string[],
  list: WireNode | undefined,
): MemberOutcome[] {
  const entries = childrenOf(list, 'participant')
  return people.map((address, i) => {
    const entry = entries.find((node) => {
      const { phone, lid } = readMember(node)
      return [address, named[i]].some((jid) => jid !== undefined && (jid === phone || jid === lid))
    })
    const code = toInteger(entry?.attrs.error)
    const request = childOf(entry, 'add_request')?.attrs
    const invite = request?.code && { code: request.code, expiresSec: toInteger(request.expiration) }
    return { address, networkCode: code === 0 ? null : code, ...(invite ? { invite } : {}) }
  })
}

/** The stanza of each setting, by what it is set to: Baileys' `groupSettingUpdate` and its siblings. */
const SETTING_NODES: { [K in keyof GroupSettings]: (value: GroupSettings[K]) => BinaryNode } = {
  send: (who) => element(who === 'admins' ? 'announcement' : 'not_announcement'),
  edit: (who) => element(who === 'admins' ? 'locked' : 'unlocked'),
  add: (who) => element('member_add_mode', who === 'admins' ? 'admin_add' : 'all_member_add'),
  approval: (isOn) =>
    element('membership_approval_mode', [element('group_join', undefined, { state: isOn ? 'on' : 'off' })]),
  expirationSec: (seconds) =>
    seconds === 0
      ? element('not_ephemeral')
      : element('ephemeral', undefined, { expiration: String(seconds) }),
}

async function createGroup(
  socket: WASocket,
  subject: string,
  people: readonly Address[],
  key: string,
): Promise<{ group: GroupInfo; members: MemberOutcome[] }> {
  const create = element('create', listed(people), { subject, key })
  const node = childOf(await askGroup(socket, ALL_GROUPS, 'set', create), 'group')
  return { group: requireGroup(node), members: toOutcomes(people, people, node) }
}

async function leave(socket: WASocket, id: Address): Promise<void> {
  const content = [element('group', undefined, { id })]
  const answer = await askGroup(socket, ALL_GROUPS, 'set', element('leave', content))
  const code = toInteger(childOf(childOf(answer, 'leave'), 'group')?.attrs.error)
  if (code !== 0) throw Object.assign(new Error('the network did not let the account leave'), { data: code })
}

async function setDescription(socket: WASocket, group: Address, description: string): Promise<void> {
  const before = readDescriptionId(await queryGroup(socket, group))
  const prev: Record<string, string> = before === undefined ? {} : { prev: before }
  const content =
    description === ''
      ? element('description', undefined, { delete: 'true', ...prev })
      : element('description', [element('body', Buffer.from(description))], {
          id: generateMessageIDV2(),
          ...prev,
        })
  await askGroup(socket, group, 'set', content)
}

async function setPicture(socket: WASocket, target: Address, jpeg: Uint8Array | null): Promise<void> {
  const content = jpeg ? [element('picture', jpeg, { type: 'image' })] : undefined
  await ask(socket, { to: SERVER, type: 'set', xmlns: 'w:profile:picture', target }, content)
}

async function askInvite(socket: WASocket, group: Address, type: 'get' | 'set'): Promise<string> {
  const code = childOf(await askGroup(socket, group, type, element('invite')), 'invite')?.attrs.code
  if (!code) throw new Error('the network named no invite code in its answer; ask again')
  return code
}

async function join(socket: WASocket, code: string): Promise<{ group: Address; isRequested: boolean }> {
  const answer = await askGroup(socket, ALL_GROUPS, 'set', element('invite', undefined, { code }))
  const request = childOf(answer, 'membership_approval_request')
  const jid = (request ?? childOf(answer, 'group'))?.attrs.jid
  if (!jid) throw new Error('the network named no group in its answer; look whether the account is in it')
  return { group: toAddress(jid), isRequested: request !== undefined }
}

/** Acts on groups over one connection. `open` throws while there is none. */
export class GroupActs implements NetworkGroups {
  readonly #open: () => WASocket
  readonly #cache: GroupCache

  constructor(open: () => WASocket, cache: GroupCache) {
    this.#open = open
    this.#cache = cache
  }

  list(): Promise<GroupAnswer<GroupInfo[]>> {
    return this.#act(async (socket) => {
      const wanted = element('participating', [element('participants'), element('description')])
      const groups = childOf(await askGroup(socket, ALL_GROUPS, 'get', wanted), 'groups')
      return childrenOf(groups, 'group').flatMap((node) => readGroup(node) ?? [])
    })
  }

  find(group: Address): Promise<GroupAnswer<GroupInfo>> {
    return this.#act(async (socket) => requireGroup(await queryGroup(socket, group)))
  }

  create(...args: Parameters<NetworkGroups['create']>): ReturnType<NetworkGroups['create']> {
    return this.#act((socket) => createGroup(socket, ...args))
  }

  leave(group: Address): Promise<GroupAnswer<null>> {
    return this.#change(group, (socket) => nothing(leave(socket, group)))
  }

  changeMembers(
    group: Address,
    how: MemberChange,
    people: readonly Address[],
  ): Promise<GroupAnswer<MemberOutcome[]>> {
    return this.#change(group, async (socket) => {
      const named = how === 'add' ? people : await this.#nameAsGroupDoes(socket, group, people)
      const answer = await askGroup(socket, group, 'set', element(how, listed(named)))
      return toOutcomes(people, named, childOf(answer, how))
    })
  }

  setSubject(group: Address, subject: string): Promise<GroupAnswer<null>> {
    return this.#set(group, element('subject', Buffer.from(subject)))
  }

  setDescription(group: Address, description: string): Promise<GroupAnswer<null>> {
    return this.#change(group, (socket) => nothing(setDescription(socket, group, description)))
  }

  setSetting<K extends keyof GroupSettings>(
    group: Address,
    setting: K,
    value: GroupSettings[K],
  ): Promise<GroupAnswer<null>> {
    return this.#set(group, SETTING_NODES[setting](value))
  }

  setPicture(group: Address, jpeg: Uint8Array | null): Promise<GroupAnswer<null>> {
    return this.#act((socket) => nothing(setPicture(socket, group, jpeg)))
  }

  inviteCode(group: Address): Promise<GroupAnswer<string>> {
    return this.#act((socket) => askInvite(socket, group, 'get'))
  }

  revokeInvite(group: Address): Promise<GroupAnswer<string>> {
    return this.#act((socket) => askInvite(socket, group, 'set'))
  }

  findByInvite(code: string): Promise<GroupAnswer<GroupInfo>> {
    return this.#act(async (socket) => {
      const answer = await askGroup(socket, ALL_GROUPS, 'get', element('invite', undefined, { code }))
      return requireGroup(childOf(answer, 'group'))
    })
  }

  join(code: string): ReturnType<NetworkGroups['join']> {
    return this.#act((socket) => join(socket, code))
  }

  requests(group: Address): Promise<GroupAnswer<GroupRequest[]>> {
    return this.#act(async (socket) => {
      const answer = await askGroup(socket, group, 'get', element('membership_approval_requests'))
      return readRequests(childOf(answer, 'membership_approval_requests'))
    })
  }

  decideRequests(
    group: Address,
    decision: 'approve' | 'reject',
    people: readonly Address[],
  ): Promise<GroupAnswer<MemberOutcome[]>> {
    return this.#change(group, async (socket) => {
      const named = await this.#nameAsGroupDoes(socket, group, people)
      const action = element('membership_requests_action', [element(decision, listed(named))])
      const answer = await askGroup(socket, group, 'set', action)
      return toOutcomes(people, named, childOf(childOf(answer, 'membership_requests_action'), decision))
    })
  }

  #act<T>(work: (socket: WASocket) => Promise<T>): Promise<GroupAnswer<T>> {
    return withCode(async () => work(this.#open()))
  }

  /** The same for what changes a group: what is known of it counts no longer, whatever came of it. */
  #change<T>(group: Address, work: (socket: WASocket) => Promise<T>): Promise<GroupAnswer<T>> {
    return this.#act(work).finally(() => this.#cache.forget(group))
  }

  #set(group: Address, node: BinaryNode): Promise<GroupAnswer<null>> {
    return this.#change(group, (socket) => nothing(askGroup(socket, group, 'set', node)))
  }

  /** Everyone's names in a group may be of another kind than what was asked with. */
  async #nameAsGroupDoes(socket: WASocket, group: Address, people: readonly Address[]): Promise<Address[]> {
    const metadata = await this.#cache.find(group)
    return Promise.all(people.map((person) => findMemberAddress(socket, metadata, person)))
  }
}
