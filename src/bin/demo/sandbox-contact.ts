import { Refusal } from '../../core/errors.ts'
import { readSandboxAddress } from '../networks/sandbox-address.ts'

/** A message that the contact received and could decrypt. */
export interface Received {
  sequence: number
  id: string
  text: string | null
  wireCount: number
}

/** A simulated person; everything goes over the sandbox network's HTTP API. */
export interface SandboxContact {
  readonly number: string
  sendText(account: string, text: string): Promise<void>
  /** What arrived after `after`. Undecryptable messages are an error. */
  read(after: number): Promise<Received[]>
}

const TRY_FOR_MS = 120_000
const RETRY_EVERY_MS = 250

/** The address is read anew each time: a restarted sandbox has another port. */
export async function callSandbox<T>(
  dataDir: string,
  route: string,
  body: Record<string, unknown>,
): Promise<T> {
  const until = Date.now() + TRY_FOR_MS
  for (;;) {
    try {
      const { httpUrl } = readSandboxAddress(dataDir)
      const response = await fetch(new URL(route, httpUrl), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(10_000),
      })
      const answer = (await response.json()) as T & { error?: string }
      if (response.ok) return answer
      throw new Refusal(
        'BAD_REQUEST',
        `The sandbox network refused ${route}: ${answer.error ?? response.status}`,
      )
    } catch (error) {
      const isAnswer = error instanceof Refusal && error.code === 'BAD_REQUEST'
      if (isAnswer || Date.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY_EVERY_MS))
    }
  }
}

export function createSandboxContact(dataDir: string, number: string, name: string): SandboxContact {
  return {
    number,
    async sendText(account, text) {
      await callSandbox(dataDir, '/say', { contact: number, name, account, text })
    },
    async read(after) {
      const inbox = await callSandbox<{ messages: Received[]; errors: unknown[] }>(dataDir, '/read', {
        contact: number,
        after,
      })
      if (inbox.errors.length > 0)
        throw new Refusal(
          'CONFLICT',
          `${number} could not decrypt a message: ${JSON.stringify(inbox.errors[0])}`,
        )
      return inbox.messages
    },
  }
}
