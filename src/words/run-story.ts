import type { SendError } from '../core/conversation/send-error.ts'
import type { EventSummary, RunFailure, SummaryParams } from '../core/flow/index.ts'
import { readRunFailure } from './before/run-failures.ts'
import { readSummary } from './before/sends-and-events.ts'
import type { runWords } from './en/runs.ts'

/** Words for what the engine and the service write down about a run, in one language. */
export type RunWords = typeof runWords

/** The words for a code; a code that a newer service gives is shown as it is. */
export const wordFor = (words: Readonly<Record<string, string>>, code: string): string => words[code] ?? code

export type NodeNames = (nodeId: string) => string

/** For whom a story is rendered: the words of the language, and what nodes are called. */
export interface Reader {
  words: RunWords
  nameNode: NodeNames
  renderSendError: (error: SendError) => string
}

interface EventReader extends Reader {
  eventType: string
}

type Render<Code extends keyof SummaryParams> = (params: SummaryParams[Code], reader: EventReader) => string

const quoted = (text: string): string => `"${text}"`
const nameEvent = (_params: object, { words, eventType }: EventReader): string =>
  wordFor(words.events, eventType)

const RENDER: { readonly [Code in keyof SummaryParams]: Render<Code> } = {
  EVENT: nameEvent,
  GIVEN_UP: nameEvent,
  STARTED: nameEvent,
  RESUMED: nameEvent,
  MESSAGE: ({ type, text }, { words }) =>
    text === null ? wordFor(words.messages, type) : `${wordFor(words.messages, type)} ${quoted(text)}`,
  PERSON_WROTE: ({ text }, { words }) => `${words.events.human_message} ${quoted(text)}`,
  SCHEDULED: ({ nodeId }, { words, nameNode }) => words.scheduled(nameNode(nodeId)),
  GROUP_CHANGED: ({ person, change, group }, { words }) =>
    words.groupChanged(person, wordFor(words.groupChanges, change), group),
  CALLED: ({ state }, { words }) => `${words.events.phone_call}: ${wordFor(words.calls, state)}`,
  RESUMED_AT: ({ nodeId }, { words, nameNode }) => words.resumedAt(nameNode(nodeId)),
  FLAG_SET: ({ flag, value }, { words }) => `${wordFor(words.flags, flag)}: ${value ? words.yes : words.no}`,
  HTTP_ANSWERED: ({ status, size }, { words }) => words.httpAnswer(status, size),
  SCRIPT_RETURNED: ({ size }, { words }) => words.scriptResult(size),
  TOOL_RETURNED: ({ size }, { words }) => words.toolReturned(size),
  DOCUMENTS_FOUND: ({ pieces }, { words }) => words.documentsFound(pieces),
  MODEL_ANSWERED: ({ inputTokens, outputTokens }, { words }) =>
    words.modelAnswer(String(inputTokens ?? '?'), String(outputTokens ?? '?')),
  EFFECT_FAILED: ({ code }, { words }) =>
    `${words.events.effect_failed}: ${wordFor(words.effectErrors, code)}`,
  EDITED: ({ before, after }, { words }) => words.edited(quoted(before), quoted(after)),
  DELETED: ({ message }, reader) =>
    reader.words.deleted(
      message === null
        ? reader.words.messages.other
        : describeSummary(message, { ...reader, eventType: 'message_received' }),
    ),
  APPROVAL_DECIDED: ({ as, by }, { words }) => words.decided[as](by),
  SEND_FAILED: ({ error }, { words, renderSendError }) =>
    `${words.events.send_failed}: ${renderSendError(error)}`,
  CONTACTS_MERGED: (_params, { words }) => words.contactsMerged,
  TEST_ENDED: (_params, { words }) => words.testEnded,
  OTHER: ({ line }, reader) => {
    const summary = readSummary(reader.eventType, line)
    return summary.code === 'OTHER' ? line : describeSummary(summary, reader)
  },
}

function describeSummary({ code, params }: EventSummary, reader: EventReader): string {
  // A code of a newer service has no words here: then the event is named by its type.
  const render = (Object.hasOwn(RENDER, code) ? RENDER[code] : nameEvent) as Render<keyof SummaryParams>
  return render(params, reader)
}

/** An event as the story of a run answers it. */
export interface StoryEvent {
  eventType: string
  payloadSummary: string | null
  /** Null for those of before. */
  summary: { code: string; params: Readonly<Record<string, unknown>> } | null
}

/** Why an event changed nothing, or that the service could not process it. */
export function describeEventError(
  { error, summary }: Pick<StoryEvent, 'summary'> & { error: string },
  words: RunWords,
  renderFailure: (failure: RunFailure) => string,
): string {
  if (Object.hasOwn(words.reasons, error)) return wordFor(words.reasons, error)
  const known = summary as EventSummary | null
  return renderFailure(
    known?.code === 'GIVEN_UP'
      ? { code: 'SERVICE_FAILED', params: { reference: known.params.reference } }
      : readRunFailure(error),
  )
}

/** One line that says what an event was, in the language of the reader. What contacts wrote stays as it is. */
export function describeEvent({ eventType, payloadSummary, summary }: StoryEvent, reader: Reader): string {
  const known = summary as EventSummary | null
  return describeSummary(known ?? readSummary(eventType, payloadSummary ?? ''), { ...reader, eventType })
}
