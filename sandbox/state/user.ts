import { randomBytes } from 'node:crypto'
import type { Journal } from '../infra/journal.ts'
import { deriveLid, lidJid, numberJid } from '../protocol/addresses.ts'
import type { Companion } from './companion.ts'
import type { DelayRange } from './phone-times.ts'
import { SenderKeys } from './sender-keys.ts'
import { SimulatedDevice } from './simulated-device.ts'

export type Addressing = 'pn' | 'lid'

/** What is stored of a number of the network. */
export interface UserRecord {
  number: string
  lid: string
  name: string
  seed: string
  /** How others see this user's messages addressed: by phone number or by LID. */
  addressing: Addressing
  /** Whether its phone confirms delivery by itself. */
  autoReceipts: boolean
  /** Whether its phone is reachable; otherwise what is sent to it waits. */
  online: boolean
  /** False makes the number one that is not on the network. */
  registered: boolean
  /** `none`: key bundles carry no one-time key; `no-bundle`: the key server knows no keys at all. */
  preKeys: 'normal' | 'none' | 'no-bundle'
  /** Whether the network keeps to itself that its number and its LID are one person's. */
  concealed?: boolean
  /** Whether nobody but itself puts it into a group: whoever tries is told to send an invitation. */
  inviteOnly?: boolean
  /** Its picture as a link, or `hidden` from everybody; without it there is none. */
  picture?: { url: string } | 'hidden'
  /** What the account set of its privacy, by category; absent is `all`. */
  privacy?: Record<string, string>
  /** The numbers the account has blocked. */
  blocked?: string[]
  /** How late its phone sees what is sent to it, where that differs from the other phones. */
  delay?: DelayRange
  nextPreKeyId: number
  nextDevice: number
}

/** A number of the network with its simulated phone; both contacts and accounts are one. */
export class User {
  readonly record: UserRecord
  phone: SimulatedDevice
  /** The phone's keys for groups. */
  readonly senderKeys: SenderKeys
  /** Linked devices by device number; a number that has any is an account. */
  readonly companions = new Map<number, Companion>()
  readonly #journal: Journal

  constructor(record: UserRecord, journal: Journal) {
    this.record = record
    this.#journal = journal
    this.senderKeys = new SenderKeys(record.number, journal)
    this.phone = this.#setUpPhone()
  }

  #setUpPhone(): SimulatedDevice {
    const { number, seed, nextPreKeyId } = this.record
    return new SimulatedDevice(number, Buffer.from(seed, 'base64'), nextPreKeyId, this.#journal)
  }

  /** A phone set up anew under the same number: another identity, other keys, no sessions. */
  reinstall(): void {
    this.phone.erase()
    this.senderKeys.erase()
    this.record.seed = randomBytes(32).toString('base64')
    this.record.nextPreKeyId = 1
    this.phone = this.#setUpPhone()
    this.save()
  }

  /** The addresses under which phones may keep a session with one of its devices: by number, and by LID. */
  sessionAddresses(device: number): Record<Addressing, string> {
    return { pn: `${this.number}.${device}`, lid: `${this.lid}.${device}` }
  }

  /**
   * Under which address this phone keeps its session with a device of somebody. The two ways of addressing them have a
   * session each, until the network tells that both are one person: then what there is moves to the LID (whatsmeow's
   * MigratePNToLID, Baileys' migrateSession; sandbox-truth.md, wrong 9).
   */
  sessionWith(other: User, addressing: Addressing, device: number): string {
    const addresses = other.sessionAddresses(device)
    if (other.record.concealed === true) return addresses[addressing]
    this.phone.moveSessions(addresses.pn, addresses.lid)
    return addresses.lid
  }

  /** Whether this phone has talked with a device of somebody, under whichever address. */
  hasSessionWith(other: User, device: number): boolean {
    return Object.values(other.sessionAddresses(device)).some((address) => this.phone.hasSession(address))
  }

  get number(): string {
    return this.record.number
  }

  get lid(): string {
    return this.record.lid
  }

  /** The jid of one of its devices, in the addressing asked for. */
  jid(addressing: Addressing, device = 0): string {
    return addressing === 'lid' ? lidJid(this.lid, device) : numberJid(this.number, device)
  }

  /** Its jid in the addressing asked for, as far as the network says it beside the other one. */
  shownJid(addressing: Addressing): string | undefined {
    return this.record.concealed === true ? undefined : this.jid(addressing)
  }

  save(): void {
    this.#journal.put('user', this.number, () => {
      this.record.nextPreKeyId = this.phone.nextPreKeyId
      return JSON.stringify(this.record)
    })
  }
}

export function buildUserRecord(
  number: string,
  options: { name?: string; addressing?: Addressing },
): UserRecord {
  return {
    number,
    lid: deriveLid(number),
    name: options.name ?? `Sandbox ${number.slice(-4)}`,
    seed: randomBytes(32).toString('base64'),
    addressing: options.addressing ?? 'pn',
    autoReceipts: true,
    online: true,
    registered: true,
    preKeys: 'normal',
    nextPreKeyId: 1,
    nextDevice: 1,
  }
}
