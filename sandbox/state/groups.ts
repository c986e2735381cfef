import { randomBytes, randomInt } from 'node:crypto'
import type { Journal } from '../infra/journal.ts'
import { GROUP_SERVER } from '../protocol/addresses.ts'
import type { Addressing, PictureRecord } from './user.ts'

export type GroupRole = 'member' | 'admin' | 'superadmin'

/** `admin_add` where nothing is stored: only administrators add people. */
export type MemberAddMode = 'admin_add' | 'all_member_add'

/** Somebody who wants to be let in. */
interface JoinRequest {
  number: string
  at: number
}

/** What is stored of a group. Times are milliseconds, people are numbers. */
export interface GroupRecord {
  id: string
  subject: string
  subjectBy: string
  subjectAt: number
  creator: string
  createdAt: number
  /** Whether its members are named by phone number or by LID. */
  addressing: Addressing
  participants: { number: string; role: GroupRole }[]
  inviteCode: string
  /** Codes that were replaced by others. */
  revokedCodes?: string[]
  memberAddMode?: MemberAddMode
  /** Whoever comes by the invite code waits until an administrator lets them in. */
  approval?: boolean
  requests?: JoinRequest[]
  picture?: PictureRecord & { by: string; at: number }
  /** Numbers of those who were in it and are not. */
  left?: string[]
  description?: { id: string; text: string; by: string; at: number }
  /** Only administrators may write. */
  announce: boolean
  /** Only administrators may change what the group is called and so on. */
  locked: boolean
  /** After how many seconds messages disappear; 0 is never. */
  expirationS: number
}

/** Where several people read what one writes: a group, or the feed of statuses. */
export interface SharedChat {
  readonly id: string
  readonly jid: string
  /** How people are named in it. */
  readonly record: { readonly addressing: Addressing }
}

/** A group of numbers. */
export class GroupChat {
  readonly record: GroupRecord
  readonly #journal: Journal

  constructor(record: GroupRecord, journal: Journal) {
    this.record = record
    this.#journal = journal
  }

  get id(): string {
    return this.record.id
  }

  get jid(): string {
    return `${this.record.id}@${GROUP_SERVER}`
  }

  get numbers(): string[] {
    return this.record.participants.map(({ number }) => number)
  }

  has(number: string): boolean {
    return this.record.participants.some((participant) => participant.number === number)
  }

  isAdmin(number: string): boolean {
    return this.record.participants.some((member) => member.number === number && member.role !== 'member')
  }

  get admins(): string[] {
    return this.numbers.filter((number) => this.isAdmin(number))
  }

  save(): void {
    this.#journal.put('group', this.id, () => JSON.stringify(this.record))
  }
}

/** Every group of the network. */
export class Groups {
  readonly #journal: Journal
  readonly #byId = new Map<string, GroupChat>()

  constructor(journal: Journal) {
    this.#journal = journal
    for (const { key, text } of journal.load('group')) {
      this.#byId.set(key, new GroupChat(JSON.parse(text) as GroupRecord, journal))
    }
  }

  all(): Iterable<GroupChat> {
    return this.#byId.values()
  }

  /** The group a jid such as `120363...@g.us` names, if there is one. */
  find(jid: string | undefined): GroupChat | undefined {
    const [id, server] = (jid ?? '').split('@')
    return server === GROUP_SERVER ? this.#byId.get(id ?? '') : undefined
  }

  findByInvite(code: string): GroupChat | undefined {
    return [...this.#byId.values()].find(({ record }) => record.inviteCode === code)
  }

  /** Whether a code was one of a group before it was replaced. */
  isRevoked(code: string): boolean {
    return [...this.#byId.values()].some(({ record }) => record.revokedCodes?.includes(code) === true)
  }

  create(subject: string, creator: string, numbers: string[], addressing: Addressing, at: number): GroupChat {
    const members = [...new Set(numbers)].filter((number) => number !== creator)
    const record: GroupRecord = {
      id: `120363${String(randomInt(1e12)).padStart(12, '0')}`,
      subject,
      subjectBy: creator,
      subjectAt: at,
      creator,
      createdAt: at,
      addressing,
      participants: [
        { number: creator, role: 'superadmin' },
        ...members.map((number) => ({ number, role: 'member' as const })),
      ],
      inviteCode: buildInviteCode(),
      announce: false,
      locked: false,
      expirationS: 0,
    }
    const group = new GroupChat(record, this.#journal)
    this.#byId.set(record.id, group)
    group.save()
    return group
  }
}

export const buildInviteCode = (): string => randomBytes(16).toString('base64url')
