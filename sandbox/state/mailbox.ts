import type { Journal } from '../infra/journal.ts'
import type { ContentSummary } from '../protocol/content.ts'
import type { ReceivedMedia } from '../protocol/received-media.ts'

const MAX_KEPT = 10_000
const SEQUENCE_DIGITS = 10

/** A message a simulated phone received and decrypted. */
export interface ReceivedMessage extends ContentSummary {
  /** Grows by one with every message of this phone; `/read` takes it as `after`. */
  sequence: number
  id: string
  /** When it was first shown, in milliseconds. */
  at: number
  /** The other side of the conversation: a number, or the jid of a group. */
  chat: string
  /** Who wrote it, a number; equal to the owner's for messages of their own linked devices. */
  from: string
  fromMe: boolean
  /** The device of `from` that sent it; 0 is a phone. */
  device: number
  /** What is wrong with content that was properly encrypted: a vote nobody can open, and the like. */
  problem?: string
  /** The file of a media message: what it is, and `bytes()`, `stream()` and `verify()` to download it. */
  media?: ReceivedMedia
  /** How the sender addressed this phone. */
  addressing: 'pn' | 'lid'
  /** The decrypted protobuf, base64. */
  raw: string
  /** How often it arrived; more than one is a resend under the same id, shown once. */
  wireCount: number
}

/** Something a simulated phone could not accept as a message. */
export interface DeliveryError {
  sequence: number
  at: number
  id: string
  from: string
  device: number
  reason: string
  /** When a later resend of the same message could be read, in milliseconds. */
  recoveredAt?: number
}

/** A message a simulated phone sent, kept to send it again and to see what became of it. */
export interface SentMessage {
  id: string
  at: number
  /** Whom it went to: a number, or the jid of a group. */
  to: string
  type: string
  edit?: string
  addressing: 'pn' | 'lid'
  raw: string
}

/** A receipt a simulated phone got from a linked device. An empty type is a delivery. */
export interface ReceivedReceipt {
  sequence: number
  at: number
  id: string
  from: string
  device: number
  type: string
  /** The group it came from, if any. */
  chat?: string
}

/** Finds the media in a message, base64 of its protobuf. */
type MediaReader = (raw: string) => ReceivedMedia | undefined

/** What one simulated phone received, could not read, sent, and was told about what it sent. */
export class Mailbox {
  readonly #journal: Journal
  readonly #readMedia: MediaReader
  readonly #owner: string
  readonly #byId = new Map<string, ReceivedMessage>()
  /** Errors of messages that have not been read since, by sender and id. */
  readonly #unread = new Map<string, DeliveryError[]>()
  readonly #listeners = new Set<(message: ReceivedMessage) => void>()
  inbox: ReceivedMessage[] = []
  errors: DeliveryError[] = []
  receipts: ReceivedReceipt[] = []
  readonly sent = new Map<string, SentMessage>()
  #sequence = 0

  constructor(owner: string, journal: Journal, readMedia: MediaReader = () => undefined) {
    this.#owner = owner
    this.#journal = journal
    this.#readMedia = readMedia
  }

  /** A message already shown under this id from this sender, if any. */
  find(from: string, id: string): ReceivedMessage | undefined {
    return this.#byId.get(`${from}|${id}`)
  }

  receive(message: Omit<ReceivedMessage, 'sequence' | 'wireCount' | 'media'>): ReceivedMessage {
    const stored: ReceivedMessage = { ...message, sequence: this.#next(), wireCount: 1 }
    this.#attachMedia(stored)
    this.inbox.push(stored)
    this.#byId.set(`${stored.from}|${stored.id}`, stored)
    this.#save('inbox', stored)
    this.inbox = this.#trim('inbox', this.inbox, (old) => this.#byId.delete(`${old.from}|${old.id}`))
    for (const listener of this.#listeners) listener(stored)
    return stored
  }

  countDuplicate(message: ReceivedMessage): void {
    message.wireCount += 1
    this.#save('inbox', message)
  }

  addError(error: Omit<DeliveryError, 'sequence'>): void {
    const stored: DeliveryError = { ...error, sequence: this.#next() }
    this.#keepError(stored)
    this.#save('error', stored)
    this.errors = this.#trim('error', this.errors, (old) => this.#unread.delete(`${old.from}|${old.id}`))
  }

  /** Marks the errors of a message that could be read after all. */
  recover(from: string, id: string, at: number): void {
    const key = `${from}|${id}`
    for (const error of this.#unread.get(key) ?? []) {
      error.recoveredAt = at
      this.#save('error', error)
    }
    this.#unread.delete(key)
  }

  /** How often a message of a device could not be read so far. */
  failures(from: string, device: number, id: string): number {
    const unread = this.#unread.get(`${from}|${id}`) ?? []
    return unread.filter((error) => error.device === device).length
  }

  /** Whether a message of this id came that could not be read, and may come again. */
  isAwaited(id: string): boolean {
    return this.errors.some((error) => error.id === id && error.recoveredAt === undefined)
  }

  addReceipt(receipt: Omit<ReceivedReceipt, 'sequence'>): void {
    const stored = { ...receipt, sequence: this.#next() }
    this.receipts.push(stored)
    this.#save('receipt', stored)
    this.receipts = this.#trim('receipt', this.receipts)
  }

  addSent(message: SentMessage): void {
    this.sent.set(message.id, message)
    this.#journal.put('sent', `${this.#owner}/${message.id}`, () => JSON.stringify(message))
    if (this.sent.size <= MAX_KEPT) return
    const [oldest] = this.sent.keys()
    if (oldest === undefined) return
    this.sent.delete(oldest)
    this.#journal.delete('sent', `${this.#owner}/${oldest}`)
  }

  /** Calls back for every message shown from now on; returns how to stop. */
  onMessage(listener: (message: ReceivedMessage) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  restore(kind: string, json: string): void {
    const row = JSON.parse(json) as { sequence?: number }
    this.#sequence = Math.max(this.#sequence, row.sequence ?? 0)
    if (kind === 'inbox') {
      const message = row as ReceivedMessage
      this.#attachMedia(message)
      this.inbox.push(message)
      this.#byId.set(`${message.from}|${message.id}`, message)
    } else if (kind === 'error') this.#keepError(row as DeliveryError)
    else if (kind === 'receipt') this.receipts.push(row as ReceivedReceipt)
    else this.sent.set((row as SentMessage).id, row as SentMessage)
  }

  #attachMedia(message: ReceivedMessage): void {
    const media = this.#readMedia(message.raw)
    if (media !== undefined) message.media = media
  }

  #keepError(error: DeliveryError): void {
    this.errors.push(error)
    if (error.recoveredAt !== undefined) return
    const key = `${error.from}|${error.id}`
    this.#unread.set(key, [...(this.#unread.get(key) ?? []), error])
  }

  #next(): number {
    this.#sequence += 1
    return this.#sequence
  }

  #rowKey(sequence: number): string {
    return `${this.#owner}/${String(sequence).padStart(SEQUENCE_DIGITS, '0')}`
  }

  #save(kind: string, row: { sequence: number }): void {
    this.#journal.put(kind, this.#rowKey(row.sequence), () => JSON.stringify(row))
  }

  /** Keeps the newest, cutting a quarter at a time so that no message pays for the whole list. */
  #trim<T extends { sequence: number }>(kind: string, rows: T[], forget: (row: T) => void = () => {}): T[] {
    if (rows.length <= MAX_KEPT * 1.25) return rows
    for (const old of rows.slice(0, -MAX_KEPT)) {
      forget(old)
      this.#journal.delete(kind, this.#rowKey(old.sequence))
    }
    return rows.slice(-MAX_KEPT)
  }
}

/** The mailbox of every simulated phone, by number. */
export class Mailboxes {
  readonly #journal: Journal
  readonly #readMedia: MediaReader | undefined
  readonly #boxes = new Map<string, Mailbox>()

  constructor(journal: Journal, readMedia?: MediaReader) {
    this.#journal = journal
    this.#readMedia = readMedia
    for (const kind of ['inbox', 'error', 'receipt', 'sent']) {
      for (const { key, text } of journal.load(kind)) {
        this.of(key.slice(0, key.indexOf('/'))).restore(kind, text)
      }
    }
  }

  of(number: string): Mailbox {
    let box = this.#boxes.get(number)
    if (box === undefined) {
      box = new Mailbox(number, this.#journal, this.#readMedia)
      this.#boxes.set(number, box)
    }
    return box
  }
}
