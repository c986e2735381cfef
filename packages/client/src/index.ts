import { type CallOperation, type ClientOptions, createCaller, toUrl } from './call.ts'
import { readError } from './errors.ts'
import { type StreamOptions, streamEvents } from './stream.ts'
import type { CallOptions, Input, OperationName, Operations, Output, ParleyEvent } from './types.ts'

export type { ClientOptions } from './call.ts'
export { ParleyError, ParleyUnreachable } from './errors.ts'
export type { StreamOptions } from './stream.ts'
export type { CallOptions, Input, OperationName, Operations, Output, ParleyEvent, Schemas } from './types.ts'
export { type HeaderSource, verifyWebhook, type WebhookOptions, WebhookRefused } from './webhooks.ts'

export interface Parley extends Operations {
  /** Any operation by its name. */
  call<Name extends OperationName>(
    name: Name,
    input?: Input<Name>,
    options?: CallOptions,
  ): Promise<Output<Name>>
  /** Events as they happen; a connection that breaks goes on where it was. */
  streamEvents(options?: StreamOptions): AsyncGenerator<ParleyEvent>
  /** The bytes of a file, by the path that `chat.downloadMedia` tells. */
  fetchFile(path: string, signal?: AbortSignal): Promise<Response>
}

/** A function for every name below `path`: operations are called by what they are called, so that new ones need nothing here. */
function createMembers(call: CallOperation, path: string): object {
  return new Proxy(() => undefined, {
    // What is asked for `then` is awaited and not called.
    get: (_, name) =>
      typeof name === 'string' && name !== 'then' ? createMembers(call, `${path}.${name}`) : undefined,
    apply: (_, __, [input, options]: [unknown, CallOptions | undefined]) => call(path, input, options),
  })
}

/** A client of one service with one key. It holds no connection and needs no end. */
export function createParley(options: ClientOptions): Parley {
  const call = createCaller(options)
  const own: Record<string, unknown> = {
    call,
    streamEvents: (stream?: StreamOptions) => streamEvents(options, stream),
    async fetchFile(path: string, signal?: AbortSignal) {
      const init = { headers: { 'x-api-key': options.key }, ...(signal && { signal }) }
      const response = await (options.fetch ?? fetch)(toUrl(options, path), init)
      if (!response.ok) throw await readError(response)
      return response
    },
  }
  return new Proxy(own, {
    get: (_, name) => {
      if (typeof name !== 'string' || name === 'then') return undefined
      return own[name] ?? createMembers(call, name)
    },
  }) as unknown as Parley
}
