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

export const START_INFO_PATH = '/api/start-info'
