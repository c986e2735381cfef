import type { CallKind } from '../../../core/conversation/content.ts'
import type { NetworkConnection } from '../../../network/port.ts'
import { noCallLink } from '../records/refusals.ts'

const TIMEOUT_MS = 10_000

/** Asks the network for links of calls; an event without the link its caller asked for is not sent. */
export const createCallLinks =
  (connection: Pick<NetworkConnection, 'createCallLink'>) =>
  async (call: CallKind, startSec: number): Promise<string> => {
    try {
      return await connection.createCallLink(call, startSec, TIMEOUT_MS)
    } catch (cause) {
      throw noCallLink(cause)
    }
  }
