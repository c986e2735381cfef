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

type Input = Record<string, unknown>

const EXAMPLES: Readonly<Record<string, Input>> = { ...REQUEST_EXAMPLES, ...IN_TESTS }

/** Input that fits each operation of the contract, by its name: the examples of the document, with these ids in them. */
export function buildValidInputs(ids: OwnedIds): Readonly<Record<string, Input>> {
  return replaceIds(EXAMPLES, ids)
}

/** Input that fits that operation; see `buildValidInputs`. */
export function buildValidInput(operation: string, ids: OwnedIds): Input | undefined {
  const example = EXAMPLES[operation]
  return example && replaceIds(example, ids)
}

function replaceIds<T extends object>(examples: T, ids: OwnedIds): T {
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
    JSON.stringify(examples),
  )
  return JSON.parse(named) as T
}
