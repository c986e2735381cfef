import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent } from 'node:http'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { AccountSummary, ReceivedMessage } from '../../sandbox/index.ts'
import { postJson } from './post-json.ts'

/** A sandbox network of its own process, so that a busy test and a busy network do not hold each other up. */
export interface SandboxProcess {
  readonly wsUrl: string
  readonly httpUrl: string
  readonly rootKeyHex: string
  readonly rootSerial: number
  readonly mediaCaPem: string
  readonly pid: number
  scan(qr: string, options?: { phone?: string }): Promise<void>
  /** A contact writes to an account. */
  sendText(contact: string, account: string, text: string): Promise<void>
  /** What a contact was shown, and how much reached it that it could not decrypt. */
  read(contact: string): Promise<{ messages: ReceivedMessage[]; errors: unknown[] }>
  /** The accounts with their linked devices. */
  accounts(): Promise<AccountSummary[]>
  close(): Promise<void>
}

type Addresses = Pick<SandboxProcess, 'wsUrl' | 'httpUrl' | 'rootKeyHex' | 'rootSerial' | 'mediaCaPem'>

const CALL_TIMEOUT_MS = 240_000
const CALLS_AT_ONCE = 16

/** In memory, unless a data directory is named. */
export async function startSandboxProcess(dataDir = ''): Promise<SandboxProcess> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'sandbox-child.ts'), dataDir], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  const addresses = JSON.parse(line) as Addresses

  const agent = new Agent({ keepAlive: true, maxSockets: CALLS_AT_ONCE })

  async function call<T>(route: string, body: object): Promise<T> {
    const url = new URL(route, addresses.httpUrl)
    const answer = await postJson(url, body, { timeoutMs: CALL_TIMEOUT_MS, agent })
    if (answer.status === 200) return answer.body as T
    throw new Error(`the sandbox network refused ${route}: ${JSON.stringify(answer.body)}`)
  }

  return {
    ...addresses,
    pid: child.pid ?? 0,
    scan: async (qr, options = {}) => void (await call('/scan', { qr, ...options })),
    sendText: async (contact, account, text) => void (await call('/say', { contact, account, text })),
    read: (contact) => call('/read', { contact }),
    accounts: async () => (await call<{ accounts: AccountSummary[] }>('/accounts', {})).accounts,
    async close() {
      agent.destroy()
      const gone = once(child, 'exit')
      child.stdin.end()
      await gone
    },
  }
}
