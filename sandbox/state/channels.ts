import { randomBytes, randomInt } from 'node:crypto'
import type { Journal } from '../infra/journal.ts'

const CHANNEL_SERVER = 'newsletter'

export const isChannelJid = (jid: string | undefined): boolean => jid?.endsWith(`@${CHANNEL_SERVER}`) ?? false

export interface ChannelPostRecord {
  id: string
  serverId: number
  /** The message as it was posted, in base64; null once it was taken back. */
  message: string | null
  at: number
  /** `text`, `media` or `poll`; absent is `text`. */
  type?: string
  /** When its content was changed last, in milliseconds; absent when it never was. */
  editedAt?: number
  /** By number: who reacted, with what. */
  reactions: Record<string, string>
}

export interface ChannelRecord {
  id: string
  name: string
  description: string
  inviteCode: string
  owner: string
  admins: string[]
  createdAt: number
  /** Numbers of those who follow it, with whether they muted it. */
  followers: Record<string, { muted: boolean }>
  picture?: string
  /** With which emojis posts are reacted to; absent is `ALL`. */
  reactions?: ReactionMode
  /** Numbers of those who were asked to be admins and did not answer. */
  invitedAdmins?: string[]
  nextServerId: number
  posts: ChannelPostRecord[]
}

/** whatsmeow's `NewsletterReactionsMode`. */
export const REACTION_MODES = ['ALL', 'BASIC', 'NONE', 'BLOCKLIST'] as const
export type ReactionMode = (typeof REACTION_MODES)[number]

export type ChannelRole = 'OWNER' | 'ADMIN' | 'SUBSCRIBER' | 'GUEST'

/** A channel, which the wire calls a newsletter: nothing of it is encrypted. */
export class Channel {
  readonly record: ChannelRecord
  /** Devices that are told of views and reactions as they come, until when in milliseconds; kept in memory. */
  readonly watchers = new Map<string, number>()
  readonly #journal: Journal

  constructor(record: ChannelRecord, journal: Journal) {
    this.record = record
    this.#journal = journal
  }

  get jid(): string {
    return `${this.record.id}@${CHANNEL_SERVER}`
  }

  roleOf(number: string): ChannelRole {
    if (number === this.record.owner) return 'OWNER'
    if (this.record.admins.includes(number)) return 'ADMIN'
    return number in this.record.followers ? 'SUBSCRIBER' : 'GUEST'
  }

  /** Everybody whose devices are told what happens in it. */
  get numbers(): string[] {
    const { owner, admins, followers } = this.record
    return [...new Set([owner, ...admins, ...Object.keys(followers)])]
  }

  mayPost(number: string): boolean {
    return this.roleOf(number) === 'OWNER' || this.roleOf(number) === 'ADMIN'
  }

  post(id: string, message: Uint8Array, at: number, type = 'text'): ChannelPostRecord {
    const known = this.record.posts.find((post) => post.id === id)
    if (known) return known
    const serverId = this.record.nextServerId
    this.record.nextServerId += 1
    const text = Buffer.from(message).toString('base64')
    const post = { id, serverId, message: text, at, type, reactions: {} }
    this.record.posts.push(post)
    this.save()
    return post
  }

  save(): void {
    this.#journal.put('channel', this.record.id, () => JSON.stringify(this.record))
  }
}

/** Every channel of the network. */
export class Channels {
  readonly #journal: Journal
  readonly #byId = new Map<string, Channel>()

  constructor(journal: Journal) {
    this.#journal = journal
    for (const { key, text } of journal.load('channel'))
      this.#byId.set(key, new Channel(JSON.parse(text) as ChannelRecord, journal))
  }

  all(): Iterable<Channel> {
    return this.#byId.values()
  }

  find(jid: string | undefined): Channel | undefined {
    return isChannelJid(jid) ? this.#byId.get(jid?.split('@')[0] ?? '') : undefined
  }

  findByInvite(code: string): Channel | undefined {
    return [...this.#byId.values()].find(({ record }) => record.inviteCode === code)
  }

  create(owner: string, name: string, description: string, at: number): Channel {
    const record: ChannelRecord = {
      id: `120363${String(randomInt(1e12)).padStart(12, '0')}`,
      name,
      description,
      inviteCode: `0029Va${randomBytes(12).toString('base64url')}`,
      owner,
      admins: [],
      createdAt: at,
      followers: {},
      nextServerId: 100,
      posts: [],
    }
    const channel = new Channel(record, this.#journal)
    this.#byId.set(record.id, channel)
    channel.save()
    return channel
  }

  delete({ record }: Channel): void {
    this.#byId.delete(record.id)
    this.#journal.delete('channel', record.id)
  }
}
