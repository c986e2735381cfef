import {
  type AnyContractRouter,
  type AnySchema,
  type ContractProcedure,
  type ErrorMap,
  isContractProcedure,
  oc,
} from '@orpc/contract'
import { commonErrors } from './errors.ts'

/**
 * Version of this service and of its interface: in the OpenAPI document, as `x-api-version`, by `server.ping` and in the
 * packages. Within a major version changes are additive only.
 */
export const VERSION = '1.0.0'

/** Ends the description of each operation that the interface does not name. */
export const EXTENSION_NOTE = 'Extension: not part of the interface document.'

/** Every operation is `POST {API_PREFIX}/<group>/<operation>`; GET on the prefix itself is the reference page. */
export const API_PREFIX = '/api/rpc/api-reference'

export interface OperationMeta {
  /** True for operations beyond the interface document. */
  extension: boolean
  /** True when only admins may call it; others get FORBIDDEN. */
  adminOnly: boolean
}

const root = oc.$meta<OperationMeta>({ extension: false, adminOnly: false }).errors(commonErrors)

/** Starts an operation of the interface. `describe` says in one or two sentences what a caller gets. */
export function operation(tag: string, summary: string, describe?: string) {
  return root.route({ method: 'POST', tags: [tag], summary, ...(describe && { description: describe }) })
}

/** Starts an operation beyond the interface, under the same rules. */
export function extension(tag: string, summary: string, describe?: string) {
  return operation(tag, summary, describe).meta({ extension: true, adminOnly: false })
}

export interface ListedOperation {
  /** For example `['flows', 'states', 'get']`. */
  path: readonly string[]
  procedure: ContractProcedure<AnySchema, AnySchema, ErrorMap, OperationMeta>
}

/** Every operation below a contract router, in the order it is written. */
export function listOperations(router: AnyContractRouter, path: readonly string[] = []): ListedOperation[] {
  if (isContractProcedure(router)) return [{ path, procedure: router }]
  return Object.entries(router).flatMap(([name, child]) => listOperations(child, [...path, name]))
}
