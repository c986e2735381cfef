import type { Sandbox } from '../index.ts'
import { until } from './client.ts'

/**
 * zapo 0.3.0, a client that shares no code with the library our connector stands on: what both understand is likelier to
 * be the protocol. Its types are not looked at, and it is loaded by name, so that nothing but its test needs it.
 */
const PACKAGE: string = 'zapo-js'

type Listener = (event: Record<string, unknown>) => void

/** What it can do in groups; its answers are the stanzas as they came. */
interface IndependentGroups {
  queryGroupMetadata(jid: string): Promise<{ subject: string; participants: { jid: string; type: string }[] }>
  queryAllGroups(): Promise<{ jid: string }[]>
  createGroup(subject: string, participants: readonly string[]): Promise<unknown>
  setSubject(jid: string, subject: string): Promise<void>
  setSetting(jid: string, setting: 'announcement' | 'membership_approval_mode', isOn: boolean): Promise<void>
  addParticipants(jid: string, participants: readonly string[]): Promise<unknown>
  promoteParticipants(jid: string, participants: readonly string[]): Promise<unknown>
  removeParticipants(jid: string, participants: readonly string[]): Promise<unknown>
  revokeInvite(jid: string): Promise<unknown>
  joinGroupViaInvite(code: string): Promise<unknown>
  leaveGroup(jids: readonly string[]): Promise<unknown>
  setDescription(jid: string, text: string | null, previousId?: string): Promise<void>
  demoteParticipants(jid: string, participants: readonly string[]): Promise<unknown>
  queryGroupInviteInfo(code: string): Promise<{ content: { attrs: Record<string, string> }[] }>
}

/** Settings by its own names, whom the account blocked, and whom a setting leaves out. */
interface IndependentPrivacy {
  getPrivacySettings(): Promise<Record<string, string>>
  setPrivacySetting(setting: string, value: string): Promise<void>
  getDisallowedList(setting: string): Promise<{ jids: string[]; dhash?: string }>
  getBlocklist(): Promise<{ jids: string[]; dhash?: string }>
  blockUser(jid: string): Promise<void>
  unblockUser(jid: string): Promise<void>
}

interface IndependentProfile {
  getProfilePicture(jid: string, type?: string, existingId?: string): Promise<{ url?: string; id?: string }>
  setProfilePicture(jpeg: Uint8Array): Promise<string | null>
  deleteProfilePicture(): Promise<void>
  getStatus(jid: string): Promise<{ status: string | null }>
  setStatus(text: string): Promise<void>
  getProfiles(jids: readonly string[]): Promise<{ pictureId?: number; status?: string | null }[]>
}

/** Marks of chats, written to app state. */
interface IndependentChat {
  setChatArchive(jid: string, isOn: boolean): Promise<void>
  setChatPin(jid: string, isOn: boolean): Promise<void>
  setChatMute(jid: string, isOn: boolean, endMs?: number): Promise<void>
  setChatRead(jid: string, isRead: boolean): Promise<void>
  setMessageStar(message: { chatJid: string; id: string; fromMe: boolean }, isOn: boolean): Promise<void>
  /** What it makes its account's devices forget. */
  clearChat(jid: string, options: { deleteStarred?: boolean }): Promise<void>
  deleteChat(jid: string): Promise<void>
}

interface IndependentSocket {
  on(event: string, listener: Listener): void
  connect(): Promise<void>
  disconnect(): Promise<void>
  sendMessage(
    to: string,
    content: string,
  ): Promise<{ id: string; ackNode: { attrs: Record<string, string> } }>
  sendPresence(type: 'available'): Promise<void>
  sendNode(node: object): Promise<void>
  readonly group: IndependentGroups
  readonly privacy: IndependentPrivacy
  readonly profile: IndependentProfile
  readonly chat: IndependentChat
  syncAppState(): Promise<unknown>
  getLidsByPhoneNumbers(numbers: readonly string[]): Promise<unknown[]>
}

interface Package {
  createStore(options: object): object
  WaClient: new (options: object, logger: object) => IndependentSocket
}

export interface LogLine {
  level: string
  message: string
  context: Record<string, unknown> | undefined
}

/** One client of that package with all it said, its credentials in memory. */
export interface IndependentClient {
  readonly socket: IndependentSocket
  readonly log: LogLine[]
  readonly qrs: string[]
  readonly texts: string[]
  readonly logins: number
  /** What it told of by these events, in order. */
  readonly heard: { event: string; data: Record<string, unknown> }[]
}

const HEARD = [
  'call',
  'group_event',
  'chat_event',
  'notification',
  'stanza_unhandled',
  'privacy_token_update',
]

async function openIndependentClient(sandbox: Sandbox): Promise<IndependentClient> {
  const { createStore, WaClient } = (await import(PACKAGE)) as Package
  let credentials: unknown = null
  const auth = {
    load: async () => credentials,
    save: async (saved: unknown) => {
      credentials = saved
    },
    clear: async () => {
      credentials = null
    },
  }
  const log: LogLine[] = []
  const note = (level: string) => (message: string, context?: Record<string, unknown>) =>
    void log.push({ level, message, context })
  const logger = Object.fromEntries(
    ['trace', 'debug', 'info', 'warn', 'error'].map((level) => [level, note(level)]),
  )
  const store = createStore({
    backends: { memory_auth: { stores: { auth: () => auth }, caches: {} } },
    providers: { auth: 'memory_auth' },
  })
  const noiseRootCa = { publicKey: Buffer.from(sandbox.rootKeyHex, 'hex'), serial: sandbox.rootSerial }
  const options = { store, sessionId: 'one', chatSocketUrls: [sandbox.wsUrl], testHooks: { noiseRootCa } }
  const socket = new WaClient(options, { level: 'trace', ...logger })
  const heard: IndependentClient['heard'] = []
  const client = { socket, log, qrs: [] as string[], texts: [] as string[], logins: 0, heard }
  for (const event of HEARD) socket.on(event, (data) => void heard.push({ event, data }))
  socket.on('auth_qr', ({ qr }) => client.qrs.push(String(qr)))
  socket.on('connection_success', () => {
    client.logins += 1
  })
  socket.on('message', ({ message }) => {
    const { conversation, extendedTextMessage } = message as {
      conversation?: string
      extendedTextMessage?: { text?: string }
    }
    const text = conversation || extendedTextMessage?.text
    if (text !== undefined) client.texts.push(text)
  })
  return client
}

/** What it said last is part of the error of one that does not come in. */
const LAST_LINES = 40

/** One that was linked with the account of this number and has logged in. */
export async function pairIndependentClient(sandbox: Sandbox, phone: string): Promise<IndependentClient> {
  const client = await openIndependentClient(sandbox)
  await client.socket.connect()
  try {
    await sandbox.scan(await until('a QR', () => client.qrs[0]), { phone })
    await until('the login', () => client.logins > 0)
  } catch (cause) {
    const said = client.log.slice(-LAST_LINES).map((line) => JSON.stringify(line))
    throw new Error(`${String(cause)}; the client said last:\n${said.join('\n')}`, { cause })
  }
  return client
}
