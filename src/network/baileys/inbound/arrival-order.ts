import type { BinaryNode, WASocket } from 'baileys'
import type { WireOrder } from '../../../core/conversation/message.ts'
import type { StanzaAttrs } from '../../translate/wire.ts'

/** The order in which messages and acknowledgements come off the wire of one connection. */
export interface ArrivalOrder {
  /** To be called before the library handles anything. */
  listen(socket: WASocket, onAck: (attrs: StanzaAttrs, order: WireOrder) => void): void
  /** Undefined for what waited at the server: it may come after the acknowledgement of what was sent later. */
  of(attrs: StanzaAttrs): WireOrder | undefined
}

export function createArrivalOrder(connection: string): ArrivalOrder {
  const orders = new WeakMap<StanzaAttrs, WireOrder>()
  let n = 0
  const next = (): WireOrder => {
    n += 1
    return { connection, n }
  }
  return {
    listen(socket, onAck) {
      socket.ws.prependListener('CB:message', ({ attrs }: BinaryNode) => {
        if (attrs.offline === undefined) orders.set(attrs, next())
      })
      socket.ws.on('CB:ack,class:message', ({ attrs }: BinaryNode) => onAck(attrs, next()))
    },
    of: (attrs) => orders.get(attrs),
  }
}
