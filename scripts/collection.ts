import type { OpenAPI } from '@orpc/contract'
import { API_PREFIX } from '../src/contract/operation.ts'
import { buildValidInputs } from '../test/support/valid-inputs.ts'

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/** What the requests leave open, by name; `url` and `key` belong to the service, the ids to what is tried on it. */
const VARIABLES = {
  url: 'http://127.0.0.1:3000',
  key: '',
  clientId: '',
  flowId: '',
  flowStateId: '',
  keyId: '',
}

export interface CollectionRequest {
  name: string
  request: {
    method: 'POST'
    description: string
    header: { key: string; value: string }[]
    url: { raw: string; host: string[]; path: string[] }
    body: { mode: 'raw'; raw: string; options: { raw: { language: 'json' } } }
  }
}

export interface Collection {
  info: { name: string; description: string; version: string; schema: string }
  auth: { type: 'apikey'; apikey: { key: string; value: string; type: 'string' }[] }
  variable: { key: string; value: string; type: 'string' }[]
  item: { name: string; description: string; item: CollectionRequest[] }[]
}

const EXAMPLES = buildValidInputs({
  clientId: '{{clientId}}',
  flowId: '{{flowId}}',
  flowStateId: '{{flowStateId}}',
  keyId: '{{keyId}}',
})

function buildRequest(operation: OpenAPI.OperationObject): CollectionRequest {
  const { operationId: name = '', summary = '', description } = operation
  const path = [...API_PREFIX.split('/').slice(1), ...name.split('.')]
  return {
    name,
    request: {
      method: 'POST',
      description: [`${summary}.`, description].filter(Boolean).join(' '),
      header: [{ key: 'content-type', value: 'application/json' }],
      url: { raw: `{{url}}/${path.join('/')}`, host: ['{{url}}'], path },
      body: {
        mode: 'raw',
        raw: JSON.stringify(EXAMPLES[name] ?? {}, null, 2),
        options: { raw: { language: 'json' } },
      },
    },
  }
}

/** Every operation as a request that can be sent as it is, in a folder for each group; Postman and Bruno import it. */
export function buildCollection(document: OpenAPI.Document): Collection {
  const operations = Object.values(document.paths ?? {}).flatMap((item) => item?.post ?? [])
  const { title, version, description = '' } = document.info
  const auth = { key: 'x-api-key', value: '{{key}}', in: 'header' }
  return {
    info: { name: title, description, version, schema: SCHEMA },
    auth: {
      type: 'apikey',
      apikey: Object.entries(auth).map(([key, value]) => ({ key, value, type: 'string' })),
    },
    variable: Object.entries(VARIABLES).map(([key, value]) => ({ key, value, type: 'string' })),
    item: (document.tags ?? []).map((tag) => ({
      name: tag.name,
      description: tag.description ?? '',
      item: operations.filter((operation) => operation.tags?.includes(tag.name)).map(buildRequest),
    })),
  }
}
