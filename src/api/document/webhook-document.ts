import type { OpenAPI } from '@orpc/contract'
import type { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { EVENT_DATA, type EventName } from '../../contract/events/event-data.ts'
import { LIVE_EVENT_NAMES } from '../../contract/events/live-event-names.ts'
import { LIVE_EVENT_DATA } from '../../contract/events/live-events.ts'
import { EVENT_NAMES, LoggedEvent } from '../../contract/resources.ts'
import { EVENT_EXAMPLE_AT, EVENT_EXAMPLES, LIVE_EVENT_EXAMPLES } from '../examples/events.ts'
import { EXAMPLE_IDS } from '../examples/ids.ts'

type Schema = OpenAPI.SchemaObject

/** Events that webhooks post: those of the log, and those that are told once as they happen. */
type PostedName = EventName | (typeof LIVE_EVENT_NAMES)[number]
const POSTED_NAMES: readonly PostedName[] = [...EVENT_NAMES, ...LIVE_EVENT_NAMES]
const POSTED_DATA = { ...EVENT_DATA, ...LIVE_EVENT_DATA }
const POSTED_EXAMPLES: Readonly<Record<PostedName, unknown>> = { ...EVENT_EXAMPLES, ...LIVE_EVENT_EXAMPLES }
const isLive = (event: PostedName): boolean => LIVE_EVENT_NAMES.some((name) => name === event)

/** `flow.state.changed` is `FlowStateChangedEvent` in the document, and its data `FlowStateChangedData`. */
const nameOf = (event: PostedName, part: 'Event' | 'Data'): string =>
  event.replace(/(^|\.)([a-z])/g, (_all, _dot, letter: string) => letter.toUpperCase()) + part

const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/**
 * What `events.list` and streams answer, told apart by its name. The contract itself leaves name and data open, so that
 * what earlier builds stored is answered as it is.
 */
export function describeLoggedEvents(converter: ZodToJsonSchemaConverter): Record<string, Schema> {
  const [, json] = converter.convert(LoggedEvent, { strategy: 'output' })
  const { properties, ...common } = json as { properties: Record<string, Schema> }
  const refs = EVENT_NAMES.map((event) => [event, refTo(`Logged${nameOf(event, 'Event')}`)] as const)
  const forms = EVENT_NAMES.map((event): [string, Schema] => {
    const own = { name: { type: 'string', const: event }, data: refTo(nameOf(event, 'Data')) } as const
    return [`Logged${nameOf(event, 'Event')}`, { ...common, properties: { ...properties, ...own } }]
  })
  const mapping = Object.fromEntries(refs.map(([event, { $ref }]) => [event, $ref]))
  return {
    LoggedEvent: {
      description: 'Something that happened, as the event log keeps it: `name` says what `data` holds.',
      oneOf: refs.map(([, ref]) => ref),
      discriminator: { propertyName: 'name', mapping },
    },
    ...Object.fromEntries(forms),
  }
}

/** What each event tells and the form in which webhooks post it, as named schemas. */
export function describeEvents(converter: ZodToJsonSchemaConverter): Record<string, Schema> {
  return Object.fromEntries(
    POSTED_NAMES.flatMap((event): [string, Schema][] => [
      [nameOf(event, 'Data'), converter.convert(POSTED_DATA[event], { strategy: 'output' })[1] as Schema],
      [
        nameOf(event, 'Event'),
        {
          type: 'object',
          properties: {
            id: {
              type: 'string',
              description: isLive(event) ? 'Unique.' : 'Unique; the same at every attempt.',
            },
            type: { type: 'string', const: event },
            timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
            clientId: { type: ['string', 'null'], description: 'The client it is about.' },
            data: refTo(nameOf(event, 'Data')),
          },
          required: ['id', 'type', 'timestamp', 'clientId', 'data'],
        },
      ],
    ]),
  )
}

const HEADERS: OpenAPI.ParameterObject[] = [
  ['webhook-id', 'The id of the event; leave out one you have had.'],
  ['webhook-timestamp', 'When this attempt was made, in seconds since 1970.'],
  ['webhook-signature', 'Signatures after Standard Webhooks, with a space between them.'],
].map(([name = '', description = '']) => ({
  ...{ name, in: 'header', required: true, description, schema: { type: 'string' } },
}))

function describeWebhook(event: PostedName): OpenAPI.PathItemObject {
  const { description = '' } = POSTED_DATA[event]
  const example = {
    id: '1043',
    type: event,
    timestamp: EVENT_EXAMPLE_AT,
    clientId: EXAMPLE_IDS.clientId,
    data: POSTED_EXAMPLES[event],
  }
  return {
    post: {
      operationId: `on.${event}`,
      summary: description,
      description: `Posted to the addresses of webhooks that ${isLive(event) ? 'name it, once' : 'take it'}. Extension: not part of the interface document.`,
      tags: ['webhooks'],
      security: [],
      parameters: HEADERS,
      requestBody: {
        required: true,
        content: { 'application/json': { schema: refTo(nameOf(event, 'Event')), example } },
      },
      responses: {
        '204': { description: 'The event is taken; any status from 200 to 299 says so.' },
        '410': { description: 'The webhook is switched off.' },
      },
      ...{ 'x-extension': true },
    },
  }
}

/** The `webhooks` of the document: what is posted to addresses that asked for it. */
export const describeWebhooks = (): Record<string, OpenAPI.PathItemObject> =>
  Object.fromEntries(POSTED_NAMES.map((event) => [event, describeWebhook(event)]))
