import type { Handlers } from '../../../contract/handlers.ts'
import { isGroup } from '../../../core/addresses.ts'
import { badField, deleteWindowPast, editWindowPast, messageNotFound } from '../records/refusals.ts'
import { findStoredMessage } from '../records/stored-message.ts'
import { buildRequest, requireSameChat, type SendOperationDeps, toMessageKey } from './send-request.ts'

/** How long the network lets a message be edited. */
export const EDIT_WINDOW_MIN = 15
/** How long a message can be taken back for everybody: two days and twelve hours, as the network's own help has it. */
export const DELETE_WINDOW_HOURS = 60

const EDITABLE = new Set(['text', 'image', 'video', 'document'])

type ChangeHandlers = Pick<Handlers['chat'], 'reactMessage' | 'editMessage' | 'deleteMessage'>
type EditInput = Parameters<ChangeHandlers['editMessage']>[0]
type DeleteInput = Parameters<ChangeHandlers['deleteMessage']>[0]

/** Refuses what the network would not take as an edit. */
async function requireEditable({ db, nowMs }: SendOperationDeps, input: EditInput): Promise<void> {
  const { clientId, key } = input
  const chat = await requireSameChat(db, input, key)
  if (!key.fromMe) throw badField('key.fromMe', 'NOT_OWN_MESSAGE', { act: 'edit' })
  const stored = await findStoredMessage(db, clientId, { id: key.id, chat, fromMe: true })
  if (!stored) throw messageNotFound(key.id)
  if (!EDITABLE.has(stored.type)) {
    throw badField('key.id', 'NOT_EDITABLE', { type: stored.type })
  }
  if (nowMs() / 1000 - stored.atSec > EDIT_WINDOW_MIN * 60) throw editWindowPast(EDIT_WINDOW_MIN)
}

/** Refuses what the network would not take back. */
async function requireDeletable({ db, nowMs }: SendOperationDeps, input: DeleteInput): Promise<void> {
  const { clientId, target, key } = input
  const chat = await requireSameChat(db, input, key)
  if (!key.fromMe && !isGroup(target)) {
    throw badField('key.fromMe', 'NOT_OWN_MESSAGE', { act: 'revoke' })
  }
  const stored = await findStoredMessage(db, clientId, { id: key.id, chat, fromMe: key.fromMe })
  if (!stored) throw messageNotFound(key.id)
  if (nowMs() / 1000 - stored.atSec > DELETE_WINDOW_HOURS * 3_600) {
    throw deleteWindowPast(DELETE_WINDOW_HOURS)
  }
}

/** Edits, reactions, revocations and the like: each is a message of the network about another one. */
export function createChangeHandlers(deps: SendOperationDeps): ChangeHandlers {
  const { db, service } = deps
  return {
    async reactMessage(input, ctx) {
      const { target, key, reaction } = input
      return service.send(
        buildRequest(deps, 'chat.reactMessage', input, ctx, async () => {
          await requireSameChat(db, input, key)
          return { type: 'reaction', target: toMessageKey(key, target), emoji: reaction }
        }),
      )
    },
    async editMessage(input, ctx) {
      const { target, key, text } = input
      return service.send(
        buildRequest(deps, 'chat.editMessage', input, ctx, async () => {
          await requireEditable(deps, input)
          return { type: 'edit', target: toMessageKey(key, target), text }
        }),
      )
    },
    async deleteMessage(input, ctx) {
      const { target, key } = input
      return service.send(
        buildRequest(deps, 'chat.deleteMessage', input, ctx, async () => {
          await requireDeletable(deps, input)
          return { type: 'revoke', target: toMessageKey(key, target) }
        }),
      )
    },
  }
}
