import { createProcedureClient, implement, ORPCError } from '@orpc/server'
import {
  type CallContext,
  type Caller,
  type Handlers,
  type Principal,
  toOwner,
} from '../contract/handlers.ts'
import { OPERATIONS } from '../contract/index.ts'
import { API_PREFIX, type ListedOperation, type OperationEntry } from '../contract/operation.ts'
import { Refusal, refusal } from '../core/errors.ts'
import type { Audit } from '../features/audit/index.ts'
import type { Log } from '../platform/logger.ts'
import { type ExplainError, isInvalidInput, toAnswerable } from './call-errors.ts'
import { createGate, type Gate, type Lookups } from './gate.ts'
import { BODY_LIMITS, type BodyLimit } from './http/body.ts'
import { buildErrorBody } from './refusal-body.ts'

/** What is answered to a call, whether it was done or refused. */
export interface CallAnswer {
  status: number
  body: unknown
}

export interface Operation {
  entry: OperationEntry
  bodyLimit: BodyLimit
  /** Throws the refusal of a caller who may not call this operation whatever the input is. */
  admit(principal: Principal): void
  /** Checks the input, does the work, and checks that the answer is one of the contract. */
  call(input: unknown, context: IncomingCall): Promise<CallAnswer>
}

type AnyHandler = (input: unknown, ctx: CallContext) => Promise<unknown>

const isHandler = (value: unknown): value is AnyHandler => typeof value === 'function'

const isTree = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function findHandler(handlers: Handlers, path: readonly string[]): AnyHandler {
  let node: unknown = handlers
  for (const name of path) node = isTree(node) ? node[name] : undefined
  if (!isHandler(node)) throw new Error(`${path.join('.')} has no handler`)
  return node
}

/** The key that makes a send repeatable: from the body or the header; two different ones are refused. */
function readIdempotencyKey(input: unknown, fromHeader: string | undefined): string | undefined {
  const value = isTree(input) ? input.idempotencyKey : undefined
  const fromBody = typeof value === 'string' ? value : undefined
  if (fromBody === undefined || fromHeader === undefined || fromBody === fromHeader)
    return fromBody ?? fromHeader
  throw new Refusal(
    'BAD_REQUEST',
    'idempotencyKey and the header Idempotency-Key differ; send only one of them.',
    {
      data: {
        errors: [{ path: 'idempotencyKey', message: 'It differs from the header Idempotency-Key.' }],
        warnings: [],
      },
    },
  )
}

/** A call as it comes in. Whose resources it may use follows from the caller. */
export type IncomingCall = Omit<CallContext, 'owner' | 'principal'> & { principal: Caller }

export interface OperationOptions extends Lookups {
  log: Log
  /** Turns failures that are no bugs into refusals. */
  explain?: ExplainError | undefined
  /** Writes down who changes what; without it nothing is written. */
  audit?: Audit | undefined
}

function implementOperation(
  { path, entry, procedure }: ListedOperation,
  handlers: Handlers,
  gate: Gate,
  audit: Audit | undefined,
) {
  const handle = findHandler(handlers, path)
  return implement(procedure)
    .$context<IncomingCall>()
    .handler(async ({ input, context }) => {
      const { idempotencyKey: fromHeader, ...rest } = context
      const owner = toOwner(rest.principal.workspaceId)
      await gate.enter(rest.principal, owner, input)
      const idempotencyKey = readIdempotencyKey(input, fromHeader)
      const ctx: CallContext = { ...rest, owner, ...(idempotencyKey !== undefined && { idempotencyKey }) }
      const work = async () => {
        await gate.checkOwner(owner, input)
        return await handle(input, ctx)
      }
      const answer = audit ? await audit(entry, input, ctx, work) : await work()
      return gate.leave(rest.principal, answer)
    })
}

/**
 * The library checks input, answer and errors; it is called without its HTTP side, as the path is known by then and the
 * body was read by our own rules (`bench/ping.ts`: that side was an eighth of a call).
 */
function createOperation(listed: ListedOperation, handlers: Handlers, options: OperationOptions): Operation {
  const { name, entry } = listed
  const gate = createGate(entry, options)
  const client = createProcedureClient(implementOperation(listed, handlers, gate, options.audit), {
    path: listed.path,
    context: (context: IncomingCall) => context,
    interceptors: [
      async ({ next, input, context: { requestId } }) => {
        try {
          return await next()
        } catch (error) {
          const foreign = isInvalidInput(error) ? entry.recognise?.(input) : null
          const why = foreign ? refusal('BAD_REQUEST', foreign.reason, foreign.params) : error
          throw toAnswerable(why, { requestId, operation: name }, options)
        }
      },
    ],
  })
  return {
    entry,
    bodyLimit: BODY_LIMITS[entry.body ?? 'none'],
    admit: gate.admit,
    async call(input, context) {
      try {
        return { status: 200, body: await client(input, { context }) }
      } catch (error) {
        if (error instanceof ORPCError) {
          return { status: error.status, body: buildErrorBody(error.toJSON(), entry, input) }
        }
        throw error
      }
    },
  }
}

/** By their paths, the operations of the contract with the handlers of the features. */
export function createOperations(
  handlers: Handlers,
  options: OperationOptions,
): ReadonlyMap<string, Operation> {
  return new Map(
    OPERATIONS.map((listed) => [
      `${API_PREFIX}/${listed.path.join('/')}`,
      createOperation(listed, handlers, options),
    ]),
  )
}
