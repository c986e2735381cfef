import type { Tracing } from '../platform/tracing/tracing.ts'
import type { NetworkConnection, NetworkConnector, OpenOptions } from './port.ts'

function traceSends(connection: NetworkConnection, clientId: string, tracing: Tracing): NetworkConnection {
  const send: NetworkConnection['send'] = (message) => {
    const attributes = {
      'parley.client_id': clientId,
      'parley.message_id': message.id,
      'parley.bytes': message.bytes.length,
    }
    return tracing.span('send message', { kind: 'client', attributes }, async (notes) => {
      const outcome = await connection.send(message)
      notes.set({ 'parley.outcome': outcome.kind })
      if (outcome.kind === 'unknown') notes.fail()
      return outcome
    })
  }
  // Not a copy: a connection may be an object of a class, and keeps what it knows to itself.
  return new Proxy(connection, {
    get(target, name) {
      if (name === 'send') return send
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** What the network tells is the beginning of all it causes. */
function traceEvents(options: OpenOptions, tracing: Tracing): OpenOptions {
  const { clientId, handlers } = options
  return {
    ...options,
    handlers: {
      ...handlers,
      onEvents(events) {
        const attributes = { 'parley.client_id': clientId, 'parley.events': events.length }
        return tracing.span('take events', { attributes }, () => handlers.onEvents(events))
      },
    },
  }
}

/**
 * The same network with a span for what it tells, and one for each message, from handing it over to its
 * acknowledgement.
 */
export function createTracedConnector(connector: NetworkConnector, tracing: Tracing): NetworkConnector {
  if (!tracing.isOn) return connector
  return {
    ...connector,
    // A connection lives on when the command that opened it has long been answered.
    open: (options) =>
      tracing.detached(() =>
        traceSends(connector.open(traceEvents(options, tracing)), options.clientId, tracing),
      ),
  }
}
