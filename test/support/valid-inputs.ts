import { EXAMPLE_IDS } from '../../src/api/examples/ids.ts'
import { REQUEST_EXAMPLES } from '../../src/api/examples/requests.ts'

/** Ids that exist, of things one person owns. */
export interface OwnedIds {
  clientId: string
  flowId: string
  flowStateId: string
  keyId: string
}

/** Where tests need another input than readers of the document: nothing may be asked of hosts elsewhere. */
const IN_TESTS: Readonly<Record<string, Record<string, unknown>>> = {
  'flows.import': { version: 1, name: 'Orders', clientId: EXAMPLE_IDS.clientId },
  'flows.callHttp': { id: EXAMPLE_IDS.flowId, request: { method: 'GET', url: 'https://127.0.0.1/' } },
  'models.listTools': { request: { url: 'https://127.0.0.1/mcp' } },
  'models.set': {
    name: 'default',
    provider: 'openai-compatible',
    baseUrl: 'https://models.example.com/v1',
    modelId: 'none',
  },
  'knowledge.addUrl': { url: 'https://parley.invalid/' },
  'webhooks.create': { url: 'https://example.com/hook' },
}

/** Input that fits each operation of the contract, by its name: the examples of the document, with these ids in them. */
export function buildValidInputs(ids: OwnedIds): Readonly<Record<string, Record<string, unknown>>> {
  const { clientId, flowId, keyId } = ids
  const others = {
    webhookId: clientId,
    proxyId: keyId,
    assetId: keyId,
    replyId: keyId,
    departmentId: keyId,
    labelId: keyId,
    campaignId: keyId,
    documentId: keyId,
    otherId: flowId,
    userId: 'nobody',
  }
  const real: Readonly<Record<string, string>> = { ...ids, ...others }
  const named = Object.entries(EXAMPLE_IDS).reduce(
    (text, [name, example]) => text.replaceAll(example, real[name] ?? example),
    JSON.stringify({ ...REQUEST_EXAMPLES, ...IN_TESTS }),
  )
  return JSON.parse(named) as Record<string, Record<string, unknown>>
}
