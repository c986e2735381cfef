import { type BinaryNode, generateMessageIDV2, type WASocket } from 'baileys'
import type { Address } from '../../../core/addresses.ts'
import type { NetworkAnswer, NetworkPersons } from '../../port.ts'

/** How long one question to the network may take; less than a command of the API waits. */
const ASK_MS = 12_000

/** A refusal of the network stands in the acknowledgement, as an attribute. */
function toAnswer(ack: BinaryNode | undefined): NetworkAnswer<null> {
  if (!ack) throw new Error(`the network did not answer within ${ASK_MS} ms; ask again`)
  const networkCode = Number(ack.attrs.error)
  return Number.isInteger(networkCode) ? { kind: 'refused', networkCode } : { kind: 'answered', value: null }
}

/** Acts towards single people, as stanzas of our own where the library has none that can be refused. */
export class PersonActs implements NetworkPersons {
  readonly #socket: () => WASocket

  constructor(socket: () => WASocket) {
    this.#socket = socket
  }

  /** The form of whatsmeow's `RejectCall`. */
  async rejectCall(callId: string, caller: Address): Promise<NetworkAnswer<null>> {
    const socket = this.#socket()
    const reject = { tag: 'reject', attrs: { 'call-id': callId, 'call-creator': caller, count: '0' } }
    const from = socket.authState.creds.me?.id.replace(/:\d+@/, '@') ?? ''
    const attrs = { id: generateMessageIDV2(), from, to: caller }
    return toAnswer(await socket.query({ tag: 'call', attrs, content: [reject] }, ASK_MS))
  }
}
