import { committed } from '../infra/journal.ts'
import { InputError, isGroupJid, parseNumber } from '../protocol/addresses.ts'
import { areApart } from '../protocol/blocklist.ts'
import { startCall } from '../protocol/calls.ts'
import { linkDevice, reinstallPhone, unlinkDevice } from '../protocol/linking.ts'
import { node } from '../protocol/nodes.ts'
import { changePersonPicture } from '../protocol/pictures.ts'
import { type Activity, buildActivity, seesTyping, showPresence } from '../protocol/presence.ts'
import { type ShownProfile, showProfile } from '../protocol/profile.ts'
import { changeUsername } from '../protocol/usernames.ts'
import { OutgoingCall } from './call.ts'
import { buildConversation, type ConversationMessage } from './conversation.ts'
import { readPicture } from './picture.ts'
import { RichPhone } from './rich-phone.ts'

/** Somebody who writes to accounts and reads what they write, at the phone or at a linked device. */
export class Contact extends RichPhone {
  /** At which device this is the person: 0 is the phone. */
  get device(): number {
    return this.played.device
  }

  /** The person at each of its devices, the phone first. */
  get devices(): Contact[] {
    return this.user.played.map((played) => new Contact(this.network, this.user, played))
  }

  /** The person at one of its devices; throws InputError when there is no such device. */
  at(device: number): Contact {
    const played = this.user.device(device)
    if (played === undefined) throw new InputError(`${this.number} has no device ${device}`)
    return new Contact(this.network, this.user, played)
  }

  /** Links a further device, with an identity and sessions of its own. Clients that talk with the person are told. */
  async link(): Promise<Contact> {
    const played = linkDevice(this.network, this.user)
    await committed(this.network.journal)
    return new Contact(this.network, this.user, played)
  }

  /** Unlinks the device at which this is the person. Clients that talk with the person are told. */
  async unlink(): Promise<void> {
    if (this.device === 0) throw new InputError('a phone cannot be unlinked, only a linked device can')
    unlinkDevice(this.network, this.played)
    await committed(this.network.journal)
  }

  /** Whether the phone confirms delivery by itself. */
  setAutoReceipts(on: boolean): void {
    this.user.record.autoReceipts = on
    this.user.save()
  }

  /** How late the device sees what is sent to it, in milliseconds; without a time as late as the other phones. */
  setDelay(minMs?: number, maxMs = minMs): void {
    const { record } = this.played
    if (minMs === undefined || maxMs === undefined) delete record.delay
    else record.delay = { minMs, maxMs }
    this.user.save()
  }

  /** The phone is set up anew: another identity, other keys, no sessions. Who talked with it is told. */
  async reinstall(): Promise<void> {
    await this.network.phoneLock.run(this.number, async () => reinstallPhone(this.network, this.user))
    await committed(this.network.journal)
  }

  /** False makes the number one that is not on the network. */
  setRegistered(on: boolean): void {
    this.user.record.registered = on
    this.user.save()
  }

  /** True: nothing tells that this contact's number and LID are one person's, as where people hide their number. */
  setConcealed(on: boolean): void {
    this.user.record.concealed = on
    this.user.save()
  }

  /**
   * The name by which others find the contact, which is on what it writes; without one it gives its name up. With a key it
   * is found by those alone who know the four digits. Accounts that know the contact are told.
   */
  setUsername(username?: string, key?: string): void {
    changeUsername(this.network, this.user, username, key)
  }

  /** True: the contact lets nobody put it into groups; who tries is told to send it an invitation. */
  setInviteOnly(on: boolean): void {
    this.user.record.inviteOnly = on
    this.user.save()
  }

  /** Gives the contact another picture, a JPEG, or takes it away. Accounts that know the contact and may see it are told. */
  async setPicture(jpeg: Uint8Array | null): Promise<void> {
    changePersonPicture(this.network, this.user, readPicture(jpeg))
    await committed(this.network.journal)
  }

  /** The profile of somebody as this contact is shown it. */
  profileOf(number: string): ShownProfile {
    return showProfile(this.network, this.network.directory.ensure(parseNumber(number)), this.user)
  }

  /** `none`: key bundles carry no one-time key; `no-bundle`: nobody can start a session with this contact. */
  setPreKeys(mode: 'normal' | 'none' | 'no-bundle'): void {
    this.user.record.preKeys = mode
    this.user.save()
  }

  /** The conversation with an account, or in a group by its jid, as the contact's phone shows it, oldest first. */
  conversationWith(chat: string): ConversationMessage[] {
    return buildConversation(isGroupJid(chat) ? chat : parseNumber(chat), this)
  }

  hasConversationWith(account: string): boolean {
    const number = parseNumber(account)
    return this.inbox.some(({ chat }) => chat === number) || this.sent.some(({ to }) => to === number)
  }

  /** Confirms delivery of messages, for a contact whose automatic receipts are off. */
  markDelivered(account: string, ids?: string[]): Promise<string[]> {
    return this.confirm(account, ids)
  }

  markPlayed(account: string, ids?: string[]): Promise<string[]> {
    return this.confirm(account, ids, 'played')
  }

  /** Calls an account, or all of a group by its jid of which the account is a member. It rings until somebody ends it. */
  async call(
    account: string,
    { video = false, group }: { video?: boolean; group?: string } = {},
  ): Promise<OutgoingCall> {
    const { network, number: caller } = this
    const call = network.calls.add({ caller, account: parseNumber(account), isVideo: video, group })
    startCall(network, call)
    await committed(network.journal)
    return new OutgoingCall(network, call)
  }

  /** The contact opens WhatsApp, or puts it away. Clients that are available and watch it are told. */
  setPresent(isPresent: boolean): void {
    if (this.user.isThere === isPresent) return
    this.user.isThere = isPresent
    if (!isPresent) this.user.seenAt = this.network.now()
    showPresence(this.network, this.user)
  }

  /** What the contact's phone shows to whom, by the protocol's names and values, such as `last` and `none`. */
  setPrivacy(changed: Readonly<Record<string, string>>): void {
    const { record } = this.user
    record.privacy = { ...record.privacy, ...changed }
    this.user.save()
  }

  /**
   * Shows the account's clients that are available and watch this contact, or a group's, that it types or records a voice note,
   * or stopped. Who does has WhatsApp open.
   */
  setTyping(account: string, typing: boolean | Activity): void {
    const activity = typeof typing === 'string' ? typing : typing ? 'typing' : 'paused'
    const group = this.network.groups.find(account)
    const numbers = group?.numbers ?? [parseNumber(account)]
    const from =
      group === undefined
        ? { from: this.user.jid(this.user.record.addressing) }
        : { from: group.jid, participant: this.user.jid(group.record.addressing) }
    if (activity !== 'paused') this.setPresent(true)
    for (const session of this.network.sessions.values()) {
      const { number } = session.companion.record
      if (!numbers.includes(number)) continue
      if (group === undefined && areApart(this.network.directory.ensure(number), this.user)) continue
      if (!seesTyping(session, this.user, group !== undefined)) continue
      session.connection.send(node('chatstate', from, [buildActivity(activity)]))
    }
  }
}
