import { randomUUID } from 'node:crypto'
import type { Random } from '../simulation/random.ts'
import { pickWildValue, WILD_TEXTS } from './wild-values.ts'

/** The part of JSON Schema that the document uses. */
export interface Schema {
  $ref?: string
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  format?: string
  pattern?: string
  default?: unknown
  deprecated?: boolean
}

/** Values of fields by name that mean something to the running service: ids it gave, numbers it knows. */
export type KnownValues = (field: string, depth: number) => readonly unknown[] | undefined

const PATTERNS: Readonly<Record<string, readonly string[]>> = {
  '^\\d{1,15}$': ['0', '1', '17', '999999999999999'],
  '^\\+?[\\d\\s().-]{6,30}$': ['491512345678', '+49 151 2345678', '......', '(((((())))))'],
  '^[a-z][a-z0-9_]*(\\.[a-z0-9_]+)*$': ['wait.reply', 'menu', 'a.b.c'],
  '^[\\w.+-]+\\/[\\w.+-]+(\\s*;.*)?$': ['image/png', 'audio/ogg; codecs=opus', 'text/plain', 'x/y'],
}

const FORMATS: Readonly<Record<string, (random: Random) => string>> = {
  uuid: () => randomUUID(),
  'date-time': (random) => new Date(random.int(0, 4_000_000_000) * 1_000).toISOString(),
  uri: () => 'http://127.0.0.1:1/nobody',
  email: (random) => `fuzz-${random.int(0, 1e9)}@example.org`,
}

/** What may stand in JSON that is read at all. */
const SPEAKABLE_TEXTS = WILD_TEXTS.filter((text) => text.isWellFormed() && !text.includes('\0'))
const MAX_DEPTH = 8

/** Makes values that fit a schema of the document; `spoil` makes one that almost fits. */
export function createValueMaker(
  random: Random,
  components: Readonly<Record<string, Schema>>,
  known: KnownValues,
) {
  function resolve(schema: Schema): Schema {
    const name = schema.$ref?.split('/').at(-1)
    return name === undefined ? schema : resolve(components[name] ?? {})
  }

  function makeText({ format, pattern, minLength = 0, maxLength = 200 }: Schema): string {
    if (format !== undefined) return (FORMATS[format] ?? FORMATS.uuid)?.(random) ?? ''
    if (pattern !== undefined) return random.pick(PATTERNS[pattern] ?? ['name_1', 'a', 'Zz9'])
    const text = random.chance(0.3) ? random.pick(SPEAKABLE_TEXTS) : `text ${random.int(0, 99)}`
    const longest = Math.min(maxLength, 20_000)
    if (random.chance(0.03)) return 'y'.repeat(longest)
    return text.slice(0, longest).padEnd(minLength, 'z')
  }

  function makeNumber({ type, minimum = -10, maximum = 1_000 }: Schema): number {
    if (random.chance(0.2)) return random.pick([minimum, maximum])
    const value = minimum + random.next() * (maximum - minimum)
    return type === 'integer' ? Math.floor(value) : value
  }

  function makeList({ items = {}, minItems = 0, maxItems = 5 }: Schema, depth: number): unknown[] {
    const most = random.chance(0.02) ? Math.min(maxItems, 200) : Math.min(maxItems, minItems + 3)
    return Array.from({ length: random.int(minItems, Math.max(minItems, most)) }, () =>
      make(items, '', depth),
    )
  }

  function makeObject(schema: Schema, depth: number, usual = 0.25): Record<string, unknown> {
    const required = new Set(schema.required)
    const made: Record<string, unknown> = {}
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      // Other names of a field that is there as well are refused, and then nothing behind that is reached.
      const chance = field.deprecated ? 0.01 : usual
      if (required.has(name) || (depth < MAX_DEPTH && random.chance(chance)))
        made[name] = make(field, name, depth)
    }
    if (typeof schema.additionalProperties === 'object' && random.chance(0.5))
      made[random.pick(['a', 'key_1', '__proto__ '])] = make(schema.additionalProperties, '', depth)
    return made
  }

  /** "Exactly one of these fields" is written as choices that only require something. */
  function makeOneOf(schema: Schema, choices: readonly Schema[], depth: number): Record<string, unknown> {
    const exclusive = new Set(choices.flatMap(({ required = [] }) => required))
    const made = makeObject(schema, depth, 0.05)
    for (const name of exclusive) delete made[name]
    for (const name of random.pick(choices).required ?? [])
      made[name] = make(schema.properties?.[name] ?? {}, name, depth)
    return made
  }

  function makeChosen(schema: Schema, choices: readonly Schema[], field: string, depth: number): unknown {
    if (schema.properties && choices.every((choice) => choice.required && !choice.type))
      return makeOneOf(schema, choices, depth + 1)
    const base = schema.properties ? makeObject(schema, depth + 1) : {}
    const made = make(random.pick(choices), field, depth + 1)
    return isObject(made) ? { ...base, ...made } : made
  }

  function make(given: Schema, field: string, depth = 0): unknown {
    const values = known(field, depth) ?? []
    if (values.length > 0 && random.chance(0.85)) return random.pick(values)
    const schema = resolve(given)
    if ('const' in schema) return schema.const
    if (schema.enum) return random.pick(schema.enum)
    const choices = schema.oneOf ?? schema.anyOf
    return choices ? makeChosen(schema, choices, field, depth) : makeTyped(schema, depth)
  }

  function makeTyped(schema: Schema, depth: number): unknown {
    if (schema.type === 'string') return makeText(schema)
    if (schema.type === 'integer' || schema.type === 'number') return makeNumber(schema)
    if (schema.type === 'boolean') return random.chance(0.5)
    if (schema.type === 'array') return makeList(schema, depth + 1)
    if (schema.type === 'object' || schema.properties) return makeObject(schema, depth + 1)
    return schema.type === 'null' ? null : pickWildValue(random)
  }

  function spoilList(value: readonly unknown[]): unknown[] {
    if (value.length === 0 || random.chance(0.3)) return [...value, pickWildValue(random)]
    const at = random.int(0, value.length - 1)
    return value.with(at, random.chance(0.6) ? spoil(value[at]) : pickWildValue(random))
  }

  /** One place of the value becomes something else, goes, or is added. */
  function spoil(value: unknown): unknown {
    if (Array.isArray(value)) return spoilList(value)
    if (!isObject(value)) return pickWildValue(random)
    const names = Object.keys(value)
    if (names.length === 0 || random.chance(0.15))
      return { ...value, [random.pick(WILD_TEXTS)]: pickWildValue(random) }
    const name = random.pick(names)
    const { [name]: old, ...rest } = value
    if (random.chance(0.2)) return rest
    return { ...rest, [name]: random.chance(0.6) ? spoil(old) : pickWildValue(random) }
  }

  /** The same value, with what it names replaced by things that the service knows. */
  function fill(value: unknown, depth: number): unknown {
    if (Array.isArray(value)) return value.map((item) => fill(item, depth + 1))
    if (!isObject(value)) return value
    const entries = Object.entries(value).map(([name, item]) => {
      const values = known(name, depth) ?? []
      return [name, values.length > 0 ? random.pick(values) : fill(item, depth + 1)] as const
    })
    return Object.fromEntries(entries)
  }

  return { make: (schema: Schema) => make(schema, ''), fill: (value: unknown) => fill(value, 1), spoil }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
