import type { Handlers } from '../../contract/handlers.ts'
import { Refusal } from '../../core/errors.ts'
import type { ClientService } from '../clients/index.ts'

/** Lets a simulated phone of the sandbox network scan a pairing string; answers the address it linked. */
export type ScanQr = (qr: string) => Promise<{ jid: string }>

const refuse = (reason: string, message: string) => new Refusal('CONFLICT', message, { data: { reason } })

const toPhoneNumber = (jid: string): string => `+${/^\d+/.exec(jid)?.[0] ?? ''}`

/** `scan` is null where no sandbox network runs inside this service. */
export function createSandboxHandlers(
  clients: Pick<ClientService, 'status'>,
  scan: ScanQr | null,
): Handlers['sandbox'] {
  return {
    async scan({ clientId }, ctx) {
      const { network, qr } = await clients.status(clientId, ctx.principal.userId)
      if (network !== 'sandbox')
        throw refuse(
          'NOT_A_SANDBOX_CLIENT',
          'This client lives on the real network; scan its QR with the messaging app on a phone.',
        )
      if (!scan)
        throw refuse(
          'NETWORK_NOT_AVAILABLE',
          'No sandbox network runs inside this service; scan the QR where that network runs.',
        )
      if (!qr)
        throw refuse(
          'NO_QR',
          'There is no QR to scan now. Start the worker, wait until it shows one, then call again.',
        )
      const { jid } = await scan(qr)
      const phoneNumber = toPhoneNumber(jid)
      return { message: `The simulated phone ${phoneNumber} scanned the QR.`, phoneNumber }
    },
  }
}
