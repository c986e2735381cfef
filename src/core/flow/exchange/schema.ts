import { z } from 'zod'
import { CONTACT_FIELD_NAME, CONTACT_FIELD_TYPES, MAX_FIELD_CHOICES } from '../../contact/contact-fields.ts'
import { MAX_TABLE_COLUMNS, MAX_TABLE_UNIQUES, TABLE_NAME } from '../../tables.ts'
import { FALLBACK_BEHAVIORS, RETRIGGER_BEHAVIORS, VARIABLE_NAME } from '../definition.ts'
import { INPUT_TYPES } from '../expressions/input-types.ts'
import {
  MAX_DEFINITION_CHARS,
  MAX_EDGES,
  MAX_LANGUAGES,
  MAX_NODES,
  MAX_STEPS_PER_EVENT_SETTING,
  MAX_STOP_WORD_CHARS,
  MAX_STOP_WORDS,
  MAX_SYNONYM_CHARS,
  MAX_SYNONYM_GROUPS,
  MAX_SYNONYMS,
  MAX_TEST_CASES,
  MAX_TEXT_CHARS,
  MAX_TRANSLATED_TEXTS,
} from '../limits.ts'
import { NODE_TYPES } from '../nodes/registry.ts'
import { EXCHANGE_VERSION } from './exchange.ts'

type Json = Record<string, unknown>

const text = (maxLength: number): Json => ({ type: 'string', maxLength })
const object = (properties: Json, required: string[] = []): Json => ({
  type: 'object',
  ...(required.length > 0 ? { required } : {}),
  properties,
})
const orText = (schema: Json): Json => ({ anyOf: [schema, { $ref: '#/$defs/jsonText' }] })

/**
 * The JSON Schema of the exchange format, as published in docs/flow-exchange.schema.json. It says what can be imported;
 * `$defs/data/properties` holds, for each node type, what publish asks of a node's `data`.
 */
export function buildExchangeSchema(): Json {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:flow-exchange:${EXCHANGE_VERSION}`,
    title: 'A flow as it travels: the body of an import, the file of an export',
    type: 'object',
    required: ['version', 'name'],
    additionalProperties: true,
    properties: {
      version: { const: EXCHANGE_VERSION },
      name: { type: 'string', minLength: 1, maxLength: 120 },
      description: { type: ['string', 'null'], maxLength: 2_000 },
      clientId: { type: ['string', 'null'] },
      nodes: orText({ type: 'array', maxItems: MAX_NODES, items: { $ref: '#/$defs/node' } }),
      edges: orText({ type: 'array', maxItems: MAX_EDGES, items: { $ref: '#/$defs/edge' } }),
      viewport: orText({ $ref: '#/$defs/viewport' }),
      retriggerBehavior: { enum: [...RETRIGGER_BEHAVIORS], default: RETRIGGER_BEHAVIORS[0] },
      fallbackBehavior: { enum: [...FALLBACK_BEHAVIORS], default: FALLBACK_BEHAVIORS[0] },
      fallbackText: { type: ['string', 'null'], maxLength: 4_096 },
      settings: buildSettings(),
      variables: { type: 'array', items: { $ref: '#/$defs/variable' } },
      requires: buildRequires(),
      testCases: {
        type: 'array',
        maxItems: MAX_TEST_CASES,
        items: { type: 'object' },
        description: 'Cases that are played before the flow is published, in the form of docs/flows.md.',
      },
      ref: { type: 'string', description: 'The name the other flows of a bundle call this one by.' },
      bundle: { type: 'array', maxItems: 100, items: { $ref: '#' } },
      source: buildSource(),
    },
    $defs: buildDefinitions(),
  }
}

function buildSettings(): Json {
  return object({
    timezone: { type: 'string' },
    locale: { type: 'string' },
    dormantTtlSec: { type: 'integer', minimum: 60 },
    inputDebounceMs: { type: 'integer', minimum: 0, maximum: 30_000 },
    typeAhead: { type: 'boolean' },
    maxStepsPerEvent: { type: 'integer', minimum: 1, maximum: MAX_STEPS_PER_EVENT_SETTING },
    synonyms: {
      type: 'array',
      maxItems: MAX_SYNONYM_GROUPS,
      items: {
        type: 'array',
        maxItems: MAX_SYNONYMS,
        items: { type: 'string', maxLength: MAX_SYNONYM_CHARS },
      },
      description: 'Words that mean the same where a menu or a keyword is tolerant, a group each.',
    },
    stopWords: {
      type: 'array',
      maxItems: MAX_STOP_WORDS,
      items: { type: 'string', maxLength: MAX_STOP_WORD_CHARS },
      description: 'Whoever writes one of them, and nothing else, ends the run.',
    },
    languages: buildLanguages(),
  })
}

function buildLanguages(): Json {
  const translation = object({ text: text(MAX_TEXT_CHARS), of: { type: 'integer', minimum: 0 } }, [
    'text',
    'of',
  ])
  return {
    ...object(
      {
        main: { type: 'string' },
        others: { type: 'array', maxItems: MAX_LANGUAGES, items: { type: 'string' } },
        field: { type: 'string', pattern: CONTACT_FIELD_NAME.source, default: 'language' },
        guess: { type: 'boolean', default: false },
        texts: {
          type: 'object',
          additionalProperties: {
            type: 'object',
            maxProperties: MAX_TRANSLATED_TEXTS,
            additionalProperties: translation,
          },
        },
      },
      ['main'],
    ),
    description:
      'The languages of the flow: texts of the main one stand in the nodes, those of the others in `texts`, by language and by NODE.PLACE. `of` is the FNV-1a hash of the text that was translated.',
  }
}

function buildRequires(): Json {
  const texts = { type: 'array', items: { type: 'string' } }
  const flow = object({ ref: { type: 'string' }, name: { type: 'string' } }, ['ref'])
  const asset = object(
    {
      ref: { type: 'string' },
      sha256: { type: 'string' },
      mimeType: { type: 'string' },
      fileName: { type: 'string' },
      sizeBytes: { type: 'integer', minimum: 1 },
      url: { type: 'string' },
    },
    ['ref', 'sha256'],
  )
  return object({
    secrets: texts,
    flows: { type: 'array', items: flow },
    assets: { type: 'array', items: asset },
    nodeTypes: texts,
    ...buildDefinedNeeds(),
  })
}

/** Tables and fields that an import makes where they are not there yet; rows and values never travel. */
function buildDefinedNeeds(): Json {
  const name = { type: 'string', pattern: TABLE_NAME.source }
  const choices = { type: 'array', maxItems: MAX_FIELD_CHOICES, items: { type: 'string', maxLength: 100 } }
  const type = { enum: [...CONTACT_FIELD_TYPES] }
  const description = text(500)
  const column = object({ name, type, choices, isRequired: { type: 'boolean' } }, ['name', 'type'])
  const group = { type: 'array', minItems: 1, maxItems: 10, items: name }
  const table = object(
    {
      ...{ name, description },
      columns: { type: 'array', minItems: 1, maxItems: MAX_TABLE_COLUMNS, items: column },
      unique: { type: 'array', maxItems: MAX_TABLE_UNIQUES, items: group },
    },
    ['name', 'columns'],
  )
  const field = object({ name, label: text(100), type, choices, description }, ['name', 'type'])
  return { tables: { type: 'array', items: table }, contactFields: { type: 'array', items: field } }
}

function buildSource(): Json {
  return object({
    app: { type: 'string' },
    appVersion: { type: 'string' },
    flowId: { type: 'string' },
    exportedAt: { type: 'string', format: 'date-time' },
    convertedFrom: { type: 'string' },
    notes: { type: 'array', items: { type: 'string' } },
  })
}

function buildDefinitions(): Json {
  const number = { type: 'number' }
  const position = object({ x: number, y: number }, ['x', 'y'])
  return {
    jsonText: { ...text(MAX_DEFINITION_CHARS), contentMediaType: 'application/json' },
    viewport: object({ x: number, y: number, zoom: { type: 'number', exclusiveMinimum: 0 } }, [
      'x',
      'y',
      'zoom',
    ]),
    variable: object(
      {
        name: { type: 'string', pattern: VARIABLE_NAME.source },
        type: { enum: [...INPUT_TYPES] },
        default: {},
        pii: { type: 'boolean' },
      },
      ['name'],
    ),
    node: object(
      {
        id: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
        type: { type: 'string', pattern: '^[a-z][a-z0-9_]*(\\.[a-z0-9_]+)*$' },
        position,
        data: { type: 'object' },
        parentId: { type: 'string' },
        width: number,
        height: number,
      },
      ['id', 'type', 'position'],
    ),
    edge: object(
      {
        id: { type: 'string', minLength: 1, maxLength: 128 },
        source: { type: 'string' },
        target: { type: 'string' },
        sourceHandle: { type: ['string', 'null'], maxLength: 80 },
        targetHandle: { type: ['string', 'null'] },
        type: { type: 'string' },
        label: { type: 'string' },
      },
      ['id', 'source', 'target'],
    ),
    data: object(
      Object.fromEntries(NODE_TYPES.map((nodeType) => [nodeType.type, toDataSchema(nodeType.schema)])),
    ),
  }
}

function toDataSchema(schema: z.ZodType): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest
}
