import { useQueryClient } from '@tanstack/react-query'
import { api, queries } from '../../../app/api.ts'
import type { Assertion } from '../passkey/passkey-assertion.ts'

/** A code to type into the phone, as it is shown. */
export type ShownCodeOfPhone = NonNullable<Awaited<ReturnType<typeof api.server.qr>>['pairingCode']>

/** What the network asks of the account's passkey. */
export type AskedOfPasskey = Omit<Awaited<ReturnType<typeof api.worker.passkey.get>>, 'message'>

/** What somebody does to link a client, whether they own it or were sent a link; each fails with what was refused. */
export interface LinkingActions {
  askCode(phoneNumber: string): Promise<unknown>
  answerPasskey(assertion: Assertion): Promise<unknown>
  confirmPasskey(): Promise<unknown>
  /** The phone shows another code: ends linking. Absent for who was sent a link, who closes the page. */
  rejectPasskey?(): Promise<unknown>
}

/** Of the owner of a client. */
export function useLinkingActions(clientId: string): LinkingActions {
  const cache = useQueryClient()
  async function lookAgain(): Promise<void> {
    await cache.invalidateQueries({ queryKey: queries.server.qr.key() })
    await cache.invalidateQueries({ queryKey: queries.worker.key() })
  }
  return {
    async askCode(phoneNumber) {
      await api.worker.pairingCode({ clientId, phoneNumber })
      await lookAgain()
    },
    async answerPasskey(assertion) {
      await api.worker.passkey.answer({ clientId, assertion })
      await lookAgain()
    },
    async rejectPasskey() {
      await api.worker.stop({ clientId })
      await lookAgain()
    },
    async confirmPasskey() {
      await api.worker.passkey.confirm({ clientId })
      await lookAgain()
    },
  }
}
