/** What a page may have signed: as much of WebAuthn's `PublicKeyCredentialRequestOptionsJSON` as the network uses. */
export interface SigningOptions {
  challenge: string
  rpId?: string
  timeout?: number
  userVerification?: string
  allowCredentials?: { type: 'public-key'; id: string; transports?: string[] }[]
  hints?: string[]
  extensions?: { uvm: true }
}

export interface SigningRequest {
  /** What the page calls the client, in its own words: never more than something to recognise it by. */
  clientName: string
  options: SigningOptions
}

/** Both have been seen; the page of the network may ask for no others (its own address, and what that is a part of). */
const RP_IDS: readonly unknown[] = ['whatsapp.com', 'web.whatsapp.com']
const BASE64URL = /^[\w-]{1,2048}={0,2}$/
const MAX_CREDENTIALS = 64
const MAX_WORDS = 8
const MAX_WORD_CHARS = 32
const MAX_NAME_CHARS = 60
/** Also what turns the direction of writing, with which a name could reach out of its place. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]+/gu

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isBase64url = (value: unknown): value is string => typeof value === 'string' && BASE64URL.test(value)

function readWords(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined
  const words = value.filter(
    (word): word is string => typeof word === 'string' && word.length <= MAX_WORD_CHARS,
  )
  return words.slice(0, MAX_WORDS)
}

/** Null when one of them is none: with fewer, another passkey could be taken than was asked for. */
function parseCredentials(value: unknown): SigningOptions['allowCredentials'] | null {
  if (value === undefined) return undefined
  if (!Array.isArray(value) || value.length > MAX_CREDENTIALS) return null
  const credentials: NonNullable<SigningOptions['allowCredentials']> = []
  for (const entry of value) {
    if (!isRecord(entry) || entry.type !== 'public-key' || !isBase64url(entry.id)) return null
    const transports = readWords(entry.transports)
    credentials.push({ type: 'public-key', id: entry.id, ...(transports && { transports }) })
  }
  return credentials
}

/**
 * Only what is named here is signed with. Of WebAuthn's extensions that is `uvm`, which the network asks for: others give
 * away more than a signature, such as the secret (`prf`) that the account's backups are encrypted with.
 */
function parseOptions(value: unknown): SigningOptions | null {
  if (!isRecord(value) || !isBase64url(value.challenge)) return null
  const { challenge, rpId, timeout, userVerification, extensions } = value
  if (rpId !== undefined && !RP_IDS.includes(rpId)) return null
  const allowCredentials = parseCredentials(value.allowCredentials)
  if (allowCredentials === null) return null
  const hints = readWords(value.hints)
  return {
    challenge,
    ...(typeof rpId === 'string' && { rpId }),
    ...(typeof timeout === 'number' && timeout > 0 && { timeout }),
    ...(typeof userVerification === 'string' && { userVerification }),
    ...(allowCredentials && { allowCredentials }),
    ...(hints && { hints }),
    ...(isRecord(extensions) && extensions.uvm === true && { extensions: { uvm: true } }),
  }
}

/** Reads what a page asks for; null when it is nothing that the network would ask. */
export function parseSigningRequest(value: unknown): SigningRequest | null {
  if (!isRecord(value) || typeof value.clientName !== 'string') return null
  const options = parseOptions(value.options)
  if (!options) return null
  const clientName = value.clientName.replace(INVISIBLE, ' ').trim().slice(0, MAX_NAME_CHARS)
  return { clientName, options }
}

/** Whether others on the way to an address can read along; this machine's own names have no way. */
export function isReadableByOthers(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  const isHere = /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  return protocol !== 'https:' && !isHere
}
