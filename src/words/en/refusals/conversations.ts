import type { ChatRefusals } from '../../../core/conversation/chat-refusals.ts'
import type { PreparationProblem } from '../../../core/conversation/content.ts'
import type { RefusalParams, RunRefusals, SendRefusals } from '../../../core/refusal-reasons.ts'
import type { Sentences } from '../../sentences.ts'
import { describeNetworkRefusal } from '../network-refusal.ts'

const NOT_CONNECTED: Readonly<Record<RefusalParams['CLIENT_NOT_CONNECTED']['while'], string>> = {
  sending:
    'The client is not connected, so nothing was sent. Start its worker or wait until it is connected, then call again.',
  checking: 'The network did not answer whether it knows this number, so nothing was sent. Call again.',
  naming: 'The network did not say who has this username, so nothing was sent. Call again.',
  preparing: 'The network did not answer in time, so nothing was sent. Call again.',
  testing:
    'The client is not connected, so no test was started. Start its worker or wait until it is connected, then test.',
}

function describePreparation(problem: PreparationProblem): string {
  switch (problem.why) {
    case 'unreadable':
      return `The stored bytes of the ${problem.of} message cannot be read.`
    case 'empty':
      return `The ${problem.of} message has no content that can be shown again.`
    case 'view_once':
      return 'A message that may be viewed once cannot be forwarded.'
    case 'no_text':
      return 'The edited message has neither a text nor a caption.'
  }
}

const OWN_ONLY: Readonly<Record<RefusalParams['NOT_OWN_MESSAGE']['act'], string>> = {
  edit: 'only messages this client sent can be edited.',
  revoke: 'only messages this client sent can be taken back here.',
}

const PLACES: Readonly<Record<RefusalParams['PLACE_UNKNOWN']['list'], string>> = {
  conversation: 'is none this service gave. Use nextCursor or the cursor of a message.',
  inbox: 'is none this service gave. Use nextCursor.',
  pages: 'is none this service gave. Use nextCursor of the page before.',
}

const noFile = ({ words }: RefusalParams['MEDIA_GONE']): string =>
  `The file cannot be had now: ${words ?? 'It was not downloaded in time.'}`

export const sends: Sentences<SendRefusals> = {
  CLIENT_NOT_CONNECTED: (params) => NOT_CONNECTED[params.while],
  SEND_QUEUE_FULL: ({ waiting }) =>
    `The client already has ${waiting} messages waiting, so this one was not taken. Call again later, or raise sendRatePerSecond.`,
  NO_CALL_LINK:
    'The network gave no link for the call, so nothing was sent. Call again in a moment, or send the event without `call`.',
  RECIPIENT_NOT_FOUND: ({ address }) =>
    `${address} is not on the network, so nothing was sent. Check the number with its country code.`,
  USERNAME_NOT_FOUND: ({ username }) =>
    `Nobody has the username @${username}, so nothing was sent. Check how it is written.`,
  USERNAME_KEY_NEEDED: ({ username }) =>
    `@${username} is found by those alone who know its key, so nothing was sent. Ask contacts.check with the key, and send to the lid it answers.`,
  ANSWERED_MEANWHILE: ({ id }) =>
    `Nothing was sent: somebody else wrote in this conversation meanwhile (message ${JSON.stringify(id)}). Read it, then send again without \`unlessAnsweredSince\` if it should still go.`,
  EDIT_WINDOW_PAST: ({ minutes }) =>
    `Messages can be edited for ${minutes} minutes, and this one is older. Send a new message instead.`,
  DELETE_WINDOW_PAST: ({ hours }) =>
    `Messages can be taken back for ${hours} hours, and this one is older. Nothing was sent.`,
  MESSAGE_NOT_FOUND: ({ id }) =>
    `This client has no message ${JSON.stringify(id)} in that chat. Check the id and the chat.`,
  QUOTED_NOT_FOUND: ({ id }) =>
    `This client has no message ${JSON.stringify(id)} in that chat; quote one it has seen.`,
  MESSAGE_NOT_PREPARED: (problem) => `${describePreparation(problem)} Nothing was sent.`,
  REACH_OUT_RESTRICTED: ({ until }) =>
    `Nothing was sent. REACH_OUT_RESTRICTED: the network does not let this account write to new people. It ends at ${until}.`,
  NEW_CHAT_LIMIT: ({ until }) =>
    `Nothing was sent. NEW_CHAT_LIMIT: the account has begun nearly as many new chats as the network allows. People who wrote first are answered. It ends at ${until}.`,
  KEY_OF_OTHER: ({ fromMe }) =>
    `is ${fromMe}, but ${fromMe ? 'the contact wrote this message.' : 'this client wrote this message.'}`,
  KEY_OF_OTHER_CHAT: 'names another chat than target; both have to be the chat of the message.',
  NOT_OWN_MESSAGE: ({ act }) => OWN_ONLY[act],
  NOT_EDITABLE: ({ type }) => `is a message of type ${type}; only texts and captions can be edited.`,
  PLACE_UNKNOWN: ({ list }) => PLACES[list],
  FIELD_MISPLACED: ({ fitting, type }) => `goes with ${fitting.join(', ')} only, not with ${type}.`,
  MESSAGE_TYPE_UNKNOWN: 'has no type this server knows.',
  ALBUM_ITEM_EMPTY: 'has an item without a picture or video.',
  NO_FILE_IN_MESSAGE: 'is a message without a file.',
  SNOOZE_NOT_AHEAD: 'is needed to snooze, within a year from now, and for nothing else.',
  NOTE_NOT_OWN: 'Only who wrote a note changes or deletes it.',
  TOO_MANY_REPLIES: ({ most }) => `There are ${most} canned replies already; delete one that is not needed.`,
  SHORTCUT_TAKEN: ({ shortcut }) => `Another canned reply has the shortcut /${shortcut}; choose another one.`,
  TOO_MANY_DEPARTMENTS: ({ most }) => `There are ${most} departments already; delete one that is not needed.`,
  DEPARTMENT_TAKEN: ({ name }) => `Another department has the name ${name}; choose another one.`,
  TOO_MANY_LABELS: ({ most }) => `There are ${most} labels already; delete one that is not needed.`,
  LABEL_TAKEN: ({ name }) => `Another label is called "${name}"; choose that one, or another name.`,
  CONVERSATION_LABELS_FULL: ({ most }) =>
    `This conversation has ${most} labels already; take one off that it does not need.`,
  TOO_MANY_CAMPAIGNS: ({ most }) => `There are ${most} campaigns already; delete one that is over.`,
  CAMPAIGN_TOO_LARGE: ({ most }) =>
    `reaches more than ${most} people; choose fewer, or make two campaigns of it.`,
  CAMPAIGN_EMPTY:
    'The campaign reaches nobody: its audience is empty, or everybody in it is left out. Choose others.',
  CAMPAIGN_WITHOUT_CONTENT: 'is empty: write a message, add a file or choose a flow.',
  CAMPAIGN_AUDIO_WITH_TEXT:
    'cannot go with an audio file, which has no caption: leave it empty, or choose another file.',
  CAMPAIGN_FILE_GONE: 'is a file that was deleted since: choose another one, or none.',
  CAMPAIGN_FLOW_UNREADY:
    'The flow cannot start on this number: it is not published, or belongs to another one.',
  CAMPAIGN_IS: ({ state }) => CAMPAIGN_STATES[state],
  STATUS_SHOWS_NO_PRESENCE: 'is the status feed; nobody sees presence there.',
  STATUS_HAS_NO_PICTURE: 'is the status feed, which has no picture.',
  STATUS_IS_NO_CHAT: 'is the status feed, which is no chat: use status.post, status.delete and status.react.',
  MEDIA_GONE: noFile,
  MEDIA_NOT_AVAILABLE: noFile,
  NO_ANSWER_IN_TIME: 'The network did not answer in time. Call again.',
  NETWORK_NOT_ANSWERING:
    'The network did not answer, so nobody knows whether it was done. Look how it stands, then call again.',
  PICTURES_ASKED_TOO_OFTEN:
    'The network was asked for many pictures in a short time, and takes more of that for somebody who collects them. Call again in ten minutes.',
}

const EXISTS: Readonly<Record<RefusalParams['RUN_EXISTS']['while'], string>> = {
  starting: 'The contact already has a live run; cancel it or wait until it ends.',
  testing: 'The number has a live run of a published flow; cancel it or wait until it ends, then test.',
}

const DECIDED: Readonly<Record<RefusalParams['APPROVAL_DECIDED']['as'], string>> = {
  approved: 'it was approved',
  changed: 'it was changed and approved',
  declined: 'it was declined',
}

const NOT_ACTIVE: Readonly<Record<RefusalParams['FLOW_NOT_ACTIVE']['why'], string>> = {
  unpublished: 'The flow is not published; publish it first.',
  unpublished_here: 'The flow is not published for this client; publish it first.',
  no_api_trigger: 'The flow has no connected trigger.api; add one and publish.',
}

const HANDED_OFF: Readonly<Record<RefusalParams['HANDOFF']['while'], string>> = {
  starting: 'A person has taken the chat over; wait until that ends, or resume the flow state.',
  testing:
    'A person has the chat with this number. Give it back in the inbox, or with contacts.update and handoffSec 0, then test.',
}

const changedNothing = (why: string): string => `The request changed nothing (${why}).`

export const runs: Sentences<RunRefusals> = {
  RUN_EXISTS: (params) => EXISTS[params.while],
  FLOW_NOT_ACTIVE: ({ why }) => NOT_ACTIVE[why],
  APPROVAL_OVER: 'This text no longer waits for approval: its run has gone on.',
  APPROVAL_DECIDED: ({ as, by }) => `${by} has decided about this text already: ${DECIDED[as]}.`,
  RUN_NOT_FOUND: 'There is no live or dormant run with this id for the contact.',
  NODE_NOT_FOUND: ({ node }) => `There is no step "${node}" in the version of the flow that runs.`,
  INPUT_MISSING: ({ name }) => `the input "${name}" is required`,
  INPUT_INVALID: ({ name, type }) => `the input "${name}" is no ${type}`,
  HANDOFF: (params) => HANDED_OFF[params.while],
  BLACKLISTED: 'The contact is blacklisted; take the flag away first.',
  ONCE: 'The flow runs once for each contact, and has.',
  COOLDOWN: 'The flow was started for this contact a moment ago; its trigger has a cooldown.',
  RETRIGGER_IGNORED: 'The contact has a parked run of this flow, which its retriggerBehavior keeps.',
  NO_MATCH: changedNothing('no_match'),
  NOT_WAITING: changedNothing('not_waiting'),
  BEFORE_PROMPT: changedNothing('before_prompt'),
  STALE_TIMER: changedNothing('stale_timer'),
  STALE_EFFECT: changedNothing('stale_effect'),
  STALE_MESSAGE: changedNothing('stale_message'),
  OWN_ECHO: changedNothing('own_echo'),
  GROUP: changedNothing('group'),
  NOT_SUPPORTED: changedNothing('not_supported'),
  FAILED: ({ words }) => changedNothing(words),
  OWN_NUMBER: 'This is the number of the client itself; test on a phone of somebody else.',
  NOT_PAUSED: ({ state }) =>
    `Only a live flow state of a client with humanHandoffDurationSec above 0 can be paused; it is ${state}.`,
  RUN_ENDED: ({ state }) => `The flow state has ended already (${state}); there is nothing to cancel.`,
  REQUEST_LATE:
    'The request is stored but was not taken up in time. Look at the flow state again in a moment.',
  DRAFTS_NOT_TESTED_HERE: 'This process tests no drafts. Ask a running service.',
}

/** Of changes of what the account’s devices keep of its chats. */
export const chats: Sentences<ChatRefusals> = {
  CHATS_CHANGED_MEANWHILE:
    'Other devices of the account changed their chats at the same time, so nothing was changed. Call again.',
  CHAT_CHANGE_REFUSED: ({ networkCode }) =>
    `${describeNetworkRefusal('this change', networkCode)} Nothing was changed.`,
  MUTE_NOT_AHEAD: '`mutedUntil` has to be a time to come, `always`, or null to end it.',
  WHATSAPP_LABEL_TAKEN:
    'Another label of this account on WhatsApp has this name. Choose another, or use that one.',
  WHATSAPP_LABELS_FULL: ({ most }) =>
    `WhatsApp shows ${most} labels of an account at most, and it has as many. Delete one first.`,
  WHATSAPP_LABEL_FIXED: 'This is one of WhatsApp’s own labels, which nobody changes. Nothing was changed.',
  WHATSAPP_LABEL_FILLED:
    'WhatsApp fills this list by itself, so it cannot be linked. Choose a label that people put on chats.',
  LABEL_LINKED: 'One of the two labels is linked with another on this number. End that link first.',
}

const CAMPAIGN_STATES: Readonly<Record<RefusalParams['CAMPAIGN_IS']['state'], string>> = {
  draft: 'The campaign has not started.',
  planned: 'The campaign is planned; cancel it first, and it is a draft again.',
  running: 'The campaign is running; pause or cancel it first.',
  paused: 'The campaign is paused; resume or cancel it first.',
  done: 'The campaign is over; duplicate it to send it again.',
  cancelled: 'The campaign was cancelled; duplicate it to send it again.',
}
