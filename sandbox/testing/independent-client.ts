import type { Sandbox } from '../index.ts'

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
}

/** What it makes its account's devices forget. */
interface IndependentChats {
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
  sendNode(node: { tag: string; attrs: Record<string, string> }): Promise<void>
  readonly group: IndependentGroups
  readonly chat: IndependentChats
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
}

export async function openIndependentClient(sandbox: Sandbox): Promise<IndependentClient> {
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
  const client = { socket, log, qrs: [] as string[], texts: [] as string[], logins: 0 }
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
