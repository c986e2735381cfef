import type { SendError } from '../core/conversation/send-error.ts'
import type { EventSummary, SummaryParams } from '../core/flow/index.ts'
import { readSummary } from './before.ts'
import type { runWords } from './en/runs.ts'

/** Words for what the engine and the service write down about a run, in one language. */
export type RunWords = typeof runWords

/** The words for a code; a code that a newer service gives is shown as it is. */
export const wordFor = (words: Readonly<Record<string, string>>, code: string): string => words[code] ?? code

export type NodeNames = (nodeId: string) => string

/** Who is told: the words of the language, and what nodes are called. */
export interface Reader {
  words: RunWords
  nameNode: NodeNames
  tellSendError: (error: SendError) => string
}

interface Teller extends Reader {
  eventType: string
}

type Tell<Code extends keyof SummaryParams> = (params: SummaryParams[Code], teller: Teller) => string

const quoted = (text: string): string => `"${text}"`
const nameEvent = (_params: object, { words, eventType }: Teller): string => wordFor(words.events, eventType)

const TELL: { readonly [Code in keyof SummaryParams]: Tell<Code> } = {
  EVENT: nameEvent,
  GIVEN_UP: nameEvent,
  STARTED: nameEvent,
  RESUMED: nameEvent,
  MESSAGE: ({ type, text }, { words }) =>
    text === null ? wordFor(words.messages, type) : `${wordFor(words.messages, type)} ${quoted(text)}`,
  PERSON_WROTE: ({ text }, { words }) => `${words.events.human_message} ${quoted(text)}`,
  SCHEDULED: ({ nodeId }, { words, nameNode }) => words.scheduled(nameNode(nodeId)),
  RESUMED_AT: ({ nodeId }, { words, nameNode }) => words.resumedAt(nameNode(nodeId)),
  FLAG_SET: ({ flag, value }, { words }) => `${wordFor(words.flags, flag)}: ${value ? words.yes : words.no}`,
  HTTP_ANSWERED: ({ status, size }, { words }) => words.httpAnswer(status, size),
  SCRIPT_RETURNED: ({ size }, { words }) => words.scriptResult(size),
  MODEL_ANSWERED: ({ inputTokens, outputTokens }, { words }) =>
    words.modelAnswer(String(inputTokens ?? '?'), String(outputTokens ?? '?')),
  EFFECT_FAILED: ({ code }, { words }) =>
    `${words.events.effect_failed}: ${wordFor(words.effectErrors, code)}`,
  EDITED: ({ before, after }, { words }) => words.edited(quoted(before), quoted(after)),
  DELETED: ({ message }, teller) =>
    teller.words.deleted(
      message === null
        ? teller.words.messages.other
        : describeSummary(message, { ...teller, eventType: 'message_received' }),
    ),
  SEND_FAILED: ({ error }, { words, tellSendError }) =>
    `${words.events.send_failed}: ${tellSendError(error)}`,
  CONTACTS_MERGED: (_params, { words }) => words.contactsMerged,
  TEST_ENDED: (_params, { words }) => words.testEnded,
  OTHER: ({ line }, teller) => {
    const summary = readSummary(teller.eventType, line)
    return summary.code === 'OTHER' ? line : describeSummary(summary, teller)
  },
}

function describeSummary({ code, params }: EventSummary, teller: Teller): string {
  // A code of a newer service has no words here: then the event is named by its type.
  const tell = (Object.hasOwn(TELL, code) ? TELL[code] : nameEvent) as Tell<keyof SummaryParams>
  return tell(params, teller)
}

/** An event as the story of a run answers it. */
export interface ToldEvent {
  eventType: string
  payloadSummary: string | null
  /** Null for those of before. */
  summary: { code: string; params: Readonly<Record<string, unknown>> } | null
}

/** One line that says what an event was, in the language of the reader. What contacts wrote stays as it is. */
export function describeEvent({ eventType, payloadSummary, summary }: ToldEvent, reader: Reader): string {
  const known = summary as EventSummary | null
  return describeSummary(known ?? readSummary(eventType, payloadSummary ?? ''), { ...reader, eventType })
}
