import type { ContractProcedure, ErrorMap, InferSchemaInput, InferSchemaOutput } from '@orpc/contract'
import type { Contract } from './index.ts'
import type { OperationEntry } from './operation.ts'

/** Who calls. A key acts for its owner; a session is a person in the dashboard. */
export interface Principal {
  userId: string
  role: 'admin' | 'user'
  plan: 'free' | 'pro'
  via: 'key' | 'session'
  keyId?: string
  /** What the key may do; null or absent: all its owner may. */
  scopes?: readonly string[] | null
  /** The only clients the key works on; null or absent: all of its owner. */
  clientIds?: readonly string[] | null
}

declare const OWNER: unique symbol

/** The account whose things a call is about. Who makes the call is its principal, which is another thing to know. */
export type OwnerId = string & { readonly [OWNER]: true }

/** Everybody's things are their own: a person's account and their keys' owner are one. */
export const toOwner = (userId: string): OwnerId => userId as OwnerId

/** A file that was given in a body and lies on disk instead of in memory. */
export interface SpooledFile {
  readonly sizeBytes: number
  readonly sha256: Uint8Array
  /** Puts it into the media store; what nobody keeps is deleted after the call. */
  keep(key: string): Promise<void>
}

export interface CallContext {
  /** Who calls: for what is written down of a call, and what the caller may do. */
  principal: Principal
  /** Whose clients, flows, secrets and files the call is about; nobody else's are there for it. */
  owner: OwnerId
  requestId: string
  /** From the body's `idempotencyKey` or the header `Idempotency-Key`. */
  idempotencyKey?: string
  /** What long values of `base64` were replaced by, and the files they were. */
  spooled?: ReadonlyMap<string, SpooledFile>
  /** Aborts when the caller is gone. */
  signal: AbortSignal
}

type HandlersOf<C> =
  C extends ContractProcedure<infer Input, infer Output, ErrorMap, OperationEntry>
    ? (input: InferSchemaOutput<Input>, ctx: CallContext) => Promise<InferSchemaInput<Output>>
    : { [K in keyof C]: HandlersOf<C[K]> }

/**
 * What features implement: one function per operation, and none may be missing. Input arrives parsed; a `Refusal` thrown is answered as such,
 * anything else thrown is a bug.
 */
export type Handlers = HandlersOf<Contract>
