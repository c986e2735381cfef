import type { Contact, ConversationMessage, Group, MediaKind, Sandbox } from '../../../sandbox/index.ts'
import { InputError } from '../../../sandbox/index.ts'
import {
  type SandboxAct,
  type SandboxContact,
  type SandboxGroup,
  type SandboxMessage,
  type SandboxNetwork,
  type SandboxPlace,
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
export function createSandboxNetwork(sandbox: Sandbox): SandboxNetwork {
  const numbersSaved = (account: string): string[] =>
    [...sandbox.phone(account).appState(ADDRESS_BOOK).keys()].flatMap((index) => {
      const [kind, jid = ''] = JSON.parse(index) as string[]
      return kind === 'contact' ? [jid.split('@')[0] ?? ''] : []
    })

  /** The phone of an account is its owner's alone: nobody acts as one here. */
  function contactOf(number: string, options: { name?: string } = {}): Contact {
    if (sandbox.accounts().some((account) => account.number === number))
      throw new InputError(
        'this number is an account with a linked device; contacts have numbers of their own',
      )
    return sandbox.contact(number, options)
  }

  function describe(account: string, number: string): SandboxContact {
    const summary = sandbox.contacts().find((each) => each.number === number)
    const contact = sandbox.contact(number)
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

  function readNames(): (number: string) => string {
    const people = [...sandbox.contacts(), ...sandbox.accounts()]
    const names = new Map(people.map(({ number, name }) => [number, name]))
    return (number) => names.get(number) ?? number
  }

  function describeGroup(
    { jid, subject, participants }: Group,
    nameOf: ReturnType<typeof readNames>,
  ): SandboxGroup {
    return { jid, subject, members: participants.map(({ number }) => ({ number, name: nameOf(number) })) }
  }

  /** Whom the contact writes to. Nobody looks into a group from outside, and none without the account is told of. */
  function chatOf({ account, number, group }: SandboxPlace): string {
    if (group === undefined) return account
    const members = sandbox.findGroup(group).participants.map((member) => member.number)
    if (members.includes(account) && members.includes(number)) return group
    throw new InputError('this contact and the client are not both in this group')
  }

  function chooseNumber(): string {
    const taken = new Set([...sandbox.contacts(), ...sandbox.accounts()].map(({ number }) => number))
    let number = FIRST_CONTACT
    while (taken.has(String(number))) number += 1
    return String(number)
  }

  return {
    scan: (qr) => sandbox.scan(qr),
    listContacts(account) {
      const known = new Set(numbersSaved(account))
      const writing = sandbox
        .contacts()
        .filter(({ number }) => known.has(number) || sandbox.contact(number).hasConversationWith(account))
      return writing
        .map(({ number }) => describe(account, number))
        .sort((a, b) => (b.lastAt ?? 0) - (a.lastAt ?? 0) || a.name.localeCompare(b.name))
    },
    saveContact: (account, { number = chooseNumber(), name, isOnline }) =>
      translate(async () => {
        const contact = contactOf(number, name === undefined ? {} : { name })
        if (isOnline === true) await contact.goOnline()
        if (isOnline === false) await contact.goOffline()
        await sandbox.phone(account).saveContact(contact.number, { fullName: contact.name })
        return describe(account, contact.number)
      }),
    listGroups(account) {
      const nameOf = readNames()
      return sandbox
        .groups()
        .filter(({ participants }) => participants.some(({ number }) => number === account))
        .map((group) => describeGroup(group, nameOf))
    },
    createGroup: (account, subject, members) =>
      translate(() => {
        const numbers = members.map((number) => contactOf(number).number)
        const group = sandbox.group({ subject, participants: [...numbers, account] })
        return describeGroup(group, readNames())
      }),
    readConversation: (place) =>
      translate(() => {
        const nameOf = readNames()
        const messages = contactOf(place.number).conversationWith(chatOf(place))
        return messages.map((message) => toMessage(message, nameOf))
      }),
    act: (place, act) => translate(() => carryOut(contactOf(place.number), chatOf(place), act)),
    markRead: (place) =>
      translate(async () => (await contactOf(place.number).markRead(chatOf(place))).length),
    readFile: (place, messageId) =>
      translate(async () => {
        const message = contactOf(place.number)
          .conversationWith(chatOf(place))
          .find(({ id }) => id === messageId)
        if (!message?.media) throw new InputError('this message has no file')
        return { mimetype: message.media.mimetype, bytes: await message.media.bytes() }
      }),
  }
}
