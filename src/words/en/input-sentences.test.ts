import type { OpenAPI } from '@orpc/contract'
import { describe, expect, it } from 'vitest'
import { describeInvalidInput } from '../../api/call-errors.ts'
import { generateOpenApi } from '../../api/document/openapi.ts'
import { MESSAGE_EXAMPLES } from '../../api/examples/messages.ts'
import { REQUEST_EXAMPLES } from '../../api/examples/requests.ts'
import { OPERATIONS } from '../../contract/index.ts'

const WRONG: readonly unknown[] = [
  ...[undefined, null, true, -1, 1.5, 1e300, '', 'x', 'x'.repeat(70_000), [], ['x'], {}, { x: 1 }],
  [null],
  Array.from({ length: 2_000 }, () => 'x'),
]
const LIBRARY =
  /Invalid (input|option|string|number|key|value|element)|Too (small|big)|Unrecognized|expected .*received/

const operations = OPERATIONS.map(({ path, procedure }) => ({
  name: path.join('.'),
  path: `/${path.join('/')}`,
  input: procedure['~orpc'].inputSchema,
}))
const document = JSON.parse(JSON.stringify(await generateOpenApi())) as OpenAPI.Document

interface Schema {
  $ref?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

type Json = Record<string, unknown> | unknown[]

/** Copies of a value with one thing in it wrong, wherever there is a field; unknown to the example, it is added. */
function* spoil(value: unknown, schema: Schema): Generator<unknown> {
  yield* WRONG
  const known = schema.$ref ? resolve(schema.$ref) : schema
  const forms = [known, ...(known.anyOf ?? [])].map((form) => (form.$ref ? resolve(form.$ref) : form))
  const properties: Record<string, Schema> = Object.assign({}, ...forms.map((form) => form.properties ?? {}))
  if (Array.isArray(value)) {
    const items = forms.find((form) => form.items)?.items ?? {}
    for (const wrong of spoil(value[0], items)) yield [wrong, ...value.slice(1)]
    return
  }
  if (typeof value !== 'object' || value === null) return
  const given = value as Record<string, unknown>
  for (const name of new Set([...Object.keys(given), ...Object.keys(properties), 'unheardOf'])) {
    for (const wrong of spoil(given[name], properties[name] ?? {})) yield { ...given, [name]: wrong }
  }
}

function resolve(ref: string): Schema {
  return (document.components?.schemas?.[ref.split('/').at(-1) ?? ''] ?? {}) as Schema
}

function examplesOf(name: string): Json[] {
  const example = REQUEST_EXAMPLES[name] ?? {}
  if (name !== 'chat.sendMessage') return [example]
  return Object.values(MESSAGE_EXAMPLES).map(({ message }) => ({ ...example, message }))
}

describe('what is said of an input that does not fit', () => {
  it.each(operations)('of $name is in words of ours, naming the field', async ({ name, path, input }) => {
    const body = document.paths?.[path]?.post?.requestBody as { content: Record<string, { schema: Schema }> }
    const schema = body.content['application/json']?.schema ?? {}
    const sentences = new Set<string>()
    for (const example of examplesOf(name)) {
      for (const wrong of spoil(example, schema)) {
        const result = await input?.['~standard'].validate(wrong)
        if (!result?.issues) continue
        const { message, data } = describeInvalidInput(result.issues)
        for (const { message: one } of [{ message }, ...(data.errors as { message: string }[])])
          sentences.add(one)
      }
    }
    expect(sentences.size).toBeGreaterThan(0)
    const vague =
      /This is none of what is taken here|does not have the form that is taken|a value of the kind/
    expect([...sentences].filter((sentence) => LIBRARY.test(sentence) || vague.test(sentence))).toEqual([])
  })

  it('says what is missing and what is to be given', () => {
    const of = (issue: Parameters<typeof describeInvalidInput>[0][number]) =>
      describeInvalidInput([issue]).message
    const missing = 'Invalid input: expected string, received undefined'
    expect(of({ code: 'invalid_type', expected: 'string', message: missing, path: ['clientId'] })).toBe(
      'clientId: This is missing. Give a text.',
    )
  })
})
