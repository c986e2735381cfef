import type { Address } from '../../src/core/addresses.ts'
import type { GroupAnswer, GroupInfo, MemberOutcome, NetworkGroups } from '../../src/network/port.ts'
import { noGroups } from '../support/fake-groups.ts'
import { GROUP } from './incoming.ts'
import type { Random } from './random.ts'

/** Something the network did in a group because the account asked for it. */
export interface GroupDeed {
  act: string
  person: string
}

/** Asks the network and answers what it says, unless that is lost. */
type Ask = <T>(what: string, answer: () => T) => Promise<T>

const NOT_FOUND = 404
const FORBIDDEN = 403
const RATE_OVER_LIMIT = 429

const me = { phone: '1@s.whatsapp.net' as Address, lid: null }

/** One group on the network, which the account is in. What acts set is what is then, so a repeat changes nothing. */
export class SimGroups {
  /** Told of each thing it does. */
  onDeed: (deed: GroupDeed) => void = () => {}
  /** Now and then the network does not do it. */
  refusal = 0
  private readonly random: Random
  private readonly members = new Map<string, 'member' | 'admin'>()
  private readonly asking = new Set<string>()
  private role: 'member' | 'admin' = 'admin'
  private invites = 1

  constructor(random: Random) {
    this.random = random
  }

  /** Somebody does something, or another admin does it to them, as far as it can be done. False: it cannot. */
  happen(change: string, person: string): boolean {
    const { members, asking } = this
    switch (change) {
      case 'asked':
        if (members.has(person) || asking.has(person)) return false
        asking.add(person)
        return true
      case 'added':
      case 'joined':
        if (members.has(person)) return false
        asking.delete(person)
        members.set(person, 'member')
        return true
      default:
        return members.delete(person)
    }
  }

  /** Other admins make the account a member, or an admin again. */
  changeRole(): void {
    this.role = this.role === 'admin' ? 'member' : 'admin'
  }

  open(ask: Ask): NetworkGroups {
    return {
      ...noGroups,
      find: (group) => ask('group', () => this.find(group)),
      changeMembers: (group, change, people) =>
        ask(`group ${change}`, () => this.act(group, () => people.map((one) => this.change(change, one)))),
      decideRequests: (group, decision, people) =>
        ask(`group ${decision}`, () =>
          this.act(group, () => people.map((one) => this.decide(decision, one))),
        ),
      inviteCode: (group) => ask('group invite', () => this.act(group, () => `code${this.invites}`)),
      revokeInvite: (group) =>
        ask('group revoke', () =>
          this.act(group, () => {
            this.invites += 1
            return `code${this.invites}`
          }),
        ),
    }
  }

  private find(group: Address): GroupAnswer<GroupInfo> {
    if (group !== GROUP) return { kind: 'refused', networkCode: NOT_FOUND }
    const others = [...this.members].map(([phone, role]) => ({
      person: { phone: phone as Address, lid: null },
      username: null,
      role,
    }))
    const members = [{ person: me, username: null, role: this.role }, ...others]
    const value: GroupInfo = {
      ...{
        jid: GROUP,
        subject: 'Group',
        description: null,
        creator: me,
        createdSec: 1,
        size: members.length,
      },
      settings: { send: 'everyone', edit: 'everyone', add: 'everyone', approval: true, expirationSec: 0 },
      members,
    }
    return { kind: 'answered', value }
  }

  private act<T>(group: Address, work: () => T): GroupAnswer<T> {
    if (group !== GROUP) return { kind: 'refused', networkCode: NOT_FOUND }
    if (this.role !== 'admin') return { kind: 'refused', networkCode: FORBIDDEN }
    if (this.random.chance(this.refusal)) return { kind: 'refused', networkCode: RATE_OVER_LIMIT }
    return { kind: 'answered', value: work() }
  }

  private note(act: string, address: Address): MemberOutcome {
    this.onDeed({ act, person: address })
    return { address, networkCode: null }
  }

  private change(change: string, address: Address): MemberOutcome {
    const { members } = this
    if (change === 'add') {
      if (members.has(address)) return { address, networkCode: 409 }
      this.happen('added', address)
      return this.note(change, address)
    }
    if (!members.has(address)) return { address, networkCode: NOT_FOUND }
    if (change === 'remove') members.delete(address)
    else members.set(address, change === 'promote' ? 'admin' : 'member')
    return this.note(change, address)
  }

  private decide(decision: 'approve' | 'reject', address: Address): MemberOutcome {
    if (!this.asking.delete(address)) return { address, networkCode: NOT_FOUND }
    if (decision === 'approve') this.members.set(address, 'member')
    return this.note(decision, address)
  }
}
