import type { RefusalWords } from '../refusals.ts'

export const refusals: RefusalWords = {
  OWN_ACCOUNT: 'Nobody takes the own rights away: have another administrator do it.',
  HAS_ACCOUNT: ({ email }) =>
    `There is already an account for ${email}. Change it in the list of people instead.`,
  SANDBOX_USES_NO_PROXY:
    'A client on the sandbox network uses no proxy: that network runs beside the service, where no proxy leads. Give the proxy to a client on the real network.',
  CLIENTS_WOULD_GO_DIRECT: ({ clients }) =>
    `${clients} clients would have no proxy left and connect directly. Seed others first, or send allowDirect: true.`,
}

/**
 * Sentences of the service as people in the dashboard are told them: the service's own with {} for what varies, and the
 * same in this language. In English only those that speak of calls.
 */
export const serviceSentences: readonly (readonly [service: string, told: string])[] = [
  [
    'The session of this client was exported and may be taken back. Import into a client that was never paired (clients.create makes one).',
    'The session of this client was exported and may be taken back. Import into a new client that was never paired.',
  ],
  [
    'file: Parley itself exported it. Use clients.importSession with its passphrase.',
    'Parley itself exported this file. Choose the import from another Parley, with its passphrase.',
  ],
  [
    'file: it holds {} sessions: {}. Name the one to import (session).',
    'The file holds {} sessions: {}. Write which one to import.',
  ],
  [
    'The worker ended again at once. Ask worker.status why.',
    'The worker ended again at once. The status of the client says why.',
  ],
  [
    'A worker still has this client. Stop it with worker.stop, then call again in half a minute.',
    'A worker still has this client. Stop it, then try again in half a minute.',
  ],
  [
    'The client shows nothing to pair with yet. Ask worker.status what it waits for, then call again.',
    'The client shows nothing to pair with yet. Wait a moment, then try again.',
  ],
  [
    'The network does not ask this client for a passkey now. Ask worker.passkey.get what it waits for.',
    'The network does not ask this client for a passkey now.',
  ],
  [
    'This was signed for another request. Take what worker.passkey.get answers now, sign that, and answer again.',
    'This was signed for another request. Copy the script that is shown now, sign again, and paste the result.',
  ],
  [
    'The network did not answer in time. Answer again.',
    'The network did not answer in time. Hand it over again.',
  ],
  [
    'There is no paired session to move. Pair the client with worker.start and server.qr first.',
    'There is no paired session to move. Start the client and scan its QR code first.',
  ],
  [
    'This client has a session already. Import into a client that was never paired (clients.create makes one).',
    'This client has a session already. Import into a new client that was never paired.',
  ],
  [
    'The session of this client was exported and may run in another place. Call clients.reclaimSession first, if it does not.',
    'The session of this client was exported and may run in another place. If it does not, take it back in the settings of the client first.',
  ],
  [
    'file: it is not an exported session (base64 of the file is expected).',
    'This file is no exported session.',
  ],
  [
    'A person has the chat with this number. Give it back in the inbox, or with contacts.update and handoffSec 0, then test.',
    'A person has the chat with this number. Give it back to the flow, then test.',
  ],
  [
    'Drafts of this flow may not be tested on this number. Allow it with flows.testPhones.add, then test.',
    'Drafts of this flow may not be tested on this number. Add it first, then test.',
  ],
]
