import type { OpenAPI } from '@orpc/contract'
import { describe, expect, it } from 'vitest'
import { describeInvalidInput } from '../../api/call-errors.ts'
import { generateOpenApi } from '../../api/document/openapi.ts'
import { MESSAGE_EXAMPLES } from '../../api/examples/messages.ts'
import { REQUEST_EXAMPLES } from '../../api/examples/requests.ts'
import { OPERATIONS } from '../../contract/index.ts'
import { type InputProblem, inputProblem, problemText } from '../../core/input/input-problem.ts'
import { describeInputProblem, findInputSentence } from '../input-problems.ts'
import { inputProblems as portuguese } from '../pt/input-problems.ts'
import { inputProblems as english } from './input-problems.ts'

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

/** What is answered for an operation's examples with one thing in them wrong. */
async function* findProblems({ name, path, input }: (typeof operations)[number]) {
  const body = document.paths?.[path]?.post?.requestBody as { content: Record<string, { schema: Schema }> }
  const schema = body.content['application/json']?.schema ?? {}
  for (const wrong of examplesOf(name).flatMap((example) => [...spoil(example, schema)])) {
    const result = await input?.['~standard'].validate(wrong)
    if (!result?.issues) continue
    const { message, data } = describeInvalidInput(result.issues)
    const problems = data.errors as (InputProblem & { path: string; message: string })[]
    const [first] = problems
    const said = first?.path ? `${first.path}: ${first.message}` : first?.message
    // Only what is wrong is handed to `expect`, which would take longer for so many than all the rest.
    if (message !== said) expect(message).toBe(said)
    yield* problems
  }
}

describe('what is said of an input that does not fit', () => {
  it.each(operations)(
    'of $name is in words of ours, naming the field, in each language',
    async (operation) => {
      const problems = new Map<string, InputProblem>()
      for await (const { message, ...problem } of findProblems(operation)) problems.set(message, problem)
      const sentences = [...problems.keys()]
      expect(sentences.length).toBeGreaterThan(0)
      const vague =
        /This is none of what is taken here|does not have the form that is taken|a value of the kind/
      expect(sentences.filter((sentence) => LIBRARY.test(sentence) || vague.test(sentence))).toEqual([])
      // A schema gives `problemText` instead of a sentence, so that each language can say it.
      const coded = [...problems.values()]
      expect(coded.filter(({ reason }) => reason === 'OTHER')).toEqual([])
      const inPortuguese = coded.map((problem) => describeInputProblem(portuguese, problem))
      expect(inPortuguese.filter((one) => problems.has(one) || /undefined|\[object/.test(one))).toEqual([])
    },
  )

  it('says what is missing and what is to be given', () => {
    const of = (issue: Parameters<typeof describeInvalidInput>[0][number]) =>
      describeInvalidInput([issue]).message
    const missing = 'Invalid input: expected string, received undefined'
    expect(of({ code: 'invalid_type', expected: 'string', message: missing, path: ['clientId'] })).toBe(
      'clientId: This is missing. Give a text.',
    )
  })

  it('is found again in the answer, with its field, in the language of the page', () => {
    const issue = { message: problemText('NO_SECRET_HOST'), path: ['hosts', 0] }
    const { message, data } = describeInvalidInput([issue])
    expect(message).toMatch(/^hosts\.0: A host is a name such as api\.example\.com/)
    expect(findInputSentence(english, data)).toBe(message)
    expect(findInputSentence(portuguese, data)).toMatch(/^hosts\.0: Um servidor é um nome como/)
    const tooLong = { code: 'too_big', origin: 'string', maximum: 9, message: 'Too big', path: ['name'] }
    expect(findInputSentence(portuguese, describeInvalidInput([tooLong]).data)).toBe(
      'name: Dê no máximo 9 caracteres.',
    )
  })

  it('keeps its sentence where it has no reason, or one that has no words here', () => {
    const said = inputProblem('OTHER', { sentence: 'Something new.' })
    expect(describeInputProblem(portuguese, said)).toBe('Something new.')
    for (const problem of [{}, { reason: 'NEWER', params: {} }, { reason: 'toString', params: {} }])
      expect(findInputSentence(portuguese, { errors: [{ path: 'x', ...problem }] })).toBeNull()
    expect(findInputSentence(portuguese, { errors: [{ reason: 'ONE_ACT', params: {} }] })).toBeNull()
    expect(findInputSentence(portuguese, null)).toBeNull()
  })
})
