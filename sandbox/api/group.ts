import { committed } from '../infra/journal.ts'
import { InputError, parseNumber } from '../protocol/addresses.ts'
import { joinByInvite, withdrawRequest } from '../protocol/group-requests.ts'
import {
  changeDescription,
  changeMembers,
  changeSettings,
  changeSubject,
  createGroup,
  type MemberChange,
  renewInvite,
  type SettingsChange,
} from '../protocol/groups.ts'
import { changeGroupPicture } from '../protocol/pictures.ts'
import type { GroupChat, GroupRole } from '../state/groups.ts'
import type { Network } from '../state/network.ts'
import type { Addressing, User } from '../state/user.ts'
import { readPicture } from './picture.ts'

/** How a group is made. Numbers may carry `+` and spaces. */
export interface GroupOptions {
  subject: string
  participants: readonly string[]
  /** Who makes it and administrates it; the first participant when absent. */
  creator?: string
  /** Whether its members are named by LID, as in new groups (the default), or by number. */
  addressing?: Addressing
}

/** A group as a scenario acts in it. Write to it with `contact.sendText(group.jid, ...)`. */
export class Group {
  readonly #network: Network
  readonly #chat: GroupChat

  constructor(network: Network, chat: GroupChat) {
    this.#network = network
    this.#chat = chat
  }

  get jid(): string {
    return this.#chat.jid
  }

  get subject(): string {
    return this.#chat.record.subject
  }

  get description(): string {
    return this.#chat.record.description?.text ?? ''
  }

  get inviteCode(): string {
    return this.#chat.record.inviteCode
  }

  get participants(): readonly { number: string; role: GroupRole }[] {
    return this.#chat.record.participants
  }

  /** Adds members; `by` is who does it, the group's creator when absent. */
  add(numbers: readonly string[], by?: string): Promise<void> {
    return this.#change('add', numbers, by)
  }

  /** Removes members; somebody who removes themselves leaves. */
  remove(numbers: readonly string[], by?: string): Promise<void> {
    return this.#change('remove', numbers, by)
  }

  promote(numbers: readonly string[], by?: string): Promise<void> {
    return this.#change('promote', numbers, by)
  }

  demote(numbers: readonly string[], by?: string): Promise<void> {
    return this.#change('demote', numbers, by)
  }

  async setSubject(subject: string, by?: string): Promise<void> {
    changeSubject(this.#network, this.#chat, this.#actor(by), subject)
    await committed(this.#network.journal)
  }

  /** Names the members in another way from now on, as the network did with all groups; clients are not told. */
  async setAddressing(addressing: Addressing): Promise<void> {
    this.#chat.record.addressing = addressing
    this.#chat.save()
    await committed(this.#network.journal)
  }

  async setDescription(text: string, by?: string): Promise<void> {
    changeDescription(this.#network, this.#chat, this.#actor(by), text)
    await committed(this.#network.journal)
  }

  /**
   * `announce`: only administrators write; `locked`: only they change the group; `memberAddMode`: who adds people; `approval`:
   * who comes by the invite code has to be let in; `expirationS`: messages disappear.
   */
  async setSettings(change: SettingsChange, by?: string): Promise<void> {
    changeSettings(this.#network, this.#chat, this.#actor(by), change)
    await committed(this.#network.journal)
  }

  /** Somebody gives the group another picture, a JPEG, or takes it away. */
  async setPicture(jpeg: Uint8Array | null, by?: string): Promise<void> {
    changeGroupPicture(this.#network, this.#chat, this.#actor(by), readPicture(jpeg))
    await committed(this.#network.journal)
  }

  async renewInvite(by?: string): Promise<string> {
    const code = renewInvite(this.#network, this.#chat, this.#actor(by))
    await committed(this.#network.journal)
    return code
  }

  /** Numbers of those who wait to be let in. */
  get requests(): readonly string[] {
    return (this.#chat.record.requests ?? []).map(({ number }) => number)
  }

  /** Somebody comes by the invite code; `requested` when an administrator has to let them in. */
  async join(number: string): Promise<'joined' | 'requested'> {
    const user = this.#network.directory.ensure(parseNumber(number))
    const outcome = joinByInvite(this.#network, this.#chat, user)
    await committed(this.#network.journal)
    if (outcome === 'joined' || outcome === 'requested') return outcome
    throw new InputError(`${number} cannot join the group: see who is in it`)
  }

  /** Somebody who asked to join does not want to any more. */
  async withdraw(number: string): Promise<void> {
    withdrawRequest(this.#network, this.#chat, this.#network.directory.ensure(parseNumber(number)))
    await committed(this.#network.journal)
  }

  #actor(by: string | undefined): User {
    return this.#network.directory.ensure(by === undefined ? this.#chat.record.creator : parseNumber(by))
  }

  async #change(change: MemberChange, numbers: readonly string[], by: string | undefined): Promise<void> {
    const users = numbers.map((number) => this.#network.directory.ensure(parseNumber(number)))
    const refusals = changeMembers(this.#network, this.#chat, this.#actor(by), change, users)
    await committed(this.#network.journal)
    const [first] = refusals
    if (first === undefined) return
    throw new InputError(
      `the group refused to ${change} ${first[0]} with ${first[1]}: see who is in it and who may`,
    )
  }
}

/** Makes a group of a scenario. */
export function openGroup(network: Network, options: GroupOptions): Group {
  const { subject, participants, addressing = 'lid' } = options
  const [creator, ...members] = [options.creator, ...participants].flatMap((number) =>
    number === undefined ? [] : [network.directory.ensure(parseNumber(number))],
  )
  if (creator === undefined || subject === '') {
    throw new InputError('a group needs a subject and at least one participant')
  }
  return new Group(network, createGroup(network, creator, subject, members, addressing))
}

/** The group a jid names; throws InputError when there is none. */
export function findGroup(network: Network, jid: string): Group {
  const chat = network.groups.find(jid)
  if (chat === undefined)
    throw new InputError(`there is no group "${jid}": use the jid that /group/create answered`)
  return new Group(network, chat)
}
