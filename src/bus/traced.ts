import type { Tracing } from '../platform/tracing/tracing.ts'
import type { Bus } from './port.ts'

/** The same bus with a span at both ends of each command, of one trace also when they are in two processes. */
export function createTracedBus(bus: Bus, tracing: Tracing): Bus {
  if (!tracing.isOn) return bus
  return {
    publish: (topic, payload) => bus.publish(topic, payload),
    close: () => bus.close(),
    request(clientId, { name, input }, options) {
      const attributes = {
        'parley.client_id': clientId,
        'parley.command': name,
        'parley.command_id': options.commandId,
      }
      return tracing.span(`ask ${name}`, { kind: 'client', attributes }, async (notes) => {
        const carried = tracing.carry()
        const trace = carried && { trace: carried }
        const reply = await bus.request(clientId, { name, input, ...trace }, options)
        notes.set({ 'parley.outcome': reply.kind === 'error' ? reply.error.code : reply.kind })
        return reply
      })
    },
    serve: (clientId, handler) =>
      bus.serve(clientId, ({ trace, ...command }, commandId) => {
        const attributes = {
          'parley.client_id': clientId,
          'parley.command': command.name,
          'parley.command_id': commandId,
        }
        const options = { kind: 'server', attributes, from: trace } as const
        return tracing.span(`do ${command.name}`, options, () => handler(command, commandId))
      }),
    // In one process a topic's handlers run inside of whoever publishes; what they begin is not part of that.
    subscribe: (topic, handler) =>
      bus.subscribe(topic, (payload) => tracing.detached(() => handler(payload))),
  }
}
