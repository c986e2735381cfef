/**
 * How a connection gets its tokens: with its own credentials, in the name of somebody who agreed, or by a signed statement. `smtp`
 * is a server that e-mail goes through, which has none.
 */
export const CONNECTION_KINDS = ['oauth2_client', 'oauth2_code', 'google_service_account', 'smtp'] as const
export type ConnectionKind = (typeof CONNECTION_KINDS)[number]

/** `connected`: there is a token, or one can be had. `ended`: somebody has to agree again. `refused`: its credentials were. */
export const CONNECTION_STATES = ['not_connected', 'connected', 'failing', 'refused', 'ended'] as const
export type ConnectionState = (typeof CONNECTION_STATES)[number]

/** Path of the page that people come back to after they agreed. */
export const CALLBACK_PATH = '/connections/callback'

/** How a mail server is spoken to: encrypted from the first byte, from STARTTLS on, or not at all. */
export const MAIL_SECURITIES = ['tls', 'starttls', 'none'] as const
export const MAX_EMAILS_PER_DAY = 10_000

/** Where a service account of Google may go unless its owner says otherwise. */
export const GOOGLE_HOSTS: readonly string[] = ['*.googleapis.com']
