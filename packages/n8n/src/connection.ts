import type { ICredentialDataDecryptedObject, INode, JsonObject } from 'n8n-workflow'
import { NodeApiError, NodeOperationError } from 'n8n-workflow'
import { createParley, type Parley, ParleyError, ParleyUnreachable } from '../../client/src/index.ts'

/** The client for the credentials of a node. */
export function connect(credentials: ICredentialDataDecryptedObject): Parley {
  return createParley({ url: String(credentials.url), key: String(credentials.apiKey) })
}

/** What went wrong as n8n shows it: the service's own sentence, which says what to do next. */
export function toNodeError(
  node: INode,
  error: unknown,
  itemIndex: number,
): NodeApiError | NodeOperationError {
  if (error instanceof ParleyError) {
    const { message, code, reason, requestId, status } = error
    const facts: JsonObject = { message, code, reason, requestId }
    const description = [reason ?? code, requestId ? `request ${requestId}` : ''].filter(Boolean).join(', ')
    return new NodeApiError(node, facts, { message, description, httpCode: String(status), itemIndex })
  }
  const message =
    error instanceof ParleyUnreachable
      ? `${error.message} See that the address of the credentials is right and the service runs.`
      : error instanceof Error
        ? error.message
        : String(error)
  return new NodeOperationError(node, message, { itemIndex })
}
