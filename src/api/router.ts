import { type AnyRouter, implement } from '@orpc/server'
import type { CallContext, PartialHandlers } from '../contract/handlers.ts'
import { contract } from '../contract/index.ts'
import { type ListedOperation, listOperations } from '../contract/operation.ts'
import { Refusal } from '../core/errors.ts'
import type { Audit } from '../features/audit/index.ts'
import { createGate, type FindClient } from './access.ts'

/** What the HTTP layer knows of a call before its body is parsed. */
export type RouterContext = Omit<CallContext, 'signal'>

type AnyHandler = (input: unknown, ctx: CallContext) => Promise<unknown>

const isHandler = (value: unknown): value is AnyHandler => typeof value === 'function'

const isTree = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function findHandler(handlers: unknown, path: readonly string[]): AnyHandler | undefined {
  let node: unknown = handlers
  for (const name of path) node = isTree(node) ? node[name] : undefined
  return isHandler(node) ? node : undefined
}

const notAvailable: (name: string) => AnyHandler = (name) => async () => {
  throw new Refusal('UNPROCESSABLE_CONTENT', `Not available yet: this server does not do ${name} so far.`, {
    data: { reason: 'NOT_AVAILABLE_YET', missing: name },
  })
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

export interface RouterOptions {
  /** Whose an id is; only asked for keys that are kept to some clients. */
  findClient?: FindClient | undefined
  /** Writes down who changes what; without it nothing is written. */
  audit?: Audit | undefined
}

function implementOperation(
  { path, procedure }: ListedOperation,
  handlers: PartialHandlers,
  { findClient, audit }: RouterOptions,
) {
  const { adminOnly } = procedure['~orpc'].meta
  const gate = createGate(path.join('.'), adminOnly, findClient)
  const handle = findHandler(handlers, path) ?? notAvailable(path.join('.'))
  return implement(procedure)
    .$context<RouterContext>()
    .handler(async ({ input, context, signal }) => {
      await gate.enter(context.principal, input)
      const { idempotencyKey: fromHeader, ...rest } = context
      const idempotencyKey = readIdempotencyKey(input, fromHeader)
      const ctx: CallContext = {
        ...rest,
        ...(idempotencyKey !== undefined && { idempotencyKey }),
        signal: signal ?? new AbortController().signal,
      }
      const work = () => handle(input, ctx)
      const answer = audit ? await audit(path.join('.'), input, ctx, work) : await work()
      return gate.leave(context.principal, answer)
    })
}

/** Joins the contract with the handlers of the features; what has no handler says so when it is called. */
export function createRouter(handlers: PartialHandlers, options: RouterOptions = {}): AnyRouter {
  const root: Record<string, AnyRouter> = {}
  for (const listed of listOperations(contract)) {
    let node: Record<string, AnyRouter> = root
    for (const name of listed.path.slice(0, -1)) {
      const next = (node[name] ?? {}) as Record<string, AnyRouter>
      node[name] = next
      node = next
    }
    node[listed.path.at(-1) ?? ''] = implementOperation(listed, handlers, options)
  }
  return root
}
