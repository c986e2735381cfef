import { Refusal, refusal } from '../../core/errors.ts'
import type { NetworkAnswer, NetworkConnection } from '../../network/port.ts'
import type { Log } from '../../platform/logger.ts'
import type { ActCommand, ActTable } from './ask-account.ts'

/** What a command of another process finds at the owner. */
export interface OwnedAccount {
  client: { id: string; address: string | null; lid: string | null }
  connection(): NetworkConnection | null
}

export type Performers<Acts extends ActTable<Acts>> = {
  [A in keyof Acts]: (
    connection: NetworkConnection,
    input: Acts[A]['input'],
    account: OwnedAccount['client'],
  ) => Promise<Acts[A]['output']>
}

const RATE_OVER_LIMIT = 429

/** What a code means wherever it comes. */
export function refuseCode(networkCode: number): Refusal {
  if (networkCode === RATE_OVER_LIMIT) return refusal('TOO_MANY_REQUESTS', 'ACCOUNT_RATE_LIMITED', {})
  return refusal('UNPROCESSABLE_CONTENT', 'ACCOUNT_REFUSED', { networkCode }, { data: { networkCode } })
}

/** What the network answered; throws why it refused. */
export function requireAnswer<T>(
  answer: NetworkAnswer<T>,
  refuse: (networkCode: number) => Refusal = refuseCode,
): T {
  if (answer.kind === 'answered') return answer.value
  throw refuse(answer.networkCode)
}

/** The owner's side of acts: they go straight to the connection, and wait in no queue. */
export function createAccountCommand<Acts extends ActTable<Acts>>(
  log: Log,
  performers: Performers<Acts>,
): (account: OwnedAccount, input: unknown) => Promise<unknown> {
  return async (account, command) => {
    const connection = account.connection()
    if (!connection) throw refusal('SERVICE_UNAVAILABLE', 'ACCOUNT_NOT_ASKED', {})
    const { act, input } = command as ActCommand<Acts>
    try {
      return await performers[act](connection, input, account.client)
    } catch (err) {
      if (err instanceof Refusal) throw err
      log.warn({ err, clientId: account.client.id, act }, 'an act on the account was not answered')
      throw refusal('GATEWAY_TIMEOUT', 'NO_ANSWER_IN_TIME', {}, { cause: err })
    }
  }
}
