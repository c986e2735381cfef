import type { MessageType } from '../../core/conversation/message.ts'
import type { NearBecause, PauseCause } from '../../core/flow/index.ts'
import { type FateReader, type FateWords, sayDuration } from '../fates.ts'
import { wordFor } from '../run-story.ts'
import { reasons } from './runs.ts'

/** What kept the nearest keyword from fitting. */
const NEAR: Readonly<Record<NearBecause, string>> = {
  whole_message: 'it asks for the whole message',
  beginning: 'it asks for the beginning of the message',
  whole_word: 'it asks for a whole word',
  case: 'it minds capital letters or accents',
  typing: 'it is spelt otherwise',
}

const KINDS: Readonly<Record<MessageType, string>> = {
  text: 'a text',
  image: 'an image',
  video: 'a video',
  audio: 'an audio file',
  voice: 'a voice message',
  document: 'a document',
  sticker: 'a sticker',
  location: 'a location',
  contact: 'a contact card',
  poll_vote: 'a vote',
  other: 'a message of this kind',
}
const MORE_KINDS = { ...KINDS, video_note: 'a video note', phone_only: 'a message to be opened on the phone' }
const kind = (type: string): string => wordFor(MORE_KINDS, type)

const counted = (one: string, many: string) => (count: number) => `${count} ${count === 1 ? one : many}`
const duration = (seconds: number): string =>
  sayDuration(seconds, {
    day: counted('day', 'days'),
    hour: counted('hour', 'hours'),
    minute: counted('minute', 'minutes'),
    second: counted('second', 'seconds'),
  })

const messages = (count: number): string => (count === 1 ? 'one message' : `${count} messages`)

function sayCause(by: PauseCause | null, { flow, node, time }: FateReader): string {
  switch (by?.kind) {
    case 'person':
      return `Flows are paused because a person took the chat at ${time(by.at)}`
    case 'flow':
      return `Flows are paused because ${node(by)} of ${flow(by.flowId)} gave the chat to people at ${time(by.at)}`
    case 'loop_guard':
      return `Flows are paused because the contact wrote as often as another bot at ${time(by.at)}`
    default:
      return 'Flows are paused because people have the chat'
  }
}

const CHANGE_TRIGGER = 'Change when the trigger takes messages, or add another trigger.'

export const fates: FateWords = {
  lines: {
    BLOCKED: () => 'No flow answers: the contact is on the blacklist.',
    PAUSED: ({ until, by }, reader) =>
      until === null
        ? `${sayCause(by, reader)}.`
        : `${sayCause(by, reader)}; they go on at ${reader.time(until)}.`,
    LOOP_GUARD: ({ flowId, until }, { flow, time }) =>
      `Too many messages within a minute, as from another bot: ${flow(flowId)} gave the chat to people until ${time(until)}.`,
    NO_FLOWS: () => 'No flow is active on this number.',
    NO_LISTENERS: () => 'The active flows do not begin with a message.',
    NEAR_KEYWORD: ({ keyword, because, flowId }, { flow }) =>
      `No keyword fits. The nearest is “${keyword}” of ${flow(flowId)}, but ${NEAR[because]}.`,
    NOTHING_FITS: () => 'No trigger of an active flow fits this message.',
    NOT_TEXT: ({ type }) => `Keywords are compared with text, and this is ${kind(type)} without one.`,
    NOT_IN_GROUPS: () => 'No active flow listens in groups.',
    ONLY_FIRST: ({ flowId }, { flow }) =>
      `${flow(flowId)} takes only the first message that a contact ever writes.`,
    ONLY_AFTER_IDLE: ({ flowId, idleSec }, { flow }) =>
      `${flow(flowId)} takes a message only when the contact wrote nothing for ${duration(idleSec)}.`,
    ONLY_TYPES: ({ flowId, types }, { flow }) => `${flow(flowId)} takes only ${types.map(kind).join(', ')}.`,
    COOLING: ({ flowId, until }, { flow, time }) =>
      `The keyword fits, but ${flow(flowId)} starts again for this contact at ${time(until)} at the earliest.`,
    ONCE_ONLY: ({ flowId }, { flow }) =>
      `${flow(flowId)} runs once for each contact, and has run for this one.`,
    RESTING: ({ flowId }, { flow }) =>
      `${flow(flowId)} starts no other run for this contact while an earlier one rests.`,
    TOO_OLD: ({ sentAt, limitSec }, { time }) =>
      `It was sent at ${time(sentAt)} and arrived more than ${duration(limitSec)} later, because the number was off: a flow does not start so late.`,
    IN_DELAY: (place, { flow, node, time }) =>
      `${flow(place.flowId)} is waiting at ${node(place)}${place.until === null ? '' : ` until ${time(place.until)}`} and takes no messages meanwhile.`,
    BEFORE_QUESTION: (place, { node }) =>
      `It was written before the contact could see the question ${node(place)}, so it does not answer it.`,
    NOT_ASKED: (place, { flow, node }) =>
      `${flow(place.flowId)} is at ${node(place)} and waits for no message.`,
    RUN_BUSY: (place, { flow, node }) => {
      const { state } = place
      if (state === 'waiting_effect')
        return `It waits its turn: ${flow(place.flowId)} waits for a result at ${node(place)}.`
      if (state === 'waiting_approval')
        return `It waits its turn: an answer of ${flow(place.flowId)} waits for a person who approves it.`
      return `It waits its turn: ${flow(place.flowId)} is busy at ${node(place)}.`
    },
    QUESTION_UNCONFIRMED: (place, { node }) =>
      `It waits until it is confirmed that the question ${node(place)} was sent.`,
    OWN_MESSAGE: ({ by }) =>
      ({
        flow: 'A flow of this number sent it.',
        api: 'It was sent from this number by the API or the inbox.',
        phone: 'It was sent from this number’s own phone.',
      })[by],
    HISTORY: () => 'It came with the history of the account: flows answer only what arrives while they run.',
    STATUS_POST: () => 'It is a status post, which flows do not answer.',
    NOT_FOR_FLOWS: ({ type }) => `Flows do not react to ${kind(type)} here.`,
    FORGOTTEN: ({ days }) => `What was decided about it is kept for ${days} days, which are over.`,
    QUEUED: ({ isConnected }) =>
      isConnected ? 'It arrived and is being decided.' : 'It arrived and waits: the number is not connected.',
    RETRIED: ({ attempts }) => `It could not be processed (${attempts} attempts so far) and is tried again.`,
    GIVEN_UP: ({ reference }) =>
      `The service could not process it and gave up${reference === null ? '' : `; its log says why under ${reference}`}.`,
    IGNORED: ({ reason }) => `No flow took it: ${wordFor(reasons, reason)}.`,
    PUT_OFF: () => 'It waits until the contact’s run has done what it is doing.',
    STARTED: ({ flowId, sent }, { flow }) =>
      `It started ${flow(flowId)}, which answered with ${messages(sent)}.`,
    RESUMED: ({ flowId, sent }, { flow }) =>
      `${flow(flowId)} went on where it was left, with ${messages(sent)}.`,
    ANSWERED: (place, { flow, node }) =>
      `${flow(place.flowId)} took it at ${node(place)} and answered with ${messages(place.sent)}.`,
    NOT_UNDERSTOOD: (place, { flow, node }) =>
      `${flow(place.flowId)} did not understand it at ${node(place)} and said so with ${messages(place.sent)}.`,
    KEPT: (place, { flow, node }) =>
      `${flow(place.flowId)} keeps it at ${node(place)} until the contact has finished, or the time there is over.`,
    SAID_NOTHING: (place, { flow, node }) =>
      `${flow(place.flowId)} took it and sent nothing; the last step was ${node(place)}.`,
    OUTSIDE_HOURS: (place, { flow, node }) =>
      `It came outside the hours of ${node(place)}, where ${flow(place.flowId)} says nothing.`,
    HANDED_OFF: (place, { flow, node }) => `${flow(place.flowId)} gave the chat to people at ${node(place)}.`,
    AWAITS_EFFECT: (place, { flow, node }) =>
      `${flow(place.flowId)} took it and waits for a result at ${node(place)}.`,
    AWAITS_APPROVAL: ({ flowId }, { flow }) =>
      `${flow(flowId)} wrote an answer, which waits for a person who approves it.`,
    RUN_FAILED: ({ flowId, failure }, reader) =>
      `${reader.flow(flowId)} took it and failed: ${reader.failure(failure)}`,
    ANSWER_NOT_SENT: ({ flowId, error }, { flow, sendError }) =>
      `${flow(flowId)} answered, but the answer was not sent${error === null ? '.' : `: ${sendError(error)}`}`,
    ANSWER_WAITS: ({ flowId, isConnected }, { flow }) =>
      isConnected
        ? `${flow(flowId)} answered, and the answer is on its way.`
        : `${flow(flowId)} answered, and the answer waits: the number is not connected.`,
    RUN_GONE: () => 'A flow took it; its run was removed since.',
  },
  hints: {
    BLOCKED: 'Take the contact off the blacklist.',
    PAUSED: 'Give the chat back to flows, or wait.',
    LOOP_GUARD: 'If a person wrote, give the chat back to flows in the inbox.',
    NO_FLOWS: 'Publish a flow for this number.',
    NO_LISTENERS: 'Add a trigger by keyword or by any message to a flow.',
    NEAR_KEYWORD: ({ because }) =>
      because === 'typing'
        ? 'Add what was written as a keyword, or let the trigger forgive errors of typing.'
        : 'Add what was written as a keyword, or choose how the keyword is compared.',
    NOTHING_FITS: 'Add a keyword to a flow, or a trigger by any message.',
    NOT_TEXT: 'Add a trigger by any message that takes this kind.',
    NOT_IN_GROUPS: 'Let a keyword trigger listen in groups.',
    ONLY_FIRST: CHANGE_TRIGGER,
    ONLY_AFTER_IDLE: CHANGE_TRIGGER,
    ONLY_TYPES: CHANGE_TRIGGER,
    COOLING: 'Shorten the pause between two starts at the trigger.',
    ONCE_ONLY: 'Choose in the flow’s settings what happens when it is started again.',
    RESTING: 'Choose in the flow’s settings what happens when it is started again.',
    TOO_OLD: 'Answer by hand; keep the number connected.',
    IN_DELAY: 'Let the delay end with a message, or keep what is written meanwhile.',
    BEFORE_QUESTION: 'Let the flow take answers written ahead, in its settings.',
    NOT_ASKED: null,
    RUN_BUSY: ({ state }) =>
      state === 'waiting_approval' ? 'Approve or decline the answer in the inbox.' : null,
    QUESTION_UNCONFIRMED: null,
    OWN_MESSAGE: null,
    HISTORY: null,
    STATUS_POST: null,
    NOT_FOR_FLOWS: null,
    FORGOTTEN: null,
    QUEUED: ({ isConnected }) => (isConnected ? null : 'Connect the number.'),
    RETRIED: null,
    GIVEN_UP: 'Answer by hand, and look in the service’s log.',
    IGNORED: null,
    PUT_OFF: null,
    STARTED: null,
    RESUMED: null,
    ANSWERED: null,
    NOT_UNDERSTOOD: 'Add what was written as another word for one of the options.',
    KEPT: null,
    SAID_NOTHING: 'Look at the run to see which way it went.',
    OUTSIDE_HOURS: 'Draw what is said outside the hours.',
    HANDED_OFF: 'Answer in the inbox.',
    AWAITS_EFFECT: null,
    AWAITS_APPROVAL: 'Approve or decline the answer in the inbox.',
    RUN_FAILED: 'Look at the run, and draw the exit for this error.',
    ANSWER_NOT_SENT: 'Answer by hand once the reason is gone.',
    ANSWER_WAITS: ({ isConnected }) => (isConnected ? null : 'Connect the number.'),
    RUN_GONE: null,
  },
}
