import { randomInt } from 'node:crypto'
import { type ApiClient, createApiClient } from '../../src/bin/demo/api-client.ts'
import { callSandbox, createSandboxContact, type SandboxContact } from '../../src/bin/demo/sandbox-contact.ts'
import { awaitState, type Workplace } from './service-process.ts'

export interface UnpairedAccount {
  readonly email: string
  readonly key: string
  readonly clientId: string
  readonly api: ApiClient
}

export interface PairedAccount extends UnpairedAccount {
  /** `+E.164` of the account. */
  readonly number: string
}

/** A user with a key and a client on the sandbox network, made as people make them: by commands, here of this process. */
export async function createAccount(
  place: Workplace,
  url: () => string,
  parley = place.prepare,
): Promise<UnpairedAccount> {
  const email = `owner-${randomInt(1e9)}@example.org`
  await parley('user', 'create', '--email', email, '--password', 'correct horse battery', '--plan', 'pro')
  const key = await parley('key', 'create', '--email', email, '--name', 'test')
  const clientId = await parley(
    'client',
    'create',
    '--email',
    email,
    '--name',
    'Shop',
    '--network',
    'sandbox',
  )
  const api = createApiClient({ url, key, onAway: () => undefined })
  await api.call('clients.update', { id: clientId, sendRatePerSecond: 50, sendBurst: 50 })
  return { email, key, clientId, api }
}

/** The same, paired with a simulated phone. */
export async function pairAccount(
  place: Workplace,
  url: () => string,
  sandboxDir = place.dataDir,
): Promise<PairedAccount> {
  const account = await createAccount(place, url)
  const { api, clientId } = account
  await api.call('worker.start', { clientId })
  const qr = await awaitState('a pairing string', async () => {
    const { data } = await api.call<{ data: string | boolean }>('server.qr', { clientId })
    return typeof data === 'string' ? data : null
  })
  await callSandbox(sandboxDir, '/scan', { qr })
  await awaitConnected(api, clientId)
  const { phoneNumber } = await api.call<{ phoneNumber: string }>('clients.get', { id: clientId })
  return { ...account, number: phoneNumber }
}

export async function awaitConnected(api: ApiClient, clientId: string): Promise<void> {
  await awaitState('the client to be connected', async () => {
    const { status } = await api.call<{ status: string }>('worker.status', { clientId })
    return status === 'connected'
  })
}

export function newContact(sandboxDir: string, name = 'Ana'): SandboxContact {
  return createSandboxContact(sandboxDir, `+55119${randomInt(10_000_000, 99_999_999)}`, name)
}
