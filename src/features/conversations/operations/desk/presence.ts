import type { Handlers } from '../../../../contract/handlers.ts'
import { hasRight } from '../../../../contract/scopes.ts'
import type { Database } from '../../../../db/client.ts'
import { statement } from '../../../../db/statement.ts'
import { findContactId } from '../../../contacts/index.ts'
import type { PresenceNote } from '../../../events/index.ts'

const READ_NAME = statement<{ name: string }>(
  'chat_read_member_name',
  'select name from "user" where id = $1',
)

export interface PresenceDeps {
  db: Database
  notePresence(note: PresenceNote): void
}

/** What pages tell of themselves. Nothing of it is stored. */
export function createPresenceHandlers({
  db,
  notePresence,
}: PresenceDeps): Pick<Handlers['chat'], 'sharePresence'> {
  return {
    async sharePresence({ clientId, jid, page, activity, order }, { owner, principal }) {
      const { userId, workspaceRole = 'owner' } = principal
      const [chat, person] = await Promise.all([
        findContactId(db, clientId, jid),
        db.queryOne(READ_NAME, [userId]),
      ])
      const isHeard = activity !== 'typing' || hasRight(workspaceRole, 'talk')
      notePresence({
        ...{ workspaceId: owner, clientId, jid: chat, userId, page },
        name: person?.name ?? '',
        activity: isHeard ? activity : 'viewing',
        ...(order !== undefined && { order }),
      })
      return { success: true }
    },
  }
}
