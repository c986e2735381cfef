import type { Refusal } from '../../core/errors.ts'
import type { IncomingCall } from '../../core/flow/index.ts'

/** A request to an address, its body not yet read. */
export interface IncomingRequest {
  method: 'GET' | 'POST'
  /** What follows `INCOMING_PATH`: a token, or the address of a run. */
  token: string
  /** Where it comes from. */
  peer: string
  headers: IncomingCall['headers']
  query: IncomingCall['query']
  /** The bytes as they came, or why they are not taken. */
  read(): Promise<Uint8Array | Refusal>
  /** What they say by their type, or why it cannot be read. */
  parse(raw: Uint8Array): unknown
}

export interface IncomingAnswer {
  status: number
  body: object
}
