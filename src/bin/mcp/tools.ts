import type { OpenAPI } from '@orpc/contract'

type Schema = Record<string, unknown>

/** One operation of the API as assistants are told of it. */
export interface OperationTool {
  /** Name of the operation, such as `flows.states.get`. */
  operation: string
  /** The same with underscores, because assistants take no dots in the name of a tool. */
  name: string
  title: string
  description: string
  /** JSON Schema that stands alone: what it refers to is in its own `$defs`. */
  inputSchema: Schema
  /** True when the operation never changes anything. */
  isReadOnly: boolean
}

const COMPONENT_REF = '#/components/schemas/'

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isDeprecated = (value: unknown): boolean => isSchema(value) && value.deprecated === true

/**
 * A copy in which references lead to `$defs`; the names it refers to are added to `found`. Other names for the same field
 * are left out: they help nobody who reads the schema before writing, and every tool is read at once.
 */
function moveReferences(value: unknown, found: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => moveReferences(item, found))
  if (!isSchema(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => !isDeprecated(part))
      .map(([key, part]) => {
        if (key !== '$ref' || typeof part !== 'string') return [key, moveReferences(part, found)]
        const name = part.slice(COMPONENT_REF.length)
        found.add(name)
        return [key, `#/$defs/${name}`]
      }),
  )
}

/** The schema of an input with everything it refers to inside of it, however deep. */
function buildInputSchema(schema: Schema, components: Schema): Schema {
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

function buildTool(operation: OpenAPI.OperationObject, components: Schema): OperationTool {
  const { operationId = '', summary = '', description } = operation
  const scope = 'x-scope' in operation ? String(operation['x-scope']) : ''
  return {
    operation: operationId,
    name: operationId.replaceAll('.', '_'),
    title: summary,
    description: [`${summary}.`, description].filter(Boolean).join(' '),
    inputSchema: buildInputSchema(readInput(operation), components),
    isReadOnly: scope.endsWith(':read') || scope === 'any',
  }
}

/** Whether `operation` is one of `only`, or in a group that is. */
const isChosen = (operation: string, only: readonly string[]): boolean =>
  only.some((name) => operation === name || operation.startsWith(`${name}.`))

/**
 * Every operation of the document as a tool, without those that no key may call. `only` names operations and groups
 * to choose; undefined chooses all.
 */
export function buildTools(document: OpenAPI.Document, only?: readonly string[]): OperationTool[] {
  const components: Schema = { ...document.components?.schemas }
  return Object.values(document.paths ?? {})
    .flatMap((item) => item?.post ?? [])
    .filter((operation) => !('x-scope' in operation) || operation['x-scope'] !== 'people')
    .filter(({ operationId = '' }) => only === undefined || isChosen(operationId, only))
    .map((operation) => buildTool(operation, components))
}
