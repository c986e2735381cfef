import type { Journal } from '../infra/journal.ts'
import { type Address, LID_SERVER, parseAddress } from '../protocol/addresses.ts'
import { isNobodys, otherSpelling, registeredForm } from '../protocol/spellings.ts'
import { Companion, type CompanionRecord } from './companion.ts'
import { type Addressing, buildUserRecord, type PlayedDevice, User, type UserRecord } from './user.ts'

/** Everybody on the network, by number and by LID. Numbers come into being when somebody first names them. */
export class Directory {
  readonly #journal: Journal
  readonly #byNumber = new Map<string, User>()
  readonly #byLid = new Map<string, User>()

  constructor(journal: Journal) {
    this.#journal = journal
    this.#restore()
  }

  users(): Iterable<User> {
    return this.#byNumber.values()
  }

  find(number: string): User | undefined {
    return this.#byNumber.get(number)
  }

  /** The user of a number as it or its other spelling is registered. */
  findSpelled(number: string): User | undefined {
    return this.#byNumber.get(number) ?? this.#byNumber.get(otherSpelling(number) ?? '')
  }

  /** What the directory finds for a number as people write it: the user under the form the network has for it. */
  lookUp(number: string): User | undefined {
    const known = this.findSpelled(number)
    return known ?? (isNobodys(number) ? undefined : this.ensure(registeredForm(number)))
  }

  /**
   * The user of a number, made now, in the form given, when nobody had it in either spelling. Options given change an
   * existing user too.
   */
  ensure(number: string, options: { name?: string; addressing?: Addressing } = {}): User {
    const existing = this.findSpelled(number)
    if (existing !== undefined) {
      if (options.name !== undefined) existing.record.name = options.name
      if (options.addressing !== undefined) existing.record.addressing = options.addressing
      if (options.name !== undefined || options.addressing !== undefined) existing.save()
      return existing
    }
    const user = this.#add(buildUserRecord(number, options))
    user.save()
    return user
  }

  /**
   * Whom an address means: a LID nobody has is undefined, and so is a number in a form that is not the registered one.
   * A number nobody has named yet is made.
   */
  resolve(address: Address | string | undefined): User | undefined {
    const parsed = typeof address === 'object' ? address : parseAddress(address)
    if (parsed === undefined) return undefined
    if (parsed.server === LID_SERVER) return this.#byLid.get(parsed.user)
    const found = this.lookUp(parsed.user)
    return found?.number === parsed.user ? found : undefined
  }

  companion(number: string, device: number): Companion | undefined {
    return this.#byNumber.get(number)?.companions.get(device)
  }

  addCompanion(record: CompanionRecord): Companion {
    const companion = new Companion(record, this.#journal)
    this.ensure(record.number).companions.set(record.device, companion)
    companion.save()
    return companion
  }

  removeCompanion(companion: Companion): void {
    this.#byNumber.get(companion.record.number)?.companions.delete(companion.record.device)
    companion.forget()
  }

  #add(record: UserRecord): User {
    const user = new User(record, this.#journal)
    this.#byNumber.set(user.number, user)
    this.#byLid.set(user.lid, user)
    return user
  }

  /** A device that the network plays, by the name its rows have. */
  #played(name: string): PlayedDevice | undefined {
    const [number = '', device = '0'] = name.split('.')
    return this.#byNumber.get(number)?.device(Number(device))
  }

  #restore(): void {
    for (const { text } of this.#journal.load('user')) this.#add(JSON.parse(text) as UserRecord)
    for (const { text } of this.#journal.load('companion')) {
      const record = JSON.parse(text) as CompanionRecord
      const companion = new Companion(record, this.#journal)
      this.#byNumber.get(record.number)?.companions.set(record.device, companion)
    }
    for (const { key, bytes } of this.#journal.load('pre-keys')) {
      const [number = '', device] = key.split('.')
      this.companion(number, Number(device))?.restorePreKeys(bytes)
    }
    for (const { key, text } of this.#journal.load('session')) {
      const [name = '', address = ''] = key.split('/')
      this.#played(name)?.signal.restoreSession(address, text)
    }
    for (const { key, text } of this.#journal.load('sender-key')) {
      const [name = '', group = '', sender = ''] = key.split('/')
      this.#played(name)?.senderKeys.restore(group, sender, text)
    }
    for (const { key } of this.#journal.load('used-pre-key')) {
      const [name = '', id] = key.split('/')
      this.#played(name)?.signal.restoreUsedPreKey(Number(id))
    }
  }
}
