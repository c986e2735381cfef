import { createPrivateKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import type { ConnectionSettings } from '../../../contract/account/connections.ts'
import { refusal } from '../../../core/errors.ts'

export type { ConnectionSettings } from '../../../contract/account/connections.ts'

/** What the sealed settings of a connection belong to. */
export const connectionSettingsContext = (userId: string, name: string): string =>
  `connection:${userId}:${name}`

/** What the sealed tokens of a connection belong to. */
export const connectionTokensContext = (userId: string, name: string): string =>
  `connection-tokens:${userId}:${name}`

/** What is sealed of an agreement that is asked for belongs to. */
export const agreementContext = (stateHash: string): string => `agreement:${stateHash}`

/** Where tokens are given out when the key file does not say. Source: Google, "Using OAuth 2.0 for Server to Server Applications". */
const GOOGLE_TOKEN_URL = 'https://oauth2.googleapis.com/token'

const KeyFile = z.object({
  type: z.literal('service_account'),
  client_email: z.string().min(3).max(320),
  private_key: z.string().max(8_192),
  private_key_id: z.string().max(200).optional(),
  token_uri: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .default(GOOGLE_TOKEN_URL),
})

export interface ServiceAccount {
  email: string
  keyId: string | undefined
  key: KeyObject
  tokenUrl: string
}

/** The key file as Google gives it out; refuses what is none. */
export function parseKeyFile(text: string): ServiceAccount {
  const refuse = (cause: unknown) =>
    refusal('BAD_REQUEST', 'KEY_FILE_UNREADABLE', {}, { path: 'settings.keyFile', cause })
  try {
    const { client_email, private_key, private_key_id, token_uri } = KeyFile.parse(JSON.parse(text))
    const key = createPrivateKey(private_key)
    if (key.asymmetricKeyType !== 'rsa') throw new Error('the key is not one of RSA')
    return { email: client_email, keyId: private_key_id, key, tokenUrl: token_uri }
  } catch (error) {
    throw refuse(error)
  }
}

export type TokenSettings = Exclude<ConnectionSettings, { kind: 'smtp' }>
export type MailServer = Extract<ConnectionSettings, { kind: 'smtp' }>

/** What people may see of settings. */
export function describeSettings(settings: ConnectionSettings): {
  account: string
  server: string
  scope: string | null
} {
  if (settings.kind === 'google_service_account') {
    const { email, tokenUrl } = parseKeyFile(settings.keyFile)
    return { account: email, server: new URL(tokenUrl).host, scope: settings.scope }
  }
  if (settings.kind === 'smtp')
    return { account: settings.from, server: `${settings.host}:${settings.port}`, scope: null }
  const { clientId, tokenUrl, scope = null } = settings
  return { account: clientId, server: new URL(tokenUrl).host, scope }
}

/** Texts of settings that nobody may read anywhere. */
export function listConfidentialOf(settings: ConnectionSettings): string[] {
  if (settings.kind === 'google_service_account') return [JSON.parse(settings.keyFile).private_key as string]
  const confidential = settings.kind === 'smtp' ? settings.password : settings.clientSecret
  return confidential === undefined ? [] : [confidential]
}
