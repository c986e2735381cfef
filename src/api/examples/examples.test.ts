import { describe, expect, it } from 'vitest'
import { openApiDocument as document, findFault } from '../../../test/support/document-faults.ts'
import { CONTENT_TYPES, type ContentType, listContentTypes } from '../../contract/conversations/message.ts'
import { EVENT_DATA, type EventName } from '../../contract/events/event-data.ts'
import { LIVE_EVENT_NAMES } from '../../contract/events/live-event-names.ts'
import { LIVE_EVENT_DATA } from '../../contract/events/live-events.ts'
import { OPERATIONS } from '../../contract/index.ts'
import { EVENT_NAMES } from '../../contract/resources.ts'
import { ANSWER_EXAMPLES } from './answers.ts'
import { MESSAGE_EXAMPLES } from './messages.ts'
import { REQUEST_EXAMPLES } from './requests.ts'

const operations = OPERATIONS.map(({ path, procedure }) => ({
  name: path.join('.'),
  path: `/${path.join('/')}`,
  input: procedure['~orpc'].inputSchema,
}))
const names = operations.map(({ name }) => name).toSorted()

interface Media {
  schema?: object
  example?: unknown
  examples?: Record<string, { value: unknown }>
}

/** The examples of a body, under the names the document gives them. */
function listExamples({ example, examples = {} }: Media): [string, unknown][] {
  const named = Object.entries(examples).map(([name, { value }]): [string, unknown] => [name, value])
  return example === undefined ? named : [['example', example], ...named]
}

function mediaOf(path: string): { request: Media; answer: Media } {
  const { requestBody, responses } = (document.paths?.[path]?.post ?? {}) as {
    requestBody?: { content: Record<string, Media> }
    responses?: Record<string, { content: Record<string, Media> }>
  }
  const type = 'application/json'
  return { request: requestBody?.content[type] ?? {}, answer: responses?.['200']?.content[type] ?? {} }
}

describe('the examples of the document', () => {
  it('are there for what each operation takes and answers, and for no other', () => {
    expect(Object.keys(REQUEST_EXAMPLES).toSorted()).toEqual(names)
    expect(Object.keys(ANSWER_EXAMPLES).toSorted()).toEqual(names)
    for (const { path } of operations) {
      const { request, answer } = mediaOf(path)
      expect(listExamples(request), path).not.toEqual([])
      expect(listExamples(answer), path).not.toEqual([])
    }
  })

  const heavy = { timeout: 60_000 }
  it.each(operations)(
    'of $name fit its schemas, and its input is understood',
    heavy,
    async ({ path, input }) => {
      const { request, answer } = mediaOf(path)
      for (const [name, value] of listExamples(request)) {
        expect(findFault(request.schema, value), name).toBeNull()
        expect(await input?.['~standard'].validate(value), name).not.toHaveProperty('issues')
      }
      for (const [name, value] of listExamples(answer))
        expect(findFault(answer.schema, value), name).toBeNull()
    },
  )

  it('of events fit the schemas under which webhooks are described, and each event has one', () => {
    const webhooks = (document.webhooks ?? {}) as Record<
      string,
      { post: { requestBody: { content: Record<string, Media> } } }
    >
    expect(Object.keys(webhooks)).toEqual([...EVENT_NAMES, ...LIVE_EVENT_NAMES])
    for (const [name, { post }] of Object.entries(webhooks)) {
      const { schema, example } = post.requestBody.content['application/json'] ?? {}
      expect(findFault(schema, example), name).toBeNull()
      expect(findFault(schema, { ...(example as object), data: {} }), name).not.toBeNull()
      expect(
        { ...EVENT_DATA, ...LIVE_EVENT_DATA }[name as EventName].parse((example as { data: unknown }).data),
        name,
      ).toEqual((example as { data: unknown }).data)
    }
  })

  it('are held to their schemas', () => {
    const { answer } = mediaOf('/clients/get')
    expect(findFault(answer.schema, { ...(answer.example as object), sendBurst: 'five' })).toMatch(
      /sendBurst/,
    )
  })

  it('tell every field of an answer', () => {
    const [get] = [mediaOf('/clients/get').answer.example as object]
    const declared = document.components?.schemas?.Client as { properties: object }
    expect(Object.keys(get).toSorted()).toEqual(Object.keys(declared.properties).toSorted())
  })

  it('of messages show each type, and nothing is filled in that nobody asked for', () => {
    const shown = Object.values(MESSAGE_EXAMPLES).flatMap(({ message }) =>
      listContentTypes(message as Partial<Record<ContentType, unknown>>),
    )
    expect(CONTENT_TYPES.filter((type) => !shown.includes(type))).toEqual([])
    expect(JSON.stringify([REQUEST_EXAMPLES, MESSAGE_EXAMPLES])).not.toMatch(
      /"string"|asHuman|idempotencyKey/,
    )
  })
})
