import type { Content } from '../../../core/conversation/content.ts'
import { buildMessage, type ContentDeps } from '../content/build-message.ts'
import { applyEdit, applyReaction, applyRevoke } from '../records/message-changes.ts'
import { type OwnedClient, toOwnAddress } from '../records/owned-client.ts'

/** What our reaction, edit or revoke did to the message it is about, once the network has it. */
export async function applyOwnChange(
  deps: Omit<ContentDeps, 'connection'>,
  client: OwnedClient,
  content: Content,
  chat: string,
  atSec: number,
): Promise<void> {
  if (content.type !== 'reaction' && content.type !== 'edit' && content.type !== 'revoke') return
  const { db } = deps
  const { target } = content
  const message = { clientId: client.id, id: target.id, chat, fromMe: target.fromMe }
  switch (content.type) {
    case 'reaction':
      await applyReaction(db, message, toOwnAddress(client), content.emoji)
      return
    case 'revoke':
      await applyRevoke(db, message, atSec)
      return
    case 'edit': {
      const { edited, bytes } = await buildMessage({ ...deps, connection: null }, client, chat, content)
      await applyEdit(db, message, { text: content.text, bytes: edited ?? bytes, atSec })
    }
  }
}
