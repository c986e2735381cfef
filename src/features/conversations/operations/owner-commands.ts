import type { Executor } from '../../../db/transaction.ts'
import type { NetworkConnection } from '../../../network/port.ts'
import type { Log } from '../../../platform/logger.ts'
import { CHANNEL_COMMAND, type ChannelCommandDeps, createChannelCommand } from '../../channels/index.ts'
import { noteSubjects } from '../../contacts/index.ts'
import { createGroupCommand, GROUP_COMMAND } from '../../groups/index.ts'
import { type ContactPictures, noteChangedPictures, type PictureQuery } from '../../pictures/index.ts'
import { createProfileCommand, PROFILE_COMMAND } from '../../profile/index.ts'
import { createWhatsappLabelCommand, WHATSAPP_LABEL_COMMAND } from '../../whatsapp-labels/index.ts'
import type { DeliveryWatch } from '../records/delivery-watch.ts'
import { completeKeys } from '../records/message-keys.ts'
import type { OwnedClient } from '../records/owned-client.ts'
import { USERNAME_COMMAND, type UsernameQuery } from '../records/people/named-people.ts'
import { notConnected, numbersUnknown } from '../records/refusals.ts'
import { markStoredRead } from '../records/stored-message.ts'
import {
  AWAIT_DELIVERY_COMMAND,
  type AwaitDeliveryCommand,
  BLOCK_COMMAND,
  CHECK_COMMAND,
  HISTORY_COMMAND,
  MARK_COMMAND,
  PICTURE_COMMAND,
  PRESENCE_COMMAND,
  type PresenceCommand,
  READ_COMMAND,
  type ReadCommand,
  type ReadReply,
} from './ask-owner.ts'
import { createBlockCommand } from './block-command.ts'
import { createMarkCommand } from './network/chat-marks.ts'
import { createHistoryCommand } from './network/history.ts'
import type { Usernames } from './network/usernames.ts'

/** What a command of another process finds at the owner. */
export interface OwnedConnection {
  client: Pick<OwnedClient, 'id' | 'address' | 'lid'>
  connection(): NetworkConnection | null
}

type Command = (runtime: OwnedConnection, input: unknown) => Promise<unknown>

function requireConnection(runtime: OwnedConnection): NetworkConnection {
  const connection = runtime.connection()
  if (!connection) throw notConnected()
  return connection
}

/** What the account sets itself the network does not tell it: its picture is asked for again when somebody looks. */
function createOwnProfileCommand(db: Executor, log: Log): Command {
  const perform = createProfileCommand(log)
  return async (runtime, input) => {
    const answer = await perform(runtime, input)
    const { act } = input as { act: string }
    const { id, address } = runtime.client
    if (act === 'setPicture' && address !== null)
      await noteChangedPictures(db, id, [{ jid: address, pictureId: null, isRemoved: false }])
    return answer
  }
}

type AccountCommandDeps = ChannelCommandDeps & {
  db: Executor
  usernames: Pick<Usernames, 'find'>
}

/** What goes straight to the account at the network. */
const createAccountCommands = ({
  db,
  log,
  nowMs,
  usernames,
  ...deps
}: AccountCommandDeps): Record<string, Command> => ({
  [BLOCK_COMMAND]: createBlockCommand(log),
  [GROUP_COMMAND]: createGroupCommand(log, {
    note: (clientId, groups) => {
      const toldSec = nowMs() / 1000
      return noteSubjects(
        db,
        clientId,
        groups.map(({ jid, subject }) => ({ jid, subject, toldSec })),
      )
    },
    findUsername: (clientId, username, connection) =>
      usernames.find(clientId, { username, isForSend: true }, connection),
  }),
  [PROFILE_COMMAND]: createOwnProfileCommand(db, log),
  [CHANNEL_COMMAND]: createChannelCommand({ log, nowMs, ...deps }),
  [WHATSAPP_LABEL_COMMAND]: createWhatsappLabelCommand(log),
  [MARK_COMMAND]: createMarkCommand(log),
  [HISTORY_COMMAND]: createHistoryCommand(log),
})

/** Commands that wait in no queue and are not stored before: most go straight to the connection. */
export function createDirectCommands(
  deps: AccountCommandDeps & {
    deliveries: Pick<DeliveryWatch, 'wait'>
    pictures: Pick<ContactPictures, 'find'>
    usernames: Pick<Usernames, 'find'>
  },
): Record<string, Command> {
  const { db, log } = deps

  async function read(runtime: OwnedConnection, { keys }: ReadCommand): Promise<ReadReply> {
    const connection = requireConnection(runtime)
    const completed = await completeKeys({ db, connection }, runtime.client.id, keys)
    try {
      await connection.markRead(completed)
    } catch (err) {
      if (!runtime.connection()) throw notConnected()
      log.warn({ err, clientId: runtime.client.id }, 'messages could not be marked as read')
      return { error: { code: 'READ_FAILED', params: {} } }
    }
    const ids = keys.map(({ id }) => id)
    await markStoredRead(db, runtime.client.id, ids)
    return { error: null }
  }

  async function showPresence(
    runtime: OwnedConnection,
    { to, presence }: PresenceCommand,
  ): Promise<ReadReply> {
    const connection = requireConnection(runtime)
    try {
      await connection.sendPresence(presence, to)
      return { error: null }
    } catch (err) {
      log.warn({ err, clientId: runtime.client.id }, 'presence could not be shown')
      return { error: { code: 'PRESENCE_FAILED', params: {} } }
    }
  }

  return {
    ...createAccountCommands(deps),
    [READ_COMMAND]: (runtime, input) => read(runtime, input as ReadCommand),
    [PRESENCE_COMMAND]: (runtime, input) => showPresence(runtime, input as PresenceCommand),
    [AWAIT_DELIVERY_COMMAND]: async ({ client }, input) => {
      const { ids, ms } = input as AwaitDeliveryCommand
      return deps.deliveries.wait(client.id, ids, ms).then(() => ({}))
    },
    [PICTURE_COMMAND]: async (runtime, input) =>
      deps.pictures.find(runtime.client.id, input as PictureQuery, requireConnection(runtime)),
    [USERNAME_COMMAND]: (runtime, input) =>
      deps.usernames.find(runtime.client.id, input as UsernameQuery, requireConnection(runtime)),
    [CHECK_COMMAND]: (runtime, input) =>
      requireConnection(runtime)
        .checkNumbers((input as { phoneNumbers: string[] }).phoneNumbers)
        .catch((cause: unknown) => {
          throw numbersUnknown(cause)
        }),
  }
}
