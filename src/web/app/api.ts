import { API_PREFIX, contract } from 'virtual:contract'
import { createORPCClient, ORPCError } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import type { JsonifiedClient } from '@orpc/openapi-client'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { Contract } from '../../contract/index.ts'
import { takePrefetched } from './prefetched.ts'
import { shownWorkspace } from './shown-workspace.ts'

/** Reads a refusal by the service. Those of `chat.*` are envelopes too, which the library takes for no error of its own: it wants no other field. */
export function readRefusal(body: unknown): ORPCError<string, unknown> | null {
  if (typeof body !== 'object' || body === null) return null
  if (!('code' in body && 'message' in body && 'status' in body)) return null
  const { code, message, status } = body
  if (typeof code !== 'string' || typeof message !== 'string' || typeof status !== 'number') return null
  return new ORPCError(code, { status, message, data: 'data' in body ? body.data : undefined })
}

/** Calls the service's operations with the session cookie; types come from the contract. */
export const api: JsonifiedClient<ContractRouterClient<Contract>> = createORPCClient(
  new OpenAPILink(contract, {
    url: () => new URL(API_PREFIX, location.origin),
    customErrorResponseBodyDecoder: readRefusal,
    async fetch(request, init, _options, path, input) {
      const operation = path.join('.')
      const begun = takePrefetched(`${API_PREFIX}/${path.join('/')}`, input)
      const answer = await (begun ?? fetch(shownWorkspace.name(request, operation), init))
      return shownWorkspace.note(answer, operation)
    },
  }),
)

/** The same as options of queries and mutations, with their keys. */
export const queries = createTanstackQueryUtils(api)

/** Why a call did not give a result. */
export interface Failure {
  /** The code of the error, or OFFLINE when the service was not reached. */
  code: string
  /** The service's own sentence; null when it was not reached. */
  message: string | null
  data: unknown
}

export function toFailure(error: unknown): Failure {
  if (error instanceof ORPCError) return { code: error.code, message: error.message, data: error.data }
  return { code: 'OFFLINE', message: null, data: undefined }
}
