import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import { proto } from 'baileys/WAProto/index.js'
import { committed } from '../infra/journal.ts'
import { InputError, parseNumber } from '../protocol/addresses.ts'
import { changeAppState } from '../protocol/app-state.ts'
import { type AppChange, readCollection } from '../protocol/app-state-codec.ts'
import { changeBlocklist } from '../protocol/blocklist.ts'
import { takeOnPhone } from '../protocol/calls.ts'
import {
  type ChatMarkChange,
  type LabelChange,
  type StarChange,
  toLabelChange,
  toLabelPut,
  toMarkChanges,
  toRemovalChange,
  toStarChange,
} from '../protocol/chat-marks.ts'
import { deliver } from '../protocol/delivery.ts'
import { unlinkCompanion } from '../protocol/linking.ts'
import { limitNewChats } from '../protocol/new-chats.ts'
import { acceptPairing } from '../protocol/pairing.ts'
import {
  answerWaitingPrologue,
  codeOnPhone,
  refreshDuringPasskey,
  repeatPasskeyRequest,
} from '../protocol/passkey.ts'
import { enterPhoneCode, refreshPhoneCode } from '../protocol/phone-code.ts'
import { changePersonPicture } from '../protocol/pictures.ts'
import { changeAbout, changeOwnName, changePrivacy, changeShownAbout } from '../protocol/profile.ts'
import { type AccountRestriction, restrictAccount } from '../protocol/restriction.ts'
import {
  type AssertionChange,
  type AssertionJson,
  type PasskeyRecord,
  signAssertion,
} from '../protocol/webauthn.ts'
import type { NewChatLimit } from '../state/new-chats.ts'
import type { StatusPrivacyType } from '../state/user.ts'
import { readPicture } from './picture.ts'
import { type RememberedMessage, rememberMessages } from './remembering.ts'
import { RichPhone } from './rich-phone.ts'

/** Of the application: guides for users, which name WhatsApp's help centre, say so of labels and of lists. */
const MOST_LABELS = 20

const { ListType } = proto.SyncActionValue.LabelEditAction
const OF_PEOPLE: readonly number[] = [ListType.NONE, ListType.PREDEFINED, ListType.CUSTOM]

/** Filters that the phone makes by itself, such as that of unread chats, do not count. */
const isOfPerson = ({ deleted, type }: proto.SyncActionValue.ILabelEditAction): boolean =>
  deleted !== true && OF_PEOPLE.includes(type ?? ListType.NONE)

/** A device linked to an account, as the account's phone lists it. */
export interface LinkedDevice {
  device: number
  jid: string
  /** System and browser, such as `Ubuntu/CHROME`: what the phone says in its list of linked devices. */
  shownAs: string
  online: boolean
  /** How many stanzas wait for it or are not confirmed yet. */
  waiting: number
  /** How many of the stanzas that waited are on their way to it and not answered. */
  unanswered: number
  pairedAt: number
  /** How often it logged in since the network started, and how often that ended a connection it still had (440). */
  logins: number
  replaced: number
}

/** An account's own phone: device 0 of its number, whose messages its linked devices see as their own. */
export class Phone extends RichPhone {
  /** Somebody blocks a number on the phone, or lets it write again. */
  async setBlocked(number: string, on: boolean): Promise<void> {
    const user = this.network.directory.ensure(parseNumber(number))
    changeBlocklist(this.network, this.user, user, on ? 'block' : 'unblock')
    await committed(this.network.journal)
  }

  /** Takes a call that rings, or rejects it. */
  async takeCall(id: string, how: 'answered' | 'rejected' = 'answered'): Promise<void> {
    const call = this.network.calls.find(id)
    if (call?.account !== this.number || !takeOnPhone(this.network, call, how))
      throw new InputError(`no call ${id} rings at ${this.number}`)
    await committed(this.network.journal)
  }

  get devices(): LinkedDevice[] {
    return [...this.user.companions.values()].map(({ address, record, logins, replaced }) => ({
      device: record.device,
      jid: this.user.jid('pn', record.device),
      shownAs: record.shownAs ?? '',
      online: this.network.sessions.has(address),
      waiting: this.network.queues.size(address),
      unanswered: this.network.sessions.get(address)?.offline?.open.size ?? 0,
      pairedAt: record.pairedAt,
      logins,
      replaced,
    }))
  }

  /**
   * Scans the QR a client shows. Resolves once the client has been told; it logs in by itself afterwards. While the network
   * asks for the account's passkey first, the device has no number yet and the jid is the phone's.
   */
  async scan(qr: string): Promise<{ jid: string }> {
    const { device } = acceptPairing(this.network, this.user, qr)
    await committed(this.network.journal)
    return { jid: this.user.jid('pn', device ?? 0) }
  }

  /**
   * Somebody types the code that a client shows for this number. Resolves once the client has been told; rejects with what
   * the phone shows when it cannot be linked.
   */
  async enterCode(code: string): Promise<{ jid: string }> {
    const { device } = await enterPhoneCode(this.network, this.user, code)
    await committed(this.network.journal)
    return { jid: this.user.jid('pn', device ?? 0) }
  }

  /** Signs with the account's passkey what a client is asked, as a browser on the network's own page does. */
  signPasskey(options: { challenge: string; rpId?: string }, change?: AssertionChange): AssertionJson {
    return signAssertion(this.user.passkey, options, change)
  }

  /** The account's passkey, private half and all, as a browser of its owner has it. */
  get passkey(): PasskeyRecord {
    return this.user.passkey
  }

  /** The code that a person has to compare with the client's before it is linked; undefined while none is shown. */
  get passkeyCode(): string | undefined {
    return codeOnPhone(this.network, this.user)
  }

  /** Also goes on with a client that it was linking. */
  override async goOnline(): Promise<void> {
    await super.goOnline()
    answerWaitingPrologue(this.network, this.user)
  }

  /** The network asks the client that waits for this account's passkey once more. */
  repeatPasskeyRequest(): void {
    repeatPasskeyRequest(this.network, this.user)
  }

  /** The network refreshes the registration of the client that waits for this account's passkey. */
  refreshRegistration(): void {
    refreshDuringPasskey(this.network, this.user)
  }

  /** The network wants the client that shows a code for this number to show another; `isManual`: only when asked. */
  refreshCode(isManual = false): void {
    refreshPhoneCode(this.network, this.user, isManual)
  }

  /**
   * Puts messages into this phone's past without sending them: with a number or a group's jid, oldest first. A device
   * linked later gets them in its history. `at` is milliseconds; absent, each is a minute after the one before.
   */
  async remember(chat: string, messages: RememberedMessage[]): Promise<string[]> {
    const ids = rememberMessages(this.network, this.user, chat, messages)
    await committed(this.network.journal)
    return ids
  }

  /** Writes somebody into the phone's address book; linked devices learn the name by app state. */
  async saveContact(number: string, name: { fullName: string; firstName?: string }): Promise<void> {
    const person = this.network.directory.ensure(parseNumber(number))
    const { fullName, firstName = fullName.split(' ')[0] ?? '' } = name
    const contactAction = { fullName, firstName, lidJid: person.jid('lid'), saveOnPrimaryAddressbook: true }
    const value = { timestamp: this.network.now(), contactAction }
    await this.changeAppState('critical_unblock_low', [
      { index: ['contact', person.jid('pn')], value, version: 2 },
    ])
  }

  async forgetContact(number: string): Promise<void> {
    const person = this.network.directory.ensure(parseNumber(number))
    await this.changeAppState('critical_unblock_low', [{ index: ['contact', person.jid('pn')], version: 2 }])
  }

  /** Archives, pins, mutes or marks a chat (a number or a group's jid) as a person does; linked devices learn it by app state. */
  async markChat(chat: string, change: ChatMarkChange): Promise<void> {
    for (const { collection, change: one } of toMarkChanges(this.#jidOf(chat), this.network.now(), change))
      await this.changeAppState(collection, [one])
  }

  /** Stars a message of a chat, or takes the star away. */
  async starMessage(chat: string, star: StarChange): Promise<void> {
    const { collection, change } = toStarChange(this.#jidOf(chat), this.network.now(), star)
    await this.changeAppState(collection, [change])
  }

  /** Makes a label, changes or deletes it; `id` is its number at WhatsApp. The application lets nobody make more than 20. */
  async editLabel(id: string, label: LabelChange): Promise<void> {
    const held = this.appState('regular')
    const before = held.get(JSON.stringify(['label_edit', id]))?.labelEditAction
    const present = [...held.values()].filter(({ labelEditAction: one }) => one && isOfPerson(one)).length
    if (!before && !label.deleted && present >= MOST_LABELS)
      throw new InputError(`the phone lets nobody make more than ${MOST_LABELS} labels`)
    const { collection, change } = toLabelChange(id, this.network.now(), before, label)
    await this.changeAppState(collection, [change])
  }

  /** Puts a label on a chat, or on one of its messages, or takes it off. */
  async putLabel(id: string, on: { chat: string; messageId?: string }, labelled: boolean): Promise<void> {
    const place = { ...on, chat: this.#jidOf(on.chat) }
    const { collection, change } = toLabelPut(id, this.network.now(), place, labelled)
    await this.changeAppState(collection, [change])
  }

  /** Clears the messages of a chat. */
  async clearChat(chat: string, keepsStarred = false): Promise<void> {
    const removal = { kind: 'cleared', keepsStarred } as const
    const { collection, change } = toRemovalChange(this.#jidOf(chat), this.network.now(), removal)
    await this.changeAppState(collection, [change])
  }

  async deleteChat(chat: string): Promise<void> {
    const { collection, change } = toRemovalChange(this.#jidOf(chat), this.network.now(), { kind: 'deleted' })
    await this.changeAppState(collection, [change])
  }

  /** A chat's address: a number or a group's jid. */
  #jidOf(chat: string): string {
    return chat.includes('@') ? chat : this.network.directory.ensure(parseNumber(chat)).jid('pn')
  }

  /** Changes app state as the phone does; `collection` and `index` are the protocol's. */
  async changeAppState(collection: string, changes: AppChange[]): Promise<void> {
    await changeAppState(this.network, this.user, collection, changes)
    await committed(this.network.journal)
  }

  /** What a collection of app state holds, by its index: what this phone and its linked devices wrote. */
  appState(collection: string): ReadonlyMap<string, proto.ISyncActionValue> {
    const record = this.network.appStates.of(this.number, this.network.now())
    return readCollection(record, this.network.appStates.collection(record, collection))
  }

  /** The account's owner changes its profile at the phone; an empty `about` takes it away, and so does null a picture. */
  async setProfile(change: { name?: string; about?: string; picture?: Uint8Array | null }): Promise<void> {
    if (change.name !== undefined) changeOwnName(this.network, this.user, change.name)
    if (change.about !== undefined) {
      changeShownAbout(this.user, change.about)
      changeAbout(this.network, this.user, change.about)
    }
    if (change.picture !== undefined)
      changePersonPicture(this.network, this.user, readPicture(change.picture))
    await committed(this.network.journal)
  }

  /** The same for its privacy, by the protocol's names and values, such as `last` and `none`. */
  async setPrivacy(changed: Readonly<Record<string, string>>): Promise<void> {
    changePrivacy(this.network, this.user, changed)
    await committed(this.network.journal)
  }

  /** Who of the address book gets the account's statuses: all, all but these numbers, or these alone. */
  async setStatusPrivacy(type: StatusPrivacyType, numbers: readonly string[] = []): Promise<void> {
    this.user.record.statusPrivacy = { type, numbers: numbers.map(parseNumber) }
    this.user.save()
    await committed(this.network.journal)
  }

  /** Does not show somebody's statuses any more, or does again; linked devices learn it (whatsmeow's `IndexUserStatusMute`). */
  async muteStatuses(number: string, muted: boolean): Promise<void> {
    const jid = this.network.directory.ensure(parseNumber(number)).jid('pn')
    const value = { timestamp: this.network.now(), userStatusMuteAction: { muted } }
    await this.changeAppState('regular_high', [{ index: ['userStatusMute', jid], value, version: 7 }])
  }

  /** How many chats the account may begin with people who do not trust it, from now on; null: as many as it likes. */
  limitNewChats(limit: NewChatLimit | null): void {
    limitNewChats(this.network, this.user, limit)
  }

  /** The network restricts the account and takes its linked devices off it; null: it does no longer. */
  async restrict(restriction: AccountRestriction | null): Promise<void> {
    restrictAccount(this.network, this.user, restriction)
    await committed(this.network.journal)
  }

  /** The network itself sends all linked devices a stanza as it stands; it waits for them until they acknowledge it. */
  async push(stanza: BinaryNode): Promise<void> {
    for (const companion of this.user.companions.values()) deliver(this.network, companion, '', stanza)
    await committed(this.network.journal)
  }

  /** Unlinks a device, or all of them: the client's connection ends with 401 and it must be paired again. */
  async logoutDevice(device?: number): Promise<void> {
    const chosen = [...this.user.companions.values()].filter(
      ({ record }) => device === undefined || record.device === device,
    )
    if (chosen.length === 0) throw new InputError(`${this.number} has no such linked device`)
    for (const companion of chosen) unlinkCompanion(this.network, companion)
    await committed(this.network.journal)
  }
}
