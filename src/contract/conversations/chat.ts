import { z } from 'zod'
import {
  clientId,
  cursor,
  idempotencyKey,
  JID_ALIASES,
  namedTargetFields,
  pickAlias,
  recipient,
  requestKey,
  resolveJid,
  resolveTarget,
  resourceId,
  TARGET_ALIASES,
  targetFields,
  waitFields,
} from '../fields.ts'
import { defineOperation } from '../operation.ts'
import {
  Contact,
  Conversation,
  ConversationMessage,
  InboxMessage,
  MediaFile,
  MessageDetails,
  MessageFate,
  ReadResult,
  SendResult,
} from '../resources.ts'
import { SHOWN_CONVERSATIONS } from './conversation-states.ts'
import { countConversations, getConversation, sharePresence, updateConversation } from './desk.ts'
import { measureFirstAnswers } from './first-answers.ts'
import { addLabel, countLabelled, removeLabel } from './labels.ts'
import { AlbumItem, MAX_TEXT_CHARS, Message } from './message.ts'
import { markChat } from './network/chat-marks.ts'
import { fetchHistory, getHistory } from './network/history.ts'
import { clearChat, deleteChat } from './network/removals.ts'
import { starMessage } from './network/stars.ts'
import { listEntries } from './record/entries.ts'
import { createNote, deleteNote, seeMentions, updateNote } from './record/notes.ts'

/** So many messages a sender may say they saw. */
const MAX_SEEN = 50

/** What all operations of the group take and answer alike, whether they need it or not: the interface says so of `chat.*`. */
const inChat = { body: 'files', answersEnvelope: true } as const

const send = { clientId, ...targetFields, idempotencyKey, ...waitFields }
/** For what a person says: flows keep out of the chat as they do when somebody writes from the account's own phone. */
const personal = {
  ...send,
  ...namedTargetFields,
  asHuman: z
    .boolean()
    .optional()
    .describe('True: a person wrote this, so flows pause. So they do for messages of a signed-in person.'),
}
/** What a person had seen of the conversation when they chose to answer. */
const unlessAnsweredSince = z
  .array(z.string().min(1).max(128))
  .max(MAX_SEEN)
  .optional()
  .describe(
    'Ids of messages of this chat that you saw. If another person has since written there, 409 ANSWERED_MEANWHILE.',
  )
/** What a person asks to be sent, who answers for what they saw. */
const answering = { ...personal, unlessAnsweredSince }
const reactionText = z.string().max(64)
const REACTION_ALIASES = ['emoji', 'text'] as const

const sendMessage = defineOperation({
  name: 'chat.sendMessage',
  summary: 'Send a message',
  description: 'One message of exactly one type.',
  scope: 'chat:write',
  reach: { ids: { clientId: 'client' } },
  effect: 'writes',
  assistant: true,
  ...inChat,
  aliases: { target: TARGET_ALIASES },
  input: z.strictObject({ ...answering, message: Message }).transform(resolveTarget),
  output: SendResult,
})

const reactMessage = defineOperation({
  name: 'chat.reactMessage',
  summary: 'React to a message',
  description: 'An empty one removes it.',
  scope: 'chat:write',
  reach: { ids: { clientId: 'client' } },
  effect: 'writes',
  assistant: true,
  ...inChat,
  aliases: { target: TARGET_ALIASES, reaction: REACTION_ALIASES },
  input: z
    .strictObject({
      ...send,
      key: requestKey,
      reaction: reactionText.optional().describe('An emoji; "" removes the reaction.'),
      emoji: reactionText.optional().describe('Same as `reaction`.'),
      text: reactionText.optional().describe('Same as `reaction`.'),
    })
    .transform(({ reaction, emoji, text, ...rest }, ctx) => ({
      ...resolveTarget(rest, ctx),
      reaction: pickAlias<string>(rest, ['reaction', ...REACTION_ALIASES], [reaction, emoji, text], ctx),
    })),
  output: SendResult,
})

const forwardMessage = defineOperation({
  name: 'chat.forwardMessage',
  summary: 'Forward a message this client can see',
  description: 'It is named by its id and `sourceJid`, the chat it is in.',
  scope: 'chat:write',
  reach: { ids: { clientId: 'client' } },
  effect: 'writes',
  ...inChat,
  aliases: { target: TARGET_ALIASES },
  input: z
    .strictObject({
      ...answering,
      messageId: z.string().min(1).max(128),
      sourceJid: recipient.describe('Chat the message is in.'),
    })
    .transform(resolveTarget),
  output: SendResult,
})

const sendAlbum = defineOperation({
  name: 'chat.sendAlbum',
  summary: 'Send an album',
  description: 'One result for the album; `res.items` carries each item’s key and status.',
  scope: 'chat:write',
  reach: { ids: { clientId: 'client' } },
  effect: 'writes',
  ...inChat,
  aliases: { target: TARGET_ALIASES },
  input: z.strictObject({ ...answering, album: z.array(AlbumItem).min(2).max(30) }).transform(resolveTarget),
  output: SendResult,
})

const editMessage = defineOperation({
  name: 'chat.editMessage',
  summary: 'Edit a text or a caption this client sent',
  description: 'For 15 minutes after it was sent.',
  scope: 'chat:write',
  reach: { ids: { clientId: 'client' } },
  effect: 'destroys',
  ...inChat,
  aliases: { target: TARGET_ALIASES },
  input: z
    .strictObject({ ...send, key: requestKey, text: z.string().min(1).max(MAX_TEXT_CHARS) })
    .transform(resolveTarget),
  output: SendResult,
})

const readMessages = defineOperation({
  name: 'chat.readMessages',
  summary: 'Mark messages as read',
  description: 'Each is named by its key.',
  scope: 'chat:write',
  reach: { ids: { clientId: 'client' } },
  effect: 'writes',
  assistant: true,
  ...inChat,
  input: z.strictObject({ clientId, keys: z.array(requestKey).min(1).max(1000) }),
  output: ReadResult,
})

const getConversationMessages = defineOperation({
  name: 'chat.getConversationMessages',
  summary: 'Read a conversation',
  description: 'Newest first; `nextCursor` is null at the end.',
  scope: 'chat:read',
  reach: { ids: { clientId: 'client' } },
  effect: 'reads',
  assistant: true,
  ...inChat,
  aliases: { jid: JID_ALIASES },
  input: z
    .strictObject({
      clientId,
      ...targetFields,
      cursor: cursor.optional().describe('A `nextCursor`, or a message’s `cursor`.'),
      limit: z.int().min(1).max(200).default(50),
      direction: z.enum(['before', 'after']).default('before').describe('Which side of the cursor.'),
    })
    .transform(resolveJid),
  output: z.object({ messages: z.array(ConversationMessage), nextCursor: z.string().nullable() }),
})

const fetchContacts = defineOperation({
  name: 'chat.fetchContacts',
  summary: 'List the contacts of a client',
  description: 'One row for each person.',
  scope: 'contacts:read',
  reach: { ids: { clientId: 'client' } },
  effect: 'reads',
  assistant: true,
  ...inChat,
  input: z.strictObject({ clientId }),
  output: z.object({ contacts: z.array(Contact) }),
})

const listConversations = defineOperation({
  name: 'chat.listConversations',
  summary: 'List conversations, most recent first',
  scope: 'chat:read',
  reach: { ids: { clientId: 'client' } },
  effect: 'reads',
  extension: true,
  assistant: true,
  ...inChat,
  input: z.strictObject({
    clientId: clientId.optional().describe('Or all.'),
    show: z.enum(SHOWN_CONVERSATIONS).optional(),
    labelId: resourceId.optional(),
    departmentId: resourceId.optional(),
    cursor: cursor.optional(),
    limit: z.int().min(1).max(200).default(50),
    search: z.string().max(200).optional().describe('In names, numbers, recent texts.'),
  }),
  output: z.object({ conversations: z.array(Conversation), nextCursor: z.string().nullable() }),
})

const listMessages = defineOperation({
  name: 'chat.listMessages',
  summary: 'Read a conversation with reactions, quotes, files and content',
  description: 'As chat.getConversationMessages, with what chat.getMessage tells of each message.',
  scope: 'chat:read',
  reach: { ids: { clientId: 'client' } },
  effect: 'reads',
  extension: true,
  ...inChat,
  input: z
    .strictObject({
      clientId,
      ...targetFields,
      cursor: cursor.optional(),
      limit: z.int().min(1).max(100).default(50),
      direction: z.enum(['before', 'after']).default('before'),
      starred: z.literal(true).optional().describe('Only those that are starred on WhatsApp.'),
    })
    .transform(resolveJid),
  output: z.object({ messages: z.array(InboxMessage), nextCursor: z.string().nullable() }),
})

const searchMessages = defineOperation({
  name: 'chat.searchMessages',
  summary: 'Find messages of a conversation by their text',
  description:
    'Newest first, whatever the case and accents of the letters and what stands between the digits of a number. A page may be short or empty although there is a `nextCursor`: go on with it.',
  scope: 'chat:read',
  reach: { ids: { clientId: 'client' } },
  effect: 'reads',
  extension: true,
  ...inChat,
  input: z
    .strictObject({
      clientId,
      ...targetFields,
      text: z.string().min(1).max(200).describe('Part of a text or a caption.'),
      cursor: cursor.optional(),
      limit: z.int().min(1).max(200).default(50),
    })
    .transform(resolveJid),
  output: z.object({ messages: z.array(ConversationMessage), nextCursor: z.string().nullable() }),
})

const deleteMessage = defineOperation({
  name: 'chat.deleteMessage',
  summary: 'Take a message back for everybody',
  description: 'One this client sent, or in a group it administers anybody’s, within 60 hours.',
  scope: 'chat:write',
  reach: { ids: { clientId: 'client' } },
  effect: 'destroys',
  extension: true,
  ...inChat,
  input: z.strictObject({ ...send, key: requestKey }).transform(resolveTarget),
  output: SendResult,
})

const sendPresence = defineOperation({
  name: 'chat.sendPresence',
  summary: 'Show presence, typing or recording',
  description:
    'Typing and recording are shown in a chat for a few seconds; available and unavailable concern the whole account.',
  scope: 'chat:write',
  reach: { ids: { clientId: 'client' } },
  effect: 'writes',
  extension: true,
  ...inChat,
  input: z
    .strictObject({
      clientId,
      ...targetFields,
      presence: z.enum(['available', 'unavailable', 'composing', 'recording', 'paused']),
    })
    .transform(resolveTarget),
  output: ReadResult,
})

const oneMessage = {
  clientId,
  ...targetFields,
  messageId: z.string().min(1).max(128),
  fromMe: z.boolean().optional().describe('Needed only when both sides used the same id.'),
}

const getMessage = defineOperation({
  name: 'chat.getMessage',
  summary: 'Read one message with its reactions, votes and content',
  scope: 'chat:read',
  reach: { ids: { clientId: 'client' } },
  effect: 'reads',
  extension: true,
  ...inChat,
  input: z.strictObject(oneMessage).transform(resolveJid),
  output: MessageDetails,
})

const explain = defineOperation({
  name: 'chat.explain',
  summary: 'What became of a message, and why',
  description:
    'Which flow took it and what it answered, or why none did and what would change that: from what was written down when it was decided.',
  scope: 'chat:read',
  reach: { ids: { clientId: 'client' } },
  effect: 'reads',
  extension: true,
  ...inChat,
  input: z.strictObject(oneMessage).transform(resolveJid),
  output: MessageFate,
})

const downloadMedia = defineOperation({
  name: 'chat.downloadMedia',
  summary: 'Get the file of a message',
  description:
    'Answers where to GET the file. One not here yet is downloaded first, or asked of the phone again.',
  scope: 'chat:read',
  reach: { ids: { clientId: 'client' } },
  effect: 'reads',
  extension: true,
  assistant: true,
  ...inChat,
  input: z.strictObject(oneMessage).transform(resolveJid),
  output: MediaFile,
})

export const chat = {
  sendMessage,
  reactMessage,
  forwardMessage,
  sendAlbum,
  editMessage,
  readMessages,
  getConversationMessages,
  fetchContacts,
  listConversations,
  countConversations,
  getConversation,
  updateConversation,
  addLabel,
  removeLabel,
  countLabelled,
  sharePresence,
  measureFirstAnswers,
  listEntries,
  createNote,
  updateNote,
  deleteNote,
  seeMentions,
  listMessages,
  searchMessages,
  getMessage,
  explain,
  downloadMedia,
  deleteMessage,
  sendPresence,
  markChat,
  starMessage,
  clearChat,
  deleteChat,
  fetchHistory,
  getHistory,
}
