/** What the dashboard has to know before anybody is signed in; answered at GET {@link START_INFO_PATH}. */
export interface StartInfo {
  version: string
  /** Nobody has an account yet: whoever signs up first becomes the admin. */
  needsFirstAccount: boolean
  /** Whether people may make accounts for themselves after the first one. */
  signUp: 'open' | 'closed'
  /** Whether a sandbox network runs inside this service, so that its simulated phones can scan. */
  hasSandbox: boolean
}

/**
 * Each answer to a session says by it in which workspace the session works. A page sends the one that it shows, and is refused
 * with WORKSPACE_LEFT when the session was taken to another: two tabs share one session.
 */
export const WORKSPACE_HEADER = 'x-workspace'

/** The same for what takes no headers, in the address. */
export const WORKSPACE_PARAM = 'workspace'

export const START_INFO_PATH = '/api/start-info'
