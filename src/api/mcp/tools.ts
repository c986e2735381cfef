import type { OpenAPI } from '@orpc/contract'
import { ENTRIES, OPERATIONS } from '../../contract/index.ts'
import { EXTENSION_NOTE, type OperationEntry } from '../../contract/operation.ts'
import { shareRepeated } from './share-repeated.ts'

type Schema = Record<string, unknown>

/** One operation of the API as assistants are told of it. */
export interface OperationTool {
  entry: OperationEntry
  /** Of the operation, with underscores, because assistants take no dots in the name of a tool. */
  name: string
  title: string
  description: string
  /** JSON Schema that stands alone: what it refers to is in its own `$defs`. */
  inputSchema: Schema
  /** JSON Schema of the answer, without the descriptions; always of an object. */
  outputSchema: Schema
  /** The operation answers a list, say, which the tool puts into `ANSWER_FIELD` of an object. */
  wrapsAnswer: boolean
}

/** Where the answer of an operation stands that answers no object. */
export const ANSWER_FIELD = 'answer'

/** What an assistant needs to talk with customers and to look after flows; everything else is offered when it is asked for. */
export const DEFAULT_TOOLS: readonly string[] = OPERATIONS.filter(({ entry }) => entry.assistant).map(
  ({ name }) => name,
)

const COMPONENT_REF = '#/components/schemas/'

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isDeprecated = (value: unknown): boolean => isSchema(value) && value.deprecated === true

/** Which of the forms of a schema it is, in words of OpenAPI alone; each form says so itself too. */
const isDiscriminator = (key: string, value: unknown): boolean =>
  key === 'discriminator' && isSchema(value) && 'mapping' in value

/** Fields that only a page says which shows the conversation to a person: an assistant is told of none of them. */
const OF_PAGES: ReadonlySet<string> = new Set(['unlessAnsweredSince'])

/** What is known of somebody's picture, which only a screen shows; other fields are called so too. */
const isOfScreens = (key: string, part: unknown): boolean =>
  key === 'picture' && JSON.stringify(part).includes('"due"')

/**
 * A copy in which references lead to `$defs`; the names it refers to are added to `found`. Other names for the same field
 * are left out: they help nobody who reads the schema before writing, and every tool is read at once.
 */
function moveReferences(value: unknown, found: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => moveReferences(item, found))
  if (!isSchema(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, part]) => !isDeprecated(part) && !isDiscriminator(key, part))
      .filter(([key, part]) => !OF_PAGES.has(key) && !isOfScreens(key, part))
      .map(([key, part]) => {
        if (key !== '$ref' || typeof part !== 'string') return [key, moveReferences(part, found)]
        const name = part.slice(COMPONENT_REF.length)
        found.add(name)
        return [key, `#/$defs/${name}`]
      }),
  )
}

/** The schema with everything it refers to inside of it, however deep. */
function buildOwnSchema(schema: Schema, components: Schema): Schema {
  const root = typeof schema.$ref === 'string' ? components[schema.$ref.slice(COMPONENT_REF.length)] : schema
  const found = new Set<string>()
  const moved = moveReferences(root, found)
  const definitions: Schema = {}
  // A set is walked to its end, also to what was added on the way.
  for (const name of found) definitions[name] = moveReferences(components[name], found)
  return { ...(isSchema(moved) ? moved : {}), ...(found.size > 0 && { $defs: definitions }) }
}

function readInput(operation: OpenAPI.OperationObject): Schema {
  const body = operation.requestBody
  const schema = body && 'content' in body ? body.content['application/json']?.schema : undefined
  return isSchema(schema) ? schema : { type: 'object' }
}

const NULL = '{"type":"null"}'

/** `{anyOf: [{type: 'string'}, {type: 'null'}]}` in fewer words, where the one type says it all. */
function shortenNullable(schema: Schema): Schema {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema
  const [value, nothing]: unknown[] = anyOf
  const isPlain = isSchema(value) && typeof value.type === 'string' && !('enum' in value)
  return isPlain && JSON.stringify(nothing) === NULL
    ? { ...value, ...rest, type: [value.type, 'null'] }
    : schema
}

/** Without what the service checks anyway and nobody chooses by, as every tool is read by the assistant before each answer. */
function shorten(value: unknown, left: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => shorten(item, left))
  if (!isSchema(value)) return value
  // A field may be called like one of these words; its schema is kept.
  const isLeft = (key: string, part: unknown): boolean =>
    left.has(key) && (!isSchema(part) || Object.keys(part).length === 0)
  const entries = Object.entries(value).filter(([key, part]) => !isLeft(key, part))
  return shortenNullable(Object.fromEntries(entries.map(([key, part]) => [key, shorten(part, left)])))
}

const LEFT_OF_INPUTS: ReadonlySet<string> = new Set(['minLength', 'maxLength', 'pattern', 'format'])
/** An answer is read by its names, and is as the service made it. */
const LEFT_OF_ANSWERS: ReadonlySet<string> = new Set([
  ...['minLength', 'maxLength', 'pattern', 'format', 'minimum', 'maximum', 'minItems', 'maxItems'],
  ...['description', 'default', 'examples', 'additionalProperties', 'required', 'propertyNames'],
])

function buildOutput(operation: OpenAPI.OperationObject, components: Schema) {
  const response = operation.responses?.['200']
  const schema =
    response && 'content' in response ? response.content?.['application/json']?.schema : undefined
  const own = shareRepeated(
    shorten(buildOwnSchema(isSchema(schema) ? schema : {}, components), LEFT_OF_ANSWERS) as Schema,
  )
  if (own.type === 'object') return { outputSchema: own, wrapsAnswer: false }
  const { $defs, ...answer } = own
  const outputSchema = {
    type: 'object',
    properties: { [ANSWER_FIELD]: answer },
    required: [ANSWER_FIELD],
    ...($defs !== undefined && { $defs }),
  }
  return { outputSchema, wrapsAnswer: true }
}

function buildTool(
  entry: OperationEntry,
  operation: OpenAPI.OperationObject,
  components: Schema,
): OperationTool {
  const { name, summary } = entry
  return {
    entry,
    name: name.replaceAll('.', '_'),
    title: summary,
    // Which document an operation is from helps nobody to choose it.
    description: `${summary}. ${operation.description?.replace(EXTENSION_NOTE, '') ?? ''}`.trim(),
    inputSchema: shareRepeated(
      shorten(buildOwnSchema(readInput(operation), components), LEFT_OF_INPUTS) as Schema,
    ),
    ...buildOutput(operation, components),
  }
}

/** Whether `operation` is one of `only`, or in a group that is. */
export const isChosen = (operation: string, only: readonly string[]): boolean =>
  only.some((name) => operation === name || operation.startsWith(`${name}.`))

/**
 * Every operation of the document as a tool, without those that no key may call. `only` names operations and groups
 * to choose; undefined chooses all.
 */
export function buildTools(document: OpenAPI.Document, only?: readonly string[]): OperationTool[] {
  const components: Schema = { ...document.components?.schemas }
  return Object.values(document.paths ?? {})
    .flatMap((item) => item?.post ?? [])
    .flatMap((operation) => {
      const entry = ENTRIES.get(operation.operationId ?? '')
      if (!entry || entry.scope === 'people') return []
      const isLeftOut = only !== undefined && !isChosen(entry.name, only)
      return isLeftOut ? [] : [buildTool(entry, operation, components)]
    })
}
