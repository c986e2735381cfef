import type { WAVersion } from 'baileys'
import { formatWebVersion, type WebVersion } from '../../core/client/web-version.ts'
import type { VersionAccess } from '../web-versions.ts'
import type { ClosedState } from './close-reasons.ts'

/** The server's refusal of a version; what else it calls outdated (409, 501) is not about that. */
const VERSION_REFUSED = 405

/** What one connection tells the server of its version, and what follows when that is refused. */
export class AnnouncedVersion {
  private readonly access: VersionAccess
  private chosen: WebVersion | null = null

  constructor(access: VersionAccess) {
    this.access = access
  }

  async choose(): Promise<void> {
    this.chosen = await this.access.choose()
  }

  /** For the library; only once it is chosen. */
  current(): WAVersion {
    if (!this.chosen) throw new Error('no version was chosen for this connection')
    return [...this.chosen]
  }

  /** The end of the connection: where the network has a newer version, it is one after which the client is opened again at once. */
  async judge(state: ClosedState): Promise<ClosedState> {
    if (state.rawCode !== VERSION_REFUSED || !this.chosen) return state
    const next = await this.access.refused(this.chosen)
    const refused = formatWebVersion(this.chosen)
    if (!next) return { ...state, cause: { code: 'NO_NEWER_VERSION', params: { refused } } }
    const cause = { code: 'NEWER_VERSION', params: { refused, next: formatWebVersion(next) } } as const
    return { ...state, reason: 'restart_required', cause }
  }
}
