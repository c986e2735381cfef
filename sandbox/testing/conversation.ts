import { afterEach, beforeEach } from 'vitest'
import type { Contact, Sandbox, SandboxOptions } from '../index.ts'
import { nextNumber, pairClient, pinRoot, type TestClient } from './client.ts'
import { startTestNetwork } from './network.ts'

/** A network with an account, its one client, and a contact that it is addressed with by number. */
export interface Conversation {
  sandbox: Sandbox
  /** The account's number. */
  account: string
  client: TestClient
  ada: Contact
  adaJid: string
}

/** Has one made for each test of a file, and ended after it; `take` puts its parts where the tests find them. */
export function useConversation(take: (made: Conversation) => void, options: SandboxOptions = {}): void {
  let made: Conversation | undefined

  beforeEach(async () => {
    const account = nextNumber()
    const sandbox = await startTestNetwork(options)
    pinRoot(sandbox)
    const client = await pairClient(sandbox, account)
    const ada = sandbox.contact(nextNumber())
    made = { sandbox, account, client, ada, adaJid: `${ada.number}@s.whatsapp.net` }
    take(made)
  })

  afterEach(async () => {
    await made?.client.end()
    await made?.sandbox.close()
    made = undefined
  })
}
