import type { TraceCarrier } from '../platform/tracing/tracing.ts'
import type { BusReply } from './port.ts'

/** What goes to the owner of a client. `poll` asks only what became of a command that was given before. */
export interface CommandFrame {
  id: string
  poll: boolean
  name: string
  input: unknown
  trace?: TraceCarrier | undefined
}

/**
 * What the owner says of a command. `busy`: it is being worked on, and this is said again every few seconds.
 * `not_known`: a poll for a command this process never got. `not_owner`: this process may not answer for the client.
 * `broken`: the handler failed in a way nobody expected.
 */
export type AnswerFrame =
  | { state: 'done'; reply: BusReply }
  | { state: 'busy' }
  | { state: 'not_known' }
  | { state: 'not_owner' }
  | { state: 'broken'; message: string }

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** An absent `undefined` input and result travel as nothing and come back as undefined. */
export function encodeFrame(frame: CommandFrame | AnswerFrame | Record<string, unknown>): Uint8Array {
  return encoder.encode(JSON.stringify(frame))
}

/** Frames come only from processes of this service; anything else on the subject is a mistake and throws. */
export function decodeFrame<Frame>(bytes: Uint8Array): Frame {
  return JSON.parse(decoder.decode(bytes)) as Frame
}
