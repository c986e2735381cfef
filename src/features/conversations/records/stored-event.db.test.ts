import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { writtenCharacter } from '../../../../test/support/characters.ts'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { insertClient } from '../../../../test/support/fixtures.ts'
import type { EventType, NewFlowEvent } from '../../../core/conversation/flow-event.ts'
import { EVENT_TYPES } from '../../../core/conversation/flow-event.ts'
import { MESSAGE_TYPES } from '../../../core/conversation/message.ts'
import type { SendError } from '../../../core/conversation/send-error.ts'
import { readStoredEvent, toStoredEvent } from '../../../core/conversation/stored-event.ts'
import { toJsonText } from '../../../db/json-text.ts'
import { INSERT_EVENTS } from './event-rows.ts'

const database = useTestDatabase()
let clientId: string

beforeEach(async () => {
  clientId = await insertClient(database().pool)
})

/** Texts as people write them; NUL and half a character never come this far. */
const text = fc.string({ unit: writtenCharacter, maxLength: 20 })
const id = fc.uuid()
const textOrNull = fc.option(text)
const number = fc.integer()
const numberOrNull = fc.option(number)
// JSON knows no -0.
const degrees = fc.double({ min: -180, max: 180, noNaN: true }).map((value) => value + 0)
const leaf = fc.oneof(text, number, degrees, fc.boolean(), fc.constant(null))
const json = fc.oneof(leaf, fc.array(leaf), fc.dictionary(fc.constantFrom('a', 'b'), leaf))
const inputs = fc.dictionary(fc.constantFrom('a', 'b', 'c'), json)

const place = { latitude: degrees, longitude: degrees, name: textOrNull, address: textOrNull }
const cards = fc.array(fc.record({ name: textOrNull, phones: fc.array(text), emails: fc.array(text) }))

const media = fc.oneof(
  fc.record(
    {
      ...{ mediaId: fc.option(id), mimetype: text, fileName: textOrNull, sizeBytes: numberOrNull },
      ...{
        seconds: numberOrNull,
        isNote: fc.constant(true as const),
        isAnimated: fc.constant(true as const),
      },
    },
    { requiredKeys: ['mediaId', 'mimetype', 'fileName', 'sizeBytes', 'seconds'] },
  ),
  fc.record({ ...place, isLive: fc.boolean() }),
  fc.record({ name: textOrNull, phone: textOrNull, contacts: cards }),
  fc.record({ kind: text, question: text, options: fc.array(text), selectable: number }),
  fc.record({
    ...{ kind: text, name: text, description: textOrNull, startSec: number, endSec: numberOrNull },
    ...{ isCancelled: fc.boolean(), place: fc.option(fc.record(place)) },
  }),
  fc.record({ kind: text, choiceId: text }),
  fc.record({ kind: text, groupJid: textOrNull, inviteCode: textOrNull, groupName: textOrNull }),
  fc.record({ kind: text, channelJid: textOrNull, channelName: textOrNull }),
  fc.record({ kind: text, isOnPhoneOnly: fc.constant(true as const) }),
  fc.record({ kind: text, unknownKind: text }),
)

const order = fc.record({ connection: id, n: fc.nat() })
const sendError: fc.Arbitrary<SendError> = fc.oneof(
  fc.record({ code: fc.constant('REFUSED' as const), params: fc.record({ code: text }) }),
  fc.record({ code: fc.constant('OTHER' as const), params: fc.record({ sentence: text }) }),
  fc.record({ code: fc.constant('EXPIRED' as const), params: fc.constant({}) }),
)
const sender = fc.record({ jid: text, phone: textOrNull, name: textOrNull })
const messageType = fc.constantFrom(...MESSAGE_TYPES)
const quoted = fc.record({
  ...{ id, type: messageType, text: textOrNull, fromMe: fc.boolean(), sender: textOrNull },
})
const message = fc.record(
  {
    ...{
      id,
      type: messageType,
      text,
      group: fc.constant(true),
      sentAt: number,
      order,
      media,
      sender,
      quoted,
    },
    poll: fc.record({ sendId: fc.option(id), options: fc.array(text) }),
  },
  { requiredKeys: ['id', 'type', 'text'] },
)

const timer = fc.record({ timerId: id, runId: id })
const start = { flowId: id, inputs }
const wishes = { nodeId: text, replaces: fc.boolean(), endsPause: fc.boolean() }
const result = fc.record(
  { status: number, headers: fc.dictionary(fc.constantFrom('etag', 'date'), text), body: json, value: json },
  { requiredKeys: [] },
)

/** What each type of event holds beside its type and its id; a type that is missing here does not compile. */
const BODIES: { [Type in EventType]: fc.Arbitrary<Omit<NewFlowEvent & { type: Type }, 'type' | 'eventId'>> } =
  {
    message_received: fc.record({ message }),
    poll_vote_received: fc.record({ message }),
    message_edited: fc.record({ messageId: id, before: text, after: text }),
    message_revoked: fc.record({ messageId: id }),
    reaction_received: fc.record(
      { messageId: id, emoji: text, sender },
      { requiredKeys: ['messageId', 'emoji'] },
    ),
    human_message: fc.record({ text, handoffSec: number, by: id }, { requiredKeys: ['text'] }),
    timeout: timer,
    reminder_due: timer,
    delay_elapsed: timer,
    handoff_ended: timer,
    ttl_expired: timer,
    effect_result: fc.record({ effectId: id, runId: id, result }),
    effect_failed: fc.record({ effectId: id, runId: id, error: fc.record({ code: text, message: text }) }),
    approval_decided: fc.record({
      ...{ runId: id, approvalId: id, by: fc.record({ id, name: text }) },
      decision: fc.oneof(
        fc.record({ as: fc.constantFrom('approved' as const, 'declined' as const) }),
        fc.record({ as: fc.constant('changed' as const), text }),
      ),
    }),
    send_acked: fc.record(
      { sendId: id, runId: id, ackedAt: number, seenFrom: number, order },
      { requiredKeys: ['sendId', 'runId', 'ackedAt'] },
    ),
    send_failed: fc.record(
      { sendId: id, runId: id, nodeId: text, error: text, failure: sendError },
      { requiredKeys: ['sendId', 'runId', 'nodeId', 'error'] },
    ),
    api_start: fc.record({ ...start, ...wishes, triggerId: text }, { requiredKeys: ['flowId'] }),
    api_resume: fc.record(
      { runId: id, nodeId: text, text, replaces: fc.boolean(), by: id },
      { requiredKeys: ['runId'] },
    ),
    call_received: fc.record({
      ...{ runId: id, place: text, visit: fc.nat() },
      call: fc.record({
        body: json,
        query: inputs,
        headers: fc.dictionary(fc.constantFrom('etag', 'date'), text),
      }),
    }),
    manual_start: fc.record(
      { ...start, ...wishes, draftId: id, triggerId: text },
      { requiredKeys: ['flowId'] },
    ),
    schedule_start: fc.record({ flowId: id, nodeId: text }),
    group_changed: fc.record({
      ...{ group: id, person: sender, by: fc.option(sender) },
      ...{ change: fc.constantFrom('added', 'joined', 'asked'), place: fc.constantFrom('person', 'group') },
    }),
    phone_call: fc.record({
      ...{ callId: id, isVideo: fc.boolean() },
      state: fc.constantFrom('ringing', 'missed'),
    }),
    flow_call: fc.record({}),
    flow_return: fc.record({}),
    cancel_requested: fc.record({ runId: id }),
    flag_changed: fc.record({ flag: fc.constantFrom('blacklist', 'favourite'), value: fc.boolean() }),
    flow_unpublished: fc.record({ flowId: id }),
    client_reconnected: fc.record({}),
  }

const eventOf = (type: EventType): fc.Arbitrary<NewFlowEvent> =>
  (BODIES[type] as fc.Arbitrary<object>).map(
    (body) => ({ ...body, type, eventId: randomUUID() }) as NewFlowEvent,
  )

const CONTACT = '447700900001@s.whatsapp.net'

/** Stores events as they are stored when they come in, and reads them back from their rows, in order. */
async function storeAndRead(events: readonly NewFlowEvent[]) {
  const records = events.map((event, ord) => {
    const { eventId, type: eventType } = event
    return { contactJid: CONTACT, eventId, eventType, source: 'chat', event: toStoredEvent(event), ord }
  })
  await database().query(INSERT_EVENTS, [toJsonText(records), clientId, [CONTACT], false])
  const { rows } = await database().pool.query(
    `select event_id as "eventId", event_type as "eventType", v, event, 5 as "receivedAt" from inbound_event
     where client_id = $1 and event_id = any($2) order by seq`,
    [clientId, events.map(({ eventId }) => eventId)],
  )
  return rows.map(({ event, ...columns }) => {
    expect(columns.v).toBe(2)
    return readStoredEvent(columns, event)
  })
}

test.each(EVENT_TYPES)('an event of type %s comes back from its row as it was stored', async (type) => {
  const batches = fc.array(eventOf(type), { minLength: 20, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(batches, async (events) => {
      expect(await storeAndRead(events)).toEqual(events.map((event) => ({ ...event, receivedAt: 5 })))
    }),
    { numRuns: 5 },
  )
})
