import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  verify,
  type webcrypto,
} from 'node:crypto'

/** Only pages of this origin can use passkeys of the network's accounts. */
export const PASSKEY_ORIGIN = 'https://web.whatsapp.com'
export const PASSKEY_RP_ID = 'whatsapp.com'

const [USER_PRESENT, USER_VERIFIED] = [0x01, 0x04]
const RP_HASH_BYTES = 32
const FLAGS_AT = RP_HASH_BYTES
/** The hash, the flags and a counter of four bytes. */
const LEAST_AUTHENTICATOR_DATA = 37

/** A passkey of an account: an ES256 key pair, as JSON Web Keys. */
export interface PasskeyRecord {
  /** base64url. */
  id: string
  publicKey: webcrypto.JsonWebKey
  privateKey: webcrypto.JsonWebKey
}

/** `PublicKeyCredential.toJSON()` of an assertion. */
export type AssertionJson = {
  id: string
  rawId: string
  type: 'public-key'
  clientExtensionResults: Record<string, never>
  response: {
    clientDataJSON: string
    authenticatorData: string
    signature: string
    userHandle: string | null
  }
}

const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest()

export function makePasskey(): PasskeyRecord {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    id: randomBytes(16).toString('base64url'),
    publicKey: publicKey.export({ format: 'jwk' }),
    privateKey: privateKey.export({ format: 'jwk' }),
  }
}

/** What differs from how an authenticator signs, for tests of what the network refuses. */
export interface AssertionChange {
  origin?: string
  rpId?: string
  type?: string
  challenge?: string
  /** False: the person was not asked for a finger, a face or a PIN. */
  isVerified?: boolean
}

/** Signs as a browser with the passkey does. */
export function signAssertion(
  passkey: PasskeyRecord,
  options: { challenge: string; rpId?: string },
  change: AssertionChange = {},
): AssertionJson {
  const { challenge = options.challenge, origin = PASSKEY_ORIGIN, type = 'webauthn.get' } = change
  const clientData = Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const flags = USER_PRESENT | (change.isVerified === false ? 0 : USER_VERIFIED)
  const rpHash = sha256(change.rpId ?? options.rpId ?? PASSKEY_RP_ID)
  const authenticatorData = Buffer.concat([rpHash, Buffer.from([flags, 0, 0, 0, 0])])
  const key = createPrivateKey({ key: passkey.privateKey, format: 'jwk' })
  const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), key)
  return {
    ...{ id: passkey.id, rawId: passkey.id, type: 'public-key', clientExtensionResults: {} },
    response: {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: null,
    },
  }
}

const decode = (text: unknown): Buffer => Buffer.from(typeof text === 'string' ? text : '', 'base64url')

function parseJson(bytes: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** What is wrong with an assertion, after the steps of WebAuthn level 3, 7.2; undefined when it is in order. */
export function findAssertionFault(
  passkey: PasskeyRecord | undefined,
  challenge: string,
  credentialId: Buffer,
  assertionBytes: Buffer,
): string | undefined {
  const assertion = parseJson(assertionBytes) as Partial<AssertionJson> | undefined
  if (!assertion?.response || assertion.type !== 'public-key') return 'the assertion cannot be read'
  const known = Buffer.from(passkey?.id ?? '', 'base64url')
  if (!passkey || !known.equals(credentialId) || !known.equals(decode(assertion.rawId)))
    return 'this is not a passkey of the account'
  const clientDataBytes = decode(assertion.response.clientDataJSON)
  const clientData = parseJson(clientDataBytes)
  if (clientData?.type !== 'webauthn.get') return 'the assertion was not made to sign in'
  if (clientData.challenge !== challenge) return 'another challenge was signed'
  if (clientData.origin !== PASSKEY_ORIGIN)
    return `it was signed on ${clientData.origin}, not on ${PASSKEY_ORIGIN}`
  const data = decode(assertion.response.authenticatorData)
  if (data.length < LEAST_AUTHENTICATOR_DATA) return 'the data of the authenticator is too short'
  if (!data.subarray(0, RP_HASH_BYTES).equals(sha256(PASSKEY_RP_ID)))
    return 'it was signed for another relying party'
  const flags = data[FLAGS_AT] ?? 0
  if (!(flags & USER_PRESENT)) return 'nobody was present'
  if (!(flags & USER_VERIFIED)) return 'the person was not verified'
  const key = createPublicKey({ key: passkey.publicKey, format: 'jwk' })
  const signed = Buffer.concat([data, sha256(clientDataBytes)])
  return verify('sha256', signed, key, decode(assertion.response.signature))
    ? undefined
    : 'the signature does not fit'
}
