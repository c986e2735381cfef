/** Somebody simulated who writes to an account. Numbers are digits without a plus. */
export interface SandboxContact {
  number: string
  name: string
  isOnline: boolean
  /** When something was last written, in milliseconds; null when nothing was. */
  lastAt: number | null
  lastText: string | null
}

export interface SandboxFile {
  kind: string
  mimetype: string
  sizeBytes: number
}

/** A message as the contact's phone shows it. */
export interface SandboxMessage {
  id: string
  at: number
  /** True when this contact wrote it. */
  fromContact: boolean
  /** Who wrote it. */
  writer: { number: string; name: string }
  type: string
  text: string
  isEdited: boolean
  isRevoked: boolean
  reactions: { contact: string | null; account: string | null }
  quotedId: string | null
  poll: { name: string; options: string[]; selectable: number } | null
  /** What the account chose of the contact's poll. */
  votes: string[]
  location: { latitude: number; longitude: number; name: string } | null
  file: SandboxFile | null
  status: 'sent' | 'delivered' | 'read' | null
}

/** A group that an account is in, with its members; the account is one of them. */
export interface SandboxGroup {
  jid: string
  subject: string
  members: { number: string; name: string }[]
}

/** What a contact does; exactly one of these. */
export type SandboxAct =
  | { kind: 'text'; text: string; quotedId?: string }
  | {
      kind: 'file'
      bytes: Uint8Array
      mimetype: string
      fileName: string | undefined
      caption: string | undefined
      voice: boolean
    }
  | { kind: 'location'; latitude: number; longitude: number; name: string | undefined }
  | { kind: 'reaction'; messageId: string; emoji: string }
  | { kind: 'vote'; messageId: string; options: string[] }

/** Whether a contact has WhatsApp open, and what it does in the chat. */
export type SandboxPresence = 'available' | 'unavailable' | 'typing' | 'recording' | 'paused'

/** Where a contact reads and writes: with the account, or in a group they are both in. */
export interface SandboxPlace {
  account: string
  /** The contact. */
  number: string
  group?: string | undefined
}

/** The simulated people of a sandbox network that runs in this process. What it cannot do it throws as SandboxRefusal. */
export interface SandboxNetwork {
  /** Lets a simulated phone scan a pairing string; answers the address it linked. */
  scan(qr: string): Promise<{ jid: string }>
  /** Who is in the account's address book or wrote with it, the latest first. */
  listContacts(account: string): SandboxContact[]
  /** Makes or changes somebody, and writes them into the account's address book. Without a number a free one is taken. */
  saveContact(
    account: string,
    contact: { number?: string; name?: string; isOnline?: boolean },
  ): Promise<SandboxContact>
  listGroups(account: string): SandboxGroup[]
  /** Has the first of the members make a group with the others and the account. */
  createGroup(account: string, subject: string, members: readonly string[]): Promise<SandboxGroup>
  readConversation(place: SandboxPlace): Promise<SandboxMessage[]>
  act(place: SandboxPlace, act: SandboxAct): Promise<string>
  showPresence(place: SandboxPlace, presence: SandboxPresence): Promise<void>
  markRead(place: SandboxPlace): Promise<number>
  readFile(place: SandboxPlace, messageId: string): Promise<{ mimetype: string; bytes: Uint8Array }>
}

/** Something a simulated person cannot do, in a sentence for people. */
export class SandboxRefusal extends Error {
  override name = 'SandboxRefusal'
}
