import type { CallFailure } from '../../../core/conversation/call-failure.ts'
import type { TypebotProblem, WorkflowStart } from '../../../core/flow/index.ts'
import type { FlowNext, FlowRefusals, MediaRefusals, RefusalParams } from '../../../core/refusal-reasons.ts'
import { renderCallFailure } from '../../call-failures.ts'
import { describeFinding } from '../../findings.ts'
import { type Sentences, withoutFullStop } from '../../sentences.ts'
import { callFailures } from '../call-failures.ts'
import { findings } from '../findings.ts'

const NEXT: Readonly<Record<FlowNext, string>> = { publish: 'publish', test: 'test it' }

const CHOSEN = 'Use a key that has it; scopes are chosen when a key is made.'

const HOLDERS: Readonly<Record<RefusalParams['SCOPE_MISSING']['holder'], (scope: string) => string>> = {
  key: (scope) => `This key lacks the scope ${scope}. ${CHOSEN}`,
  call: (scope) => `The call names a secret, and this key lacks the scope ${scope}. ${CHOSEN}`,
  model: (scope) => `The model takes a secret as its key, and this key lacks the scope ${scope}. ${CHOSEN}`,
  flow: (scope) => `The flow names a secret, and this key lacks the scope ${scope}. ${CHOSEN}`,
}

function describeCase(params: RefusalParams['TEST_CASE_UNREADABLE']): string {
  switch (params.why) {
    case 'characters':
      return `it is longer than ${params.most} characters. Correct it and try again.`
    case 'steps':
      return `its script has more than ${params.most} steps. Correct it and try again.`
    case 'form':
      return `${params.words}. Correct it and try again.`
  }
}

const quoted = (text: string | null): string => (text === null ? 'nothing' : `"${text}"`)

function describeReplay(problem: RefusalParams['RUN_NOT_REPEATABLE']): string {
  switch (problem.code) {
    case 'SAYS_OTHER':
      return `A replay of this conversation does not say what was said: ${quoted(problem.params.said)} in place of ${quoted(problem.params.sent)}. It depended on something that is not kept with it. Save a conversation with the simulator as a test instead.`
    case 'MASK_CHANGES':
      return 'With what is personal replaced, this conversation takes another way through the flow. Keep names, phone numbers or e-mail addresses as they are, or choose another conversation.'
    case 'NOTHING_TO_PLAY':
      return 'This conversation begins with something that a test cannot hold. Choose another one.'
    case 'FLOW_REFUSED':
      return 'The version that this conversation ran on would be refused today. Choose a newer conversation.'
    case 'TOO_MANY_RUNS':
      return `More than ${problem.params.most} conversations with the contact are in this choice. Begin with a later one.`
    case 'NOT_REPLAYED':
      return 'The replay of this conversation did not end in time. Choose a shorter one.'
  }
}

const CHAT_BODY = '{"action":"sendMessage","sessionId":"{{ contact.jid }}","chatInput":"{{ message.text }}"}'

/** How a workflow that stays in n8n and a flow here work together. */
const WORKFLOWS: Readonly<Record<WorkflowStart, (params: RefusalParams['N8N_WORKFLOW']) => string>> = {
  chat: ({ node, path }) =>
    `Make the chat of "${node}" public in n8n and activate the workflow. Then draw a flow here: trigger.any_message, an http node with POST to https://YOUR-N8N/${path} and the JSON body ${CHAT_BODY}, the path "output" of its answer into a variable, and a send.text with that variable.`,
  webhook: ({ node, method, path }) =>
    `Let a flow call it: an http node with ${method} to https://YOUR-N8N/${path}, and what "Respond to Webhook" answers into variables. Or let it hear every message: add https://YOUR-N8N/${path} as a webhook for message.received (then "${node}" has to take POST), and answer with the node Parley of the package n8n-nodes-parley.`,
  parley: ({ node }) =>
    `"${node}" is the node of this service already: activate the workflow in n8n with an address and an API key of this service, and nothing has to be imported here.`,
  other: ({ node }) =>
    `It begins at "${node}", which only n8n can wait for. To have it work with chats, put a Parley Trigger (package n8n-nodes-parley) or a Webhook in its place; to write to people from it, use the node Parley.`,
}

function describeTypebotProblem(problem: TypebotProblem): string {
  switch (problem.why) {
    case 'none':
      return `This is no exported Typebot: ${problem.place || 'its content'} is missing or not what it has to be.`
    case 'version':
      return `Typebot version ${problem.version} cannot be read. Open the bot in Typebot 6 or later and export it again.`
    case 'no_flow':
      return `The bot does not fit into a flow: ${withoutFullStop(describeFinding(findings, problem.problem))}.`
  }
}

export const flows: Sentences<FlowRefusals> = {
  FLOW_CHANGED:
    'The flow was changed meanwhile. Read it again and compare, or leave expectedUpdatedAt out to overwrite.',
  FLOW_UNREADABLE: ({ problem }) =>
    `The flow cannot be read: ${withoutFullStop(describeFinding(findings, problem))}. Correct it and try again.`,
  FLOW_HAS_ERRORS: ({ errors, next }) =>
    `The flow has ${errors} ${errors === 1 ? 'error' : 'errors'}; correct them, then ${NEXT[next]}.`,
  FLOW_PUBLISHED: 'A published flow cannot move to another client. Unpublish it first.',
  FLOW_WITHOUT_CLIENT: ({ next }) =>
    `The flow has no clientId, so no account could run it. Set clientId, then ${NEXT[next]}.`,
  MAIN_MENU_UNSUITABLE:
    'mainMenuFlowId has to name a published flow of this client with a trigger.main_menu node. Publish one, then set it.',
  VERSION_UNKNOWN: ({ number }) => `The flow has no version ${number}. flows.versions lists them.`,
  SCOPE_MISSING: ({ scope, holder }) => HOLDERS[holder](scope),
  CALLS_NOT_MADE_HERE: 'This process makes no calls. Ask a running service.',
  BUNDLE_UNREADABLE: ({ twice }) => `two flows of the bundle are called "${twice}"; give each its own ref.`,
  TYPEBOT_UNREADABLE: describeTypebotProblem,
  N8N_WORKFLOW: (params) =>
    `This is a workflow of n8n, which goes on running there. ${WORKFLOWS[params.start](params)}`,
  BOT_ARCHIVE:
    'This is an archive and no flow. Bots of Botpress (.bpz) and Landbot cannot be read: Botpress does not say what is in its archives, and Landbot documents no export. Flows in exchange format and bots exported from Typebot 6 or later can.',
  TRIGGER_UNKNOWN: 'the draft has no connected trigger of this id. Give the id of one, or leave it out.',
  PHONE_NOT_ALLOWED:
    'Drafts of this flow may not be tested on this number. Allow it with flows.testPhones.add, then test.',
  TOO_MANY_TEST_PHONES: ({ most }) => `A flow is tested on at most ${most} numbers. Remove one first.`,
  TEST_PHONE_UNKNOWN: 'The flow has no such number. flows.testPhones.list has them.',
  EVALUATION_UNKNOWN: 'No such evaluation of this flow. Check the id.',
  EVALUATION_WITHOUT_CASES: 'The flow has no test cases. Save conversations with it as tests first.',
  EVALUATION_ENDED: 'The evaluation has ended already.',
  TOO_MANY_EVALUATIONS: ({ most }) =>
    `At most ${most} evaluations wait or are under way at a time. Wait for one, or cancel it.`,
  TEST_CASE_UNKNOWN: 'No such test case of this flow. Check the id.',
  TEST_CASE_UNREADABLE: describeCase,
  TEST_CASES_FALL_SHORT: ({ failed, of }) =>
    `${failed} of ${of} test cases of the flow fall short; mend the flow or the case, or publish with ignoreTestCases.`,
  TOO_MANY_TEST_CASES: ({ most }) => `A flow has at most ${most} test cases. Delete one first.`,
  TOO_MANY_TESTS_RUNNING: 'Too many test cases are being played. Try again in a moment.',
  FLOW_WITHOUT_LANGUAGES:
    'The flow speaks one language. Name its languages in the settings of the flow, then export its texts.',
  NO_TRANSLATION_TABLE:
    'This is no table of translations. Its first line names the columns, Key among them; export the texts to get one.',
  RUN_NOT_RECORDED:
    'The events of this conversation are no longer kept, so it cannot become a test. Choose a newer one.',
  RUN_NOT_REPEATABLE: describeReplay,
}

const ADVICE: Readonly<Record<RefusalParams['MEDIA_TYPE_MISMATCH']['advice'], string>> = {
  picture: 'Phones do not show it; send a JPEG or PNG picture, or a document.',
  webp: 'It cannot be made a sticker here; give a WebP picture of 512 by 512.',
  audio: 'Send it as audio.',
  video: 'Send it as video.',
  sticker: 'Stickers are pictures.',
  document: 'Send it as a document instead.',
}

const VOICE: Readonly<Record<RefusalParams['VOICE_NOTE_NOT_CONVERTIBLE']['why'], (found: string) => string>> =
  {
    no_sound: (found) =>
      `The file (${found}) says it is sound and could not be read as such; it may be cut off. Nothing was sent.`,
    unreadable: (found) =>
      `The sound of the file (${found}) could not be read; it may be cut off. Nothing was sent.`,
    format: (found) =>
      `A voice note is Opus in Ogg, and this server makes one of WAV, MP3, FLAC, Ogg Vorbis and Ogg Opus, not of ${found}. Convert the file, send it without ptt, or ask the operator for ffmpeg (FFMPEG_PATH). Nothing was sent.`,
  }

const notFetched = (call: CallFailure): string =>
  `The file could not be fetched: ${renderCallFailure(callFailures, call)} Nothing was sent.`

export const media: Sentences<MediaRefusals> = {
  FILE_EMPTY: 'The file is empty. Choose another one.',
  FILE_SIZE: 'The file is empty or too large. Give it as a URL instead.',
  TOO_MANY_FILES: ({ most }) => `There are ${most} files already; delete one that no flow needs.`,
  ASSET_IN_REPLY: ({ title }) => `The canned reply "${title}" sends this file. Take it out there first.`,
  ASSET_IN_USE: ({ flowName }) => `The flow "${flowName}" sends this file. Take it out there first.`,
  NOT_AVAILABLE_YET: ({ missing }) =>
    missing.startsWith('assets.') || missing === 'knowledge.add'
      ? `Not available yet: this server does not do ${missing} so far.`
      : `This server does not do it yet: ${missing}. Nothing was sent.`,
  MEDIA_NOT_FOUND: 'This client has no stored file of that id. Give the file again.',
  MEDIA_TOO_LARGE: ({ call }) => notFetched(call),
  MEDIA_ADDRESS_REFUSED: ({ call }) => notFetched(call),
  MEDIA_NOT_FETCHED: (params) =>
    'call' in params
      ? notFetched(params.call)
      : `${params.host} answered ${params.status} instead of the file. Nothing was sent.`,
  MEDIA_UPLOAD_FAILED: ({ words }) =>
    `The file could not be put on the network’s media server: ${words} Nothing was sent.`,
  MEDIA_TYPE_MISMATCH: ({ media: kind, found, advice }) =>
    `The file ${found === null ? 'is not of a known type' : `is ${found}`}, so it cannot be sent as ${kind}. ${ADVICE[advice]} Nothing was sent.`,
  VOICE_NOTE_TOO_LONG: ({ minutes }) =>
    `A voice note may last ${minutes} minutes. Send it as audio without ptt. Nothing was sent.`,
  VOICE_NOTE_NOT_CONVERTIBLE: ({ found, why }) => VOICE[why](found),
  BUCKET_UNUSABLE: ({ bucket, words }) =>
    `Files cannot be kept in the bucket ${bucket}: ${words} Correct the S3_ settings, or leave them out to keep files in DATA_DIR.`,
}
