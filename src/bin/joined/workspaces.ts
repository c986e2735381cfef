import type { Handlers } from '../../contract/handlers.ts'
import type { Database } from '../../db/client.ts'
import type { ClientService } from '../../features/clients/index.ts'
import type { Knowledge } from '../../features/knowledge/index.ts'
import type { Media } from '../../features/media/index.ts'
import { createOverview } from '../../features/overview/index.ts'
import { createUserStore } from '../../features/users/index.ts'
import {
  createWorkspaceHandlers,
  createWorkspaceInvitationStore,
  createWorkspaceStore,
} from '../../features/workspaces/index.ts'
import type { SignUp } from '../../platform/config.ts'
import { newId } from '../../platform/ids.ts'
import type { Log } from '../../platform/logger.ts'
import type { Files } from '../files.ts'

interface WorkspaceDeps {
  db: Database
  files: Files | null
  log: Log
  signUp?: SignUp
}

interface UsedByWorkspaces {
  clients: ClientService
  media: Media | null
  knowledge: Knowledge
  announceCallers(userId: string): void
}

/** Workspaces with what stands in them: it is stopped and removed with one. */
export function createWorkspaces(deps: WorkspaceDeps, used: UsedByWorkspaces): Handlers['workspaces'] {
  const { db, files, log, signUp = 'closed' } = deps
  const { clients, media, knowledge, announceCallers } = used
  const users = createUserStore(db)
  /** What is left of a file that could not be removed is room on a disk that nothing names. */
  const removeFile = async (key: string): Promise<void> => {
    await files?.store
      .remove(key)
      .catch((err: unknown) => log.warn({ err, key }, 'file could not be removed'))
  }
  const handlers = createWorkspaceHandlers({
    ...{ db, newId, onCallersChanged: announceCallers, takesNewPeople: signUp !== 'admins' },
    store: createWorkspaceStore(db),
    invitations: createWorkspaceInvitationStore(db),
    readEmail: async (userId) => (await users.readListed(userId))?.email ?? null,
    contents: {
      stop: (owner) => clients.stopAll(owner),
      async delete(tx, owner) {
        const files = [
          ...((await media?.assets.listKeys(tx, owner)) ?? []),
          ...(await knowledge.listKeys(tx, owner)),
        ]
        const clientIds = await clients.deleteAll(tx, owner)
        return async () => {
          clients.announceDeleted(clientIds)
          for (const key of files) await removeFile(key)
        }
      },
    },
  })
  return { ...handlers, overview: createOverview({ db, nowMs: Date.now }) }
}
