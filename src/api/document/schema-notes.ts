import { JSON_SCHEMA_REGISTRY, ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { CONTENT_TYPES, MediaSource, Message } from '../../contract/conversations/message.ts'
import { flowParts } from '../../contract/flows/exchange.ts'

/**
 * What the schemas' own types cannot say in the OpenAPI document. Kept out of the contract, so that the browser's
 * bundle stays free of it.
 */
export function annotateSchemas(): void {
  if (JSON_SCHEMA_REGISTRY.has(Message)) return
  JSON_SCHEMA_REGISTRY.add(Message, {
    description: 'Exactly one message type, with its modifiers beside it.',
    oneOf: CONTENT_TYPES.map((type) => ({ required: [type] })),
    examples: [{ text: 'Hello' }, { image: 'https://example.com/cat.jpg', caption: 'A cat' }],
  })
  JSON_SCHEMA_REGISTRY.add(MediaSource, {
    description: 'Media as an http(s) URL string, {url}, or {base64, mimetype}.',
  })
}

const JSON_TEXT_PARTS: readonly unknown[] = [flowParts.nodes, flowParts.edges, flowParts.viewport]

type Interceptor = NonNullable<
  NonNullable<ConstructorParameters<typeof ZodToJsonSchemaConverter>[0]>['interceptors']
>[number]

/** Says of the parts of a flow that JSON text is taken as well. */
const describeJsonText: Interceptor = ({ schema, options, next }) => {
  const [required, json] = next()
  if (options.strategy !== 'input' || !JSON_TEXT_PARTS.includes(schema)) return [required, json]
  return [required, { anyOf: [json, { type: 'string', description: 'JSON text of the same.' }] }]
}

export function createSchemaConverter(): ZodToJsonSchemaConverter {
  return new ZodToJsonSchemaConverter({ interceptors: [describeJsonText] })
}
