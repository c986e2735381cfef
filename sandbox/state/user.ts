import { randomBytes } from 'node:crypto'
import type { Journal } from '../infra/journal.ts'
import { deriveLid, lidJid, numberJid } from '../protocol/addresses.ts'
import { makePasskey, type PasskeyRecord } from '../protocol/webauthn.ts'
import type { Companion } from './companion.ts'
import type { DelayRange } from './phone-times.ts'
import { SenderKeys } from './sender-keys.ts'
import { SimulatedDevice } from './simulated-device.ts'

export type Addressing = 'pn' | 'lid'

export type StatusPrivacyType = 'contacts' | 'blacklist' | 'whitelist'

/** What is stored of one device that the network plays. */
interface PlayedRecord {
  seed: string
  nextPreKeyId: number
  /** Whether it is reachable; otherwise what is sent to it waits. */
  online: boolean
  /** How late it sees what is sent to it, where that differs from the other phones. */
  delay?: DelayRange
}

/** A picture of somebody or of a group: the network's id, and the name of its file on the media server. */
export interface PictureRecord {
  id: string
  file: string
}

/** What is stored of a linked device of a contact. */
export interface LinkedRecord extends PlayedRecord {
  device: number
}

/** What is stored of a number of the network. */
export interface UserRecord extends PlayedRecord {
  number: string
  lid: string
  name: string
  /** How others see this user's messages addressed: by phone number or by LID. */
  addressing: Addressing
  /** Whether its phone confirms delivery by itself. */
  autoReceipts: boolean
  /** False makes the number one that is not on the network. */
  registered: boolean
  /** `none`: key bundles carry no one-time key; `no-bundle`: the key server knows no keys at all. */
  preKeys: 'normal' | 'none' | 'no-bundle'
  /** Whether the network keeps to itself that its number and its LID are one person's. */
  concealed?: boolean
  /** The name by which it may be found, without its @. */
  username?: string
  /** Four digits that whoever looks the username up has to know. */
  usernameKey?: string
  /** Whether nobody but itself puts it into a group: whoever tries is told to send an invitation. */
  inviteOnly?: boolean
  picture?: PictureRecord
  /** Who of its address book sees its statuses, by whatsmeow's names; without it all do. */
  statusPrivacy?: { type: StatusPrivacyType; numbers: string[] }
  /** What it says of itself as people see it: text and, since 2026, an emoji and a time (whatsmeow's `SetStatusInput`). */
  shownAbout?: string
  /** What older apps read of it, and since when. */
  about?: { text: string; at: number }
  /** How long messages stay in chats it begins, and since when. */
  defaultTimer?: { seconds: number; at: number }
  /** What the account set of its privacy, by category; absent is `all`. */
  privacy?: Record<string, string>
  /** The numbers the account has blocked. */
  blocked?: string[]
  /** With which it links devices, made when first asked for. */
  passkey?: PasskeyRecord
  nextDevice: number
  /** Its linked devices that the network plays, as it plays its phone. */
  linked?: LinkedRecord[]
}

/** A device of somebody that the network plays: the phone (0), or a linked one with keys and sessions of its own. */
export class PlayedDevice {
  readonly owner: User
  readonly device: number
  readonly record: PlayedRecord
  /** The device's keys for groups. */
  readonly senderKeys: SenderKeys
  signal: SimulatedDevice
  /** Once built: what the account's phone and the device signed of each other. */
  identityProof: Buffer | undefined
  readonly #journal: Journal

  constructor(owner: User, device: number, record: PlayedRecord, journal: Journal) {
    this.owner = owner
    this.device = device
    this.record = record
    this.#journal = journal
    this.senderKeys = new SenderKeys(this.name, journal)
    this.signal = this.#setUpSignal()
  }

  /** Under what its rows, its mailbox and its turns are kept: a phone is its number. */
  get name(): string {
    return this.device === 0 ? this.owner.number : this.address
  }

  /** The key under which what waits for it is kept, and its name towards Signal: `number.device`. */
  get address(): string {
    return `${this.owner.number}.${this.device}`
  }

  jid(addressing: Addressing): string {
    return this.owner.jid(addressing, this.device)
  }

  /** Takes everything of it off the journal. */
  erase(): void {
    this.signal.erase()
    this.senderKeys.erase()
  }

  /** Another identity, other keys, no sessions. */
  reset(): void {
    this.erase()
    this.record.seed = randomBytes(32).toString('base64')
    this.record.nextPreKeyId = 1
    this.signal = this.#setUpSignal()
  }

  /**
   * Under which address it keeps its session with a device of somebody. The two ways of addressing them have a
   * session each, until the network tells that both are one person: then what there is moves to the LID (whatsmeow's
   * MigratePNToLID, Baileys' migrateSession; sandbox-truth.md, wrong 9).
   */
  sessionWith(other: User, addressing: Addressing, device: number): string {
    const addresses = other.sessionAddresses(device)
    if (other.record.concealed === true) return addresses[addressing]
    this.signal.moveSessions(addresses.pn, addresses.lid)
    return addresses.lid
  }

  /** Whether it has talked with a device of somebody, under whichever address. */
  hasSessionWith(other: User, device: number): boolean {
    return Object.values(other.sessionAddresses(device)).some((address) => this.signal.hasSession(address))
  }

  #setUpSignal(): SimulatedDevice {
    const { seed, nextPreKeyId } = this.record
    return new SimulatedDevice(this.name, Buffer.from(seed, 'base64'), nextPreKeyId, this.#journal)
  }
}

/** A number of the network with its simulated devices; both contacts and accounts are one. */
export class User {
  readonly record: UserRecord
  readonly phone: PlayedDevice
  /** Linked devices that the network plays, by device number. */
  readonly linked = new Map<number, PlayedDevice>()
  /** Linked devices that are our clients, by device number; a number that has any is an account. */
  readonly companions = new Map<number, Companion>()
  /** Whether somebody that the network plays has WhatsApp open; after a restart nobody has. */
  isThere = false
  /** When it was last put away, in milliseconds, as far as that is known. */
  seenAt: number | undefined
  readonly #journal: Journal

  constructor(record: UserRecord, journal: Journal) {
    this.record = record
    this.#journal = journal
    this.phone = new PlayedDevice(this, 0, record, journal)
    for (const each of record.linked ?? []) {
      this.linked.set(each.device, new PlayedDevice(this, each.device, each, journal))
    }
  }

  /** The devices that the network plays, the phone first. */
  get played(): PlayedDevice[] {
    return [this.phone, ...this.linked.values()]
  }

  /** One of the devices that the network plays. */
  device(device: number): PlayedDevice | undefined {
    return device === 0 ? this.phone : this.linked.get(device)
  }

  /** The numbers of all its devices, the phone's first. */
  get devices(): number[] {
    return [0, ...this.linked.keys(), ...this.companions.keys()]
  }

  /** Takes the next device number. */
  takeDeviceNumber(): number {
    const device = this.record.nextDevice
    this.record.nextDevice += 1
    this.save()
    return device
  }

  addLinked(): PlayedDevice {
    const device = this.takeDeviceNumber()
    const record = { ...buildPlayedRecord(), device }
    this.record.linked = [...(this.record.linked ?? []), record]
    const added = new PlayedDevice(this, device, record, this.#journal)
    this.linked.set(device, added)
    this.save()
    return added
  }

  removeLinked(removed: PlayedDevice): void {
    removed.erase()
    this.linked.delete(removed.device)
    this.record.linked = this.record.linked?.filter(({ device }) => device !== removed.device) ?? []
    this.save()
  }

  /** A phone set up anew under the same number. */
  reinstall(): void {
    this.phone.reset()
    this.save()
  }

  /** The addresses under which phones may keep a session with one of its devices: by number, and by LID. */
  sessionAddresses(device: number): Record<Addressing, string> {
    return { pn: `${this.number}.${device}`, lid: `${this.lid}.${device}` }
  }

  get number(): string {
    return this.record.number
  }

  /** The account's passkey, which is made when it is first needed. */
  get passkey(): PasskeyRecord {
    if (this.record.passkey === undefined) {
      this.record.passkey = makePasskey()
      this.save()
    }
    return this.record.passkey
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
      for (const { record, signal } of this.played) record.nextPreKeyId = signal.nextPreKeyId
      return JSON.stringify(this.record)
    })
  }
}

const buildPlayedRecord = (): PlayedRecord => ({
  seed: randomBytes(32).toString('base64'),
  nextPreKeyId: 1,
  online: true,
})

export function buildUserRecord(
  number: string,
  options: { name?: string; addressing?: Addressing },
): UserRecord {
  return {
    number,
    lid: deriveLid(number),
    name: options.name ?? `Sandbox ${number.slice(-4)}`,
    ...buildPlayedRecord(),
    addressing: options.addressing ?? 'pn',
    autoReceipts: true,
    registered: true,
    preKeys: 'normal',
    nextDevice: 1,
  }
}
