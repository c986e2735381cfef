import type { ContractProcedure, ErrorMap, InferSchemaInput, InferSchemaOutput } from '@orpc/contract'
import type { Contract } from './index.ts'
import type { OperationEntry } from './operation.ts'
import type { WorkspaceRole } from './scopes.ts'

/** Who calls. A key acts for its owner; a session is a person in the dashboard. */
export interface Principal {
  userId: string
  /** In this installation; what somebody may do in a workspace is another thing. */
  role: 'admin' | 'user'
  /** That of the workspace. */
  plan: 'free' | 'pro'
  via: 'key' | 'session'
  keyId?: string
  /** What the key may do; null or absent: all its owner may. */
  scopes?: readonly string[] | null
  /** The only clients the caller sees; null or absent: all of the workspace. */
  clientIds?: readonly string[] | null
  /** What the person is in the workspace. */
  workspaceRole?: WorkspaceRole
  /** Of somebody who signed in. */
  sessionId?: string
}

/** Who calls, and in which workspace: its row of members was read with the key or the session. */
export interface Caller extends Principal {
  workspaceId: string
  workspaceRole: WorkspaceRole
}

declare const OWNER: unique symbol

/** The workspace whose things a call is about. Who makes the call is its principal, which is another thing to know. */
export type OwnerId = string & { readonly [OWNER]: true }

/** The first workspace of a person has the id of their account. */
export const toOwner = (workspaceId: string): OwnerId => workspaceId as OwnerId

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
