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
    const refused = `The server refuses version ${formatWebVersion(this.chosen)} of WhatsApp Web`
    if (next) {
      const detail = `${refused}, so the connection is opened again with ${formatWebVersion(next)}.`
      return { ...state, reason: 'restart_required', detail }
    }
    const detail = `${refused}, and no newer one is known. The page of versions is asked again and the connection tried by itself; if WEB_VERSION names this version, remove it, else update the service.`
    return { ...state, detail }
  }
}
