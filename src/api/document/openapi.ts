import type { OpenAPI } from '@orpc/contract'
import { OpenAPIGenerator } from '@orpc/openapi'
import type { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { WorkerStatus } from '../../contract/clients/worker-status.ts'
import { MediaSource, Message } from '../../contract/conversations/message.ts'
import { commonErrors, Problem, ProblemList } from '../../contract/errors.ts'
import { Webhook, WebhookDelivery } from '../../contract/events/webhook-resources.ts'
import { FlowDocument } from '../../contract/flows/exchange.ts'
import { contract, OPERATIONS } from '../../contract/index.ts'
import { API_PREFIX, EXTENSION_NOTE, type OperationEntry, VERSION } from '../../contract/operation.ts'
import * as resources from '../../contract/resources.ts'
import { ANSWER_EXAMPLES } from '../examples/answers.ts'
import { MESSAGE_EXAMPLES } from '../examples/messages.ts'
import { REQUEST_EXAMPLES } from '../examples/requests.ts'
import { describeTags } from './openapi-tags.ts'
import { annotateSchemas, createSchemaConverter } from './schema-notes.ts'
import { STREAM_DOCUMENT } from './stream-document.ts'
import { describeEvents, describeLoggedEvents, describeWebhooks } from './webhook-document.ts'

type Schema = OpenAPI.SchemaObject

const output = { strategy: 'output' } as const

const commonSchemas = {
  Client: { schema: resources.Client, ...output },
  Flow: { schema: resources.Flow, ...output },
  FlowState: { schema: resources.FlowState, ...output },
  FlowStateEvent: { schema: resources.FlowStateEvent, ...output },
  FlowStateTransition: { schema: resources.FlowStateTransition, ...output },
  MessageKey: { schema: resources.MessageKey, ...output },
  SendResponse: { schema: resources.SendResponse, ...output },
  SendResult: { schema: resources.SendResult, ...output },
  ReadResult: { schema: resources.ReadResult, ...output },
  Receipt: { schema: resources.Receipt, ...output },
  LoggedEvent: { schema: resources.LoggedEvent, ...output },
  ConversationMessage: { schema: resources.ConversationMessage, ...output },
  Contact: { schema: resources.Contact, ...output },
  Conversation: { schema: resources.Conversation, ...output },
  WorkerStatus: { schema: WorkerStatus, ...output },
  ClientStateChange: { schema: resources.ClientStateChange, ...output },
  ApiKey: { schema: resources.ApiKey, ...output },
  Webhook: { schema: Webhook, ...output },
  WebhookDelivery: { schema: WebhookDelivery, ...output },
  Problem: { schema: Problem, ...output },
  ProblemList: { schema: ProblemList, ...output },
  Message: { schema: Message },
  MediaSource: { schema: MediaSource },
  FlowDocument: { schema: FlowDocument },
} as const

const DESCRIPTION = `Operate messaging accounts from other systems. Every operation is a POST with a JSON body and answers JSON.
Send an API key in the header \`x-api-key\`. Every authenticated call counts against the key's hour (UTC clock): 100 calls on the free tier, 1000 on pro.
A key may be limited to scopes, to some clients and to a time: \`x-scope\` of an operation names the one it needs; \`any\` is every key, \`people\` none.
An operation with \`x-scope-with-secrets\` needs that scope beside its own when the flow or call it is about names a secret.
Every answer carries \`x-request-id\` and \`x-api-version\`. Operations marked as extensions go beyond the interface document.`

/** `BAD_REQUEST` is `BadRequestError` in the document. */
function errorName(code: string): string {
  const name = code.toLowerCase().replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())
  return name.endsWith('Error') ? name : `${name}Error`
}

function findCode(status: number): string | undefined {
  return Object.entries(commonErrors).find(([, error]) => error.status === status)?.[0]
}

const RECIPIENT = 'Digits with country code, +E.164, or a full address.'
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  target: RECIPIENT,
  jid: RECIPIENT,
  reaction: 'An emoji; "" removes the reaction.',
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !('$ref' in value)

/** Marks the canonical name of a field as required and its other names as deprecated. */
function settleAliases({ aliases: all = {} }: OperationEntry, schema: Schema): void {
  for (const [canonical, aliases] of Object.entries(all)) {
    schema.required = [...(schema.required ?? []), canonical]
    const description = DESCRIPTIONS[canonical]
    Object.assign(schema.properties?.[canonical] ?? {}, { description })
    for (const alias of aliases) {
      Object.assign(schema.properties?.[alias] ?? {}, {
        deprecated: true,
        description: `Same as \`${canonical}\`.`,
      })
    }
  }
}

/** What the reference page fills in and readers copy. A message has one example of each of its types. */
function describeRequest(name: string): Pick<OpenAPI.MediaTypeObject, 'example' | 'examples'> {
  const example = REQUEST_EXAMPLES[name]
  if (name !== 'chat.sendMessage') return { example }
  const ofTypes = Object.entries(MESSAGE_EXAMPLES).map(([type, { summary, message }]) => [
    type,
    { summary, value: { ...example, message } },
  ])
  return { examples: Object.fromEntries(ofTypes) as Record<string, OpenAPI.ExampleObject> }
}

function finishRequest(entry: OperationEntry, operation: OpenAPI.OperationObject): void {
  const body = operation.requestBody
  if (!body || !('content' in body)) return
  const media = body.content['application/json']
  body.required = true
  if (isSchema(media?.schema)) settleAliases(entry, media.schema)
  Object.assign(media ?? {}, describeRequest(entry.name))
}

function finishAnswer(name: string, operation: OpenAPI.OperationObject): void {
  const answer = operation.responses?.['200']
  const media = answer && 'content' in answer && answer.content?.['application/json']
  if (media) media.example = ANSWER_EXAMPLES[name]
}

function finishOperation(entry: OperationEntry, operation: OpenAPI.OperationObject): void {
  finishRequest(entry, operation)
  finishAnswer(entry.name, operation)
  for (const status of Object.keys(operation.responses ?? {})) {
    const code = findCode(Number(status))
    const of = entry.answersEnvelope ? 'Chat' : ''
    if (code && operation.responses)
      operation.responses[status] = { $ref: `#/components/responses/${of}${errorName(code)}` }
  }
  if (entry.role === 'admin') Object.assign(operation, { 'x-admin-only': true })
  Object.assign(operation, { 'x-scope': entry.scope })
  if (entry.usesSecrets) Object.assign(operation, { 'x-scope-with-secrets': 'secrets:use' })
  if (!entry.extension) return
  Object.assign(operation, { 'x-extension': true })
  operation.description = [operation.description, EXTENSION_NOTE].filter(Boolean).join(' ')
}

/** The data of each error, as a named schema `…Error`. */
function describeErrors(converter: ZodToJsonSchemaConverter): Record<string, Schema> {
  const schemas: Record<string, Schema> = {}
  for (const [code, error] of Object.entries(commonErrors)) {
    const data = 'data' in error ? converter.convert(error.data, { strategy: 'output' })[1] : undefined
    schemas[errorName(code)] = {
      type: 'object',
      properties: {
        defined: { type: 'boolean' },
        code: { type: 'string', const: code },
        status: { type: 'integer', const: error.status },
        message: { type: 'string', description: 'What went wrong and what to do about it.' },
        ...(data !== undefined && { data: data as Schema }),
      },
      required: ['defined', 'code', 'status', 'message', ...(code === 'BAD_REQUEST' ? ['data'] : [])],
    }
  }
  return schemas
}

/** Beside what every refusal says, that of a chat operation carries the fields of the envelope. */
const ENVELOPE: Schema = {
  type: 'object',
  properties: {
    type: { type: 'string', const: 'error' },
    client: { type: 'string', description: 'Client id, as it was sent; empty when none could be read.' },
    error: {
      type: 'string',
      description: '`data.reason`, or else `code`, then a colon and the same sentence as `message`.',
    },
  },
  required: ['type', 'client', 'error'],
}

function describeResponses(): Record<string, OpenAPI.ResponseObject> {
  const describe = (name: string, code: string, schema: object) => {
    const description = `${code}: ${commonErrors[code as keyof typeof commonErrors].message}`
    return [name, { description, content: { 'application/json': { schema } } }]
  }
  return Object.fromEntries(
    Object.keys(commonErrors).flatMap((code) => {
      const name = errorName(code)
      const refusal = { $ref: `#/components/schemas/${name}` }
      const envelope = { $ref: '#/components/schemas/ChatRefusal' }
      return [describe(name, code, refusal), describe(`Chat${name}`, code, { allOf: [refusal, envelope] })]
    }),
  )
}

/** The OpenAPI 3.1 document of the whole contract, or of the operations that are `chosen`; the same on every machine. */
export async function generateOpenApi(
  chosen: (operation: string) => boolean = () => true,
): Promise<OpenAPI.Document> {
  annotateSchemas()
  const converter = createSchemaConverter()
  const generator = new OpenAPIGenerator({ schemaConverters: [converter] })
  const document = await generator.generate(contract, {
    info: {
      title: 'Parley',
      version: VERSION,
      description: DESCRIPTION,
      license: { name: 'Proprietary' },
    },
    servers: [{ url: API_PREFIX }],
    security: [{ apiKey: [] }],
    tags: describeTags(),
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
      schemas: { ...describeErrors(converter), ChatRefusal: ENVELOPE, ...describeEvents(converter) },
      responses: describeResponses(),
    },
    commonSchemas,
    filter: ({ path }) => chosen(path.join('.')),
  })
  for (const { path, entry } of OPERATIONS) {
    const operation = document.paths?.[`/${path.join('/')}`]?.post
    if (operation) finishOperation(entry, operation)
  }
  Object.assign(document.components?.schemas ?? {}, describeLoggedEvents(converter))
  document.paths = { ...document.paths, '/events/stream': STREAM_DOCUMENT }
  document.webhooks = describeWebhooks()
  return document
}
