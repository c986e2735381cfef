import { type Refusal, refusal, toRefusal } from '../core/errors.ts'
import type { TraceCarrier } from '../platform/tracing/tracing.ts'

/**
 * Commands to the process that owns a client's connection, and live events to whoever watches.
 * The bus carries nothing that must survive; what must survive is in PostgreSQL first.
 */
export interface Bus {
  /**
   * Asks the owner of a client. `commandId` names the effect: every transport can lose the reply after the effect,
   * so a retry uses the same id and the owner answers from what it kept.
   */
  request(
    clientId: string,
    command: BusCommand,
    options: { commandId: string; timeoutMs: number },
  ): Promise<BusReply>
  /** Answers commands for a client until the returned function is called. One handler per client and process. */
  serve(
    clientId: string,
    handler: (command: BusCommand, commandId: string) => Promise<unknown>,
  ): () => Promise<void>
  /** Tells every process something happened now, e.g. `client.status`; lost when nobody listens. */
  publish(topic: string, payload: Record<string, unknown>): void
  subscribe(topic: string, handler: (payload: Record<string, unknown>) => void): () => void
  close(): Promise<void>
}

/**
 * A handler throws this when its process may no longer answer for the client, having done nothing. The caller gets the
 * answer of the process that may, else `no_owner`.
 */
export class NotOwnedError extends Error {
  constructor(clientId: string) {
    super(`client ${clientId} is not owned here any more; ask again, another process takes it over`)
    this.name = 'NotOwnedError'
  }
}

export interface BusCommand {
  name: string
  input: unknown
  /** The caller's trace, when there is one. */
  trace?: TraceCarrier | undefined
}

/** `no_owner`: nobody owns the client, known at once. `unknown`: no reply in time; the effect may have happened. */
export type BusReply =
  | { kind: 'ok'; result: unknown }
  | { kind: 'error'; error: { code: string; message: string; data?: Record<string, unknown> } }
  | { kind: 'no_owner' }
  | { kind: 'unknown' }

/**
 * What the owner of a client answered; undefined where it is not known whether the command took effect. Throws why the owner refused,
 * or `nobody` while no process owns the client.
 */
export function readReply<Result>(reply: BusReply, nobody: () => Refusal): Result | undefined {
  switch (reply.kind) {
    case 'ok':
      return reply.result as Result
    case 'error':
      throw toRefusal(reply.error)
    case 'no_owner':
      throw nobody()
    case 'unknown':
      return undefined
  }
}

/** What the owner of a client answered. Throws as `readReply` does, and where no answer came in time. */
export function requireReply<Result>(reply: BusReply, nobody: () => Refusal): Result {
  if (reply.kind === 'unknown') throw refusal('GATEWAY_TIMEOUT', 'NO_ANSWER_IN_TIME', {})
  return readReply<Result>(reply, nobody) as Result
}
