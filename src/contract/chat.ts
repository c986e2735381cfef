import { z } from 'zod'
import {
  clientId,
  cursor,
  idempotencyKey,
  pickAlias,
  recipient,
  requestKey,
  resolveJid,
  resolveTarget,
  targetFields,
  waitFields,
} from './fields.ts'
import { AlbumItem, MAX_TEXT_CHARS, Message } from './message.ts'
import { extension, operation } from './operation.ts'
import {
  Contact,
  Conversation,
  ConversationMessage,
  InboxMessage,
  MediaFile,
  MessageDetails,
  ReadResult,
  SendResult,
} from './resources.ts'

const send = { clientId, ...targetFields, idempotencyKey, ...waitFields }
/** For what a person says: flows keep out of the chat as they do when somebody writes from the account's own phone. */
const personal = {
  ...send,
  asHuman: z
    .boolean()
    .optional()
    .describe(
      'True: a person wrote this, so flows leave the chat to people for the client’s humanHandoffDurationSec. Messages of a signed-in person always count so.',
    ),
}
const reactionText = z.string().max(64)
const REACTION_NAMES = ['reaction', 'emoji', 'text'] as const

const sendMessage = operation(
  'chat',
  'Send a message',
  'Sends one message of exactly one type to a person or group.',
)
  .input(z.strictObject({ ...personal, message: Message }).transform(resolveTarget))
  .output(SendResult)

const reactMessage = operation(
  'chat',
  'React to a message',
  'An empty reaction removes the one given before.',
)
  .input(
    z
      .strictObject({
        ...send,
        key: requestKey,
        reaction: reactionText.optional().describe('An emoji; "" removes the reaction.'),
        emoji: reactionText.optional().describe('Same as `reaction`.'),
        text: reactionText.optional().describe('Same as `reaction`.'),
      })
      .transform(({ reaction, emoji, text, ...rest }, ctx) => ({
        ...resolveTarget(rest, ctx),
        reaction: pickAlias<string>(rest, REACTION_NAMES, [reaction, emoji, text], ctx),
      })),
  )
  .output(SendResult)

const forwardMessage = operation(
  'chat',
  'Forward a message this client can see',
  'It is named by its id and `sourceJid`, the chat it is in.',
)
  .input(
    z
      .strictObject({
        ...personal,
        messageId: z.string().min(1).max(128),
        sourceJid: recipient.describe('Chat the message is in.'),
      })
      .transform(resolveTarget),
  )
  .output(SendResult)

const sendAlbum = operation(
  'chat',
  'Send an album',
  'One result for the album; `res.items` carries each item’s key and status.',
)
  .input(z.strictObject({ ...personal, album: z.array(AlbumItem).min(2).max(30) }).transform(resolveTarget))
  .output(SendResult)

const editMessage = operation(
  'chat',
  'Edit a text or a caption this client sent',
  'For 15 minutes after it was sent.',
)
  .input(
    z
      .strictObject({ ...send, key: requestKey, text: z.string().min(1).max(MAX_TEXT_CHARS) })
      .transform(resolveTarget),
  )
  .output(SendResult)

const readMessages = operation(
  'chat',
  'Mark messages as read',
  'Each message is named by its key, as it was received with.',
)
  .input(z.strictObject({ clientId, keys: z.array(requestKey).min(1).max(1000) }))
  .output(ReadResult)

const getConversationMessages = operation(
  'chat',
  'Read a conversation',
  'Newest first; `nextCursor` is null at the end.',
)
  .input(
    z
      .strictObject({
        clientId,
        ...targetFields,
        cursor: cursor.optional().describe('`nextCursor` of the page before, or any message’s `cursor`.'),
        limit: z.int().min(1).max(200).default(50),
        direction: z.enum(['before', 'after']).default('before').describe('Which side of the cursor.'),
      })
      .transform(resolveJid),
  )
  .output(z.object({ messages: z.array(ConversationMessage), nextCursor: z.string().nullable() }))

const fetchContacts = operation(
  'chat',
  'List the contacts of a client',
  'One row for each person, under whichever address it is known.',
)
  .input(z.strictObject({ clientId }))
  .output(z.object({ contacts: z.array(Contact) }))

const listConversations = extension('chat', 'List conversations, most recent first')
  .input(
    z.strictObject({
      clientId,
      cursor: cursor.optional(),
      limit: z.int().min(1).max(200).default(50),
      search: z
        .string()
        .max(200)
        .optional()
        .describe(
          'Part of a name, a number, or the text of one of the client’s newest 10,000 messages, whatever its case, its accents and the spaces in a number.',
        ),
    }),
  )
  .output(z.object({ conversations: z.array(Conversation), nextCursor: z.string().nullable() }))

const listMessages = extension(
  'chat',
  'Read a conversation with reactions, quotes, files and content',
  'As chat.getConversationMessages, with what chat.getMessage tells of each message.',
)
  .input(
    z
      .strictObject({
        clientId,
        ...targetFields,
        cursor: cursor.optional(),
        limit: z.int().min(1).max(100).default(50),
        direction: z.enum(['before', 'after']).default('before'),
      })
      .transform(resolveJid),
  )
  .output(z.object({ messages: z.array(InboxMessage), nextCursor: z.string().nullable() }))

const searchMessages = extension(
  'chat',
  'Find messages of a conversation by their text',
  'Newest first, whatever the case and accents of the letters and what stands between the digits of a number. A page may be short or empty although there is a `nextCursor`: go on with it.',
)
  .input(
    z
      .strictObject({
        clientId,
        ...targetFields,
        text: z.string().min(1).max(200).describe('Part of a text or a caption.'),
        cursor: cursor.optional(),
        limit: z.int().min(1).max(200).default(50),
      })
      .transform(resolveJid),
  )
  .output(z.object({ messages: z.array(ConversationMessage), nextCursor: z.string().nullable() }))

const deleteMessage = extension(
  'chat',
  'Take a message back for everybody',
  'One this client sent, or in a group it administers anybody’s, within 60 hours.',
)
  .input(z.strictObject({ ...send, key: requestKey }).transform(resolveTarget))
  .output(SendResult)

const sendPresence = extension(
  'chat',
  'Show presence, typing or recording',
  'Typing and recording are shown in a chat for a few seconds; available and unavailable concern the whole account.',
)
  .input(
    z
      .strictObject({
        clientId,
        ...targetFields,
        presence: z.enum(['available', 'unavailable', 'composing', 'recording', 'paused']),
      })
      .transform(resolveTarget),
  )
  .output(ReadResult)

const oneMessage = {
  clientId,
  ...targetFields,
  messageId: z.string().min(1).max(128),
  fromMe: z.boolean().optional().describe('Needed only when both sides used the same id.'),
}

const getMessage = extension('chat', 'Read one message with its reactions, votes and content')
  .input(z.strictObject(oneMessage).transform(resolveJid))
  .output(MessageDetails)

const downloadMedia = extension(
  'chat',
  'Get the file of a message',
  'Answers where to GET the file. One that is not here yet is downloaded first, or asked of the phone again.',
)
  .input(z.strictObject(oneMessage).transform(resolveJid))
  .output(MediaFile)

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
  listMessages,
  searchMessages,
  getMessage,
  downloadMedia,
  deleteMessage,
  sendPresence,
}
