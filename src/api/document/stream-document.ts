import type { OpenAPI } from '@orpc/contract'
import { LIVE_EVENT_NAMES } from '../../contract/events/live-event-names.ts'
import { EVENT_NAMES } from '../../contract/resources.ts'

const refused = (...codes: string[]): OpenAPI.ResponsesObject =>
  Object.fromEntries(
    codes.map((code) => {
      const [status = '', name = ''] = code.split(' ')
      return [status, { $ref: `#/components/responses/${name}` }]
    }),
  )

/** `GET /events/stream` is no operation of the contract, as its answer has no end; generators should know of it all the same. */
export const STREAM_DOCUMENT: OpenAPI.PathItemObject = {
  get: {
    operationId: 'events.stream',
    summary: 'What happens, as it happens',
    description:
      'Server-sent events: `id` is the place in the log, `event` the name, `data` what `events.list` answers of it. `stream.here` tells the place and, every ten seconds, that the connection lives; `stream.gap` tells that the log does not reach back to the place that was asked for. With the session of a signed-in person, `team.presence` tells who of the team is in which conversation, and `presence.changed` which contacts are online, type or record; programs hear the latter when they name it. Neither has an `id`: they are in no log, and of a conversation only how it is now is told. Extension: not part of the interface document.',
    tags: ['events'],
    parameters: [
      {
        name: 'events',
        in: 'query',
        description: `Only these, with commas between them: ${[...EVENT_NAMES, ...LIVE_EVENT_NAMES].join(', ')}.`,
        schema: { type: 'string' },
      },
      {
        name: 'clientId',
        in: 'query',
        description: 'Only of this client.',
        schema: { type: 'string', format: 'uuid' },
      },
      {
        name: 'after',
        in: 'query',
        description: 'The id of the last event that the receiver has; without it, it begins with now.',
        schema: { type: 'string', pattern: '^\\d{1,15}$' },
      },
      {
        name: 'Last-Event-ID',
        in: 'header',
        description: 'The same, as browsers send it when they come back; wins over `after`.',
        schema: { type: 'string', pattern: '^\\d{1,15}$' },
      },
    ],
    responses: {
      '200': {
        description: 'A stream without an end.',
        content: { 'text/event-stream': { schema: { type: 'string' } } },
      },
      ...refused(
        '400 BadRequestError',
        '401 UnauthorizedError',
        '403 ForbiddenError',
        '429 TooManyRequestsError',
        '500 InternalServerError',
        '503 ServiceUnavailableError',
      ),
    },
    ...{ 'x-extension': true, 'x-scope': 'events:read' },
  },
}
