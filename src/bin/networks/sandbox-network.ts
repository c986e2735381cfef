import type { Contact, ConversationMessage, Group, MediaKind, Sandbox } from '../../../sandbox/index.ts'
import { InputError } from '../../../sandbox/index.ts'
import {
  type SandboxAct,
  type SandboxContact,
  type SandboxGroup,
  type SandboxMessage,
  type SandboxNetwork,
  type SandboxPlace,
  type SandboxPresence,
  SandboxRefusal,
} from '../../features/sandbox/index.ts'

/** Contacts that somebody makes without a number get one of the fictional range, above those of accounts. */
const FIRST_CONTACT = 447_700_900_500
const ADDRESS_BOOK = 'critical_unblock_low'

const toMessage = (message: ConversationMessage, nameOf: (number: string) => string): SandboxMessage => ({
  id: message.id,
  at: message.at,
  fromContact: message.fromMe,
  writer: { number: message.from, name: nameOf(message.from) },
  type: message.type,
  text: message.text,
  isEdited: message.edited,
  isRevoked: message.revoked,
  reactions: { contact: message.reactions.mine || null, account: message.reactions.theirs || null },
  quotedId: message.quotedId ?? null,
  poll: message.poll ?? null,
  votes: message.votes,
  location: message.location ?? null,
  file: message.media
    ? { kind: message.media.kind, mimetype: message.media.mimetype, sizeBytes: message.media.size }
    : null,
  status: message.status ?? null,
})

const kindOf = (mimetype: string, voice: boolean): MediaKind => {
  if (mimetype.startsWith('audio/')) return voice ? 'ptt' : 'audio'
  if (mimetype.startsWith('image/')) return mimetype === 'image/webp' ? 'sticker' : 'image'
  return mimetype.startsWith('video/') ? 'video' : 'document'
}

function carryOut(contact: Contact, chat: string, act: SandboxAct): Promise<string> {
  switch (act.kind) {
    case 'text':
      return act.quotedId ? contact.reply(chat, act.quotedId, act.text) : contact.sendText(chat, act.text)
    case 'file': {
      const { bytes, mimetype, fileName, caption } = act
      return contact.sendMedia(chat, {
        ...{ kind: kindOf(mimetype, act.voice), bytes, mimetype },
        ...(fileName && { fileName }),
        ...(caption && { caption }),
      })
    }
    case 'location':
      return contact.sendLocation(chat, {
        ...{ latitude: act.latitude, longitude: act.longitude },
        ...(act.name && { name: act.name }),
      })
    case 'reaction':
      return contact.react(chat, act.messageId, act.emoji)
    case 'vote':
      return contact.vote(chat, act.messageId, act.options)
  }
}

/** What the sandbox cannot do, as the features know it. */
async function translate<T>(work: () => Promise<T> | T): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof InputError) throw new SandboxRefusal(error.message, { cause: error })
    throw error
  }
}

/** The sandbox network of this process as the features know it. */
export class InProcessSandbox implements SandboxNetwork {
  readonly #sandbox: Sandbox

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox
  }

  scan(qr: string): Promise<{ jid: string }> {
    return this.#sandbox.scan(qr)
  }

  listContacts(account: string): SandboxContact[] {
    const known = new Set(this.#numbersSaved(account))
    const writing = this.#sandbox
      .contacts()
      .filter(({ number }) => known.has(number) || this.#sandbox.contact(number).hasConversationWith(account))
    return writing
      .map(({ number }) => this.#describe(account, number))
      .sort((a, b) => (b.lastAt ?? 0) - (a.lastAt ?? 0) || a.name.localeCompare(b.name))
  }

  saveContact(
    account: string,
    { number = this.#chooseNumber(), name, isOnline }: { number?: string; name?: string; isOnline?: boolean },
  ): Promise<SandboxContact> {
    return translate(async () => {
      const contact = this.#contactOf(number, name === undefined ? {} : { name })
      if (isOnline === true) await contact.goOnline()
      if (isOnline === false) await contact.goOffline()
      await this.#sandbox.phone(account).saveContact(contact.number, { fullName: contact.name })
      return this.#describe(account, contact.number)
    })
  }

  listGroups(account: string): SandboxGroup[] {
    const nameOf = this.#readNames()
    return this.#sandbox
      .groups()
      .filter(({ participants }) => participants.some(({ number }) => number === account))
      .map((group) => describeGroup(group, nameOf))
  }

  createGroup(account: string, subject: string, members: readonly string[]): Promise<SandboxGroup> {
    return translate(() => {
      const numbers = members.map((number) => this.#contactOf(number).number)
      const group = this.#sandbox.group({ subject, participants: [...numbers, account] })
      return describeGroup(group, this.#readNames())
    })
  }

  readConversation(place: SandboxPlace): Promise<SandboxMessage[]> {
    return translate(() => {
      const nameOf = this.#readNames()
      const messages = this.#contactOf(place.number).conversationWith(this.#chatOf(place))
      return messages.map((message) => toMessage(message, nameOf))
    })
  }

  act(place: SandboxPlace, act: SandboxAct): Promise<string> {
    return translate(() => carryOut(this.#contactOf(place.number), this.#chatOf(place), act))
  }

  showPresence(place: SandboxPlace, presence: SandboxPresence): Promise<void> {
    return translate(() => {
      const contact = this.#contactOf(place.number)
      if (presence === 'available' || presence === 'unavailable') contact.setPresent(presence === 'available')
      else contact.setTyping(this.#chatOf(place), presence)
    })
  }

  markRead(place: SandboxPlace): Promise<number> {
    return translate(async () => (await this.#contactOf(place.number).markRead(this.#chatOf(place))).length)
  }

  readFile(place: SandboxPlace, messageId: string): Promise<{ mimetype: string; bytes: Uint8Array }> {
    return translate(async () => {
      const message = this.#contactOf(place.number)
        .conversationWith(this.#chatOf(place))
        .find(({ id }) => id === messageId)
      if (!message?.media) throw new InputError('this message has no file')
      return { mimetype: message.media.mimetype, bytes: await message.media.bytes() }
    })
  }

  #numbersSaved(account: string): string[] {
    return [...this.#sandbox.phone(account).appState(ADDRESS_BOOK).keys()].flatMap((index) => {
      const [kind, jid = ''] = JSON.parse(index) as string[]
      return kind === 'contact' ? [jid.split('@')[0] ?? ''] : []
    })
  }

  /** The phone of an account is its owner's alone: nobody acts as one here. */
  #contactOf(number: string, options: { name?: string } = {}): Contact {
    if (this.#sandbox.accounts().some((account) => account.number === number))
      throw new InputError(
        'this number is an account with a linked device; contacts have numbers of their own',
      )
    return this.#sandbox.contact(number, options)
  }

  #describe(account: string, number: string): SandboxContact {
    const summary = this.#sandbox.contacts().find((each) => each.number === number)
    const contact = this.#sandbox.contact(number)
    const messages = contact.conversationWith(account)
    const last = messages.at(-1)
    return {
      number,
      name: summary?.name ?? contact.name,
      isOnline: summary?.online ?? true,
      lastAt: last?.at ?? null,
      lastText: last ? last.text || last.type : null,
    }
  }

  #readNames(): (number: string) => string {
    const people = [...this.#sandbox.contacts(), ...this.#sandbox.accounts()]
    const names = new Map(people.map(({ number, name }) => [number, name]))
    return (number) => names.get(number) ?? number
  }

  /** Whom the contact writes to. Nobody looks into a group from outside, and none without the account is told of. */
  #chatOf({ account, number, group }: SandboxPlace): string {
    if (group === undefined) return account
    const members = this.#sandbox.findGroup(group).participants.map((member) => member.number)
    if (members.includes(account) && members.includes(number)) return group
    throw new InputError('this contact and the client are not both in this group')
  }

  #chooseNumber(): string {
    const taken = new Set(
      [...this.#sandbox.contacts(), ...this.#sandbox.accounts()].map(({ number }) => number),
    )
    let number = FIRST_CONTACT
    while (taken.has(String(number))) number += 1
    return String(number)
  }
}

function describeGroup(
  { jid, subject, participants }: Group,
  nameOf: (number: string) => string,
): SandboxGroup {
  return { jid, subject, members: participants.map(({ number }) => ({ number, name: nameOf(number) })) }
}
