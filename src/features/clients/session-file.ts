import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { z } from 'zod'
import { MAX_SESSION_FILE_CHARS } from '../../contract/clients/clients.ts'
import { type Refusal, refusal } from '../../core/errors.ts'
import type { RefusalParams } from '../../core/refusal-reasons.ts'
import { sha256 } from '../../platform/secrets.ts'

/** The session of a client at one moment. */
export interface Session {
  /** Names this state of the session: it can be imported once per database at a time. */
  exportId: string
  /** The network it logs in to, as `toNetworkId` names it. */
  networkId: string
  exportedAt: string
  phoneNumber: string | null
  address: string | null
  lid: string | null
  pushName: string | null
  credentials: Uint8Array
  keys: readonly { type: string; id: string; value: Uint8Array }[]
  /** Messages that were decrypted and not yet stored, oldest first: the keys that read them are used up. */
  journal: readonly { id: string; stanza: string; plaintext: Uint8Array }[]
}

/** Seals sessions under passphrases. One at a time: each derivation of a key takes 128 MiB for a moment. */
export interface SessionCipher {
  seal(session: Session, passphrase: string): Promise<string>
  /** Throws a Refusal for whatever is no whole session file of a known version under this passphrase. */
  open(file: string, passphrase: string): Promise<Session>
}

const MAGIC = Buffer.from('PARLEYSN')
/** Fixes everything else: the layout, the derivation and its cost. */
const VERSION = 1
const SALT_BYTES = 16
const IV_BYTES = 12
const TAG_BYTES = 16
const CHECKSUM_BYTES = 32
const SALT_AT = MAGIC.length + 1
const HEAD_BYTES = SALT_AT + SALT_BYTES + IV_BYTES
const LEAST_BYTES = HEAD_BYTES + TAG_BYTES + CHECKSUM_BYTES
/** The cost that is advised for passphrases that people choose: 128 MiB and a few tenths of a second. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 160 * 2 ** 20 }
const MAX_WAITING = 4
/** What a file may unpack to: whoever knows a passphrase can make a file of any content. */
const MAX_UNPACKED_BYTES = 96 * 2 ** 20

const base64 = z.string().transform((text) => new Uint8Array(Buffer.from(text, 'base64')))
const SessionText = z.object({
  exportId: z.guid(),
  networkId: z.string(),
  exportedAt: z.string(),
  phoneNumber: z.string().nullable(),
  address: z.string().nullable(),
  lid: z.string().nullable(),
  pushName: z.string().nullable(),
  credentials: base64,
  keys: z.array(z.object({ type: z.string(), id: z.string(), value: base64 })),
  journal: z.array(z.object({ id: z.string(), stanza: z.string(), plaintext: base64 })),
})

const toText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

async function pack(session: Session): Promise<Buffer> {
  const text = JSON.stringify({
    ...session,
    credentials: toText(session.credentials),
    keys: session.keys.map((key) => ({ ...key, value: toText(key.value) })),
    journal: session.journal.map((entry) => ({ ...entry, plaintext: toText(entry.plaintext) })),
  })
  if (Buffer.byteLength(text) > MAX_UNPACKED_BYTES) throw refuseSize()
  return promisify(gzip)(text)
}

async function unpack(packed: Buffer): Promise<Session> {
  try {
    const text = await promisify(gunzip)(packed, { maxOutputLength: MAX_UNPACKED_BYTES })
    return SessionText.parse(JSON.parse(text.toString('utf8')))
  } catch (error) {
    throw refuseFile('SESSION_FILE_DAMAGED', { part: 'content' }, error)
  }
}

/** What can be said of a file without its passphrase. */
function checkWhole(file: string): Buffer {
  const bytes = Buffer.from(file, 'base64')
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC))
    throw refuseFile('SESSION_FILE_UNKNOWN', { found: 'no_export' })
  const version = bytes[MAGIC.length]
  if (version !== VERSION) throw refuseFile('SESSION_FILE_VERSION', { version: version ?? 0, known: VERSION })
  const end = bytes.length - CHECKSUM_BYTES
  if (bytes.length < LEAST_BYTES || !sha256(bytes.subarray(0, end)).equals(bytes.subarray(end)))
    throw refuseFile('SESSION_FILE_DAMAGED', { part: 'file' })
  return bytes.subarray(0, end)
}

function decrypt(key: Buffer, bytes: Buffer): Buffer {
  const tagAt = bytes.length - TAG_BYTES
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(HEAD_BYTES - IV_BYTES, HEAD_BYTES))
  decipher.setAAD(bytes.subarray(0, HEAD_BYTES)).setAuthTag(bytes.subarray(tagAt))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(HEAD_BYTES, tagAt)), decipher.final()])
  } catch (error) {
    throw refusal('BAD_REQUEST', 'SESSION_PASSPHRASE_WRONG', {}, { path: 'passphrase', cause: error })
  }
}

export function createSessionCipher(): SessionCipher {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  const derive = (passphrase: string, salt: Buffer): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      scrypt(passphrase.normalize('NFKC'), salt, 32, SCRYPT, (error, key) =>
        error ? reject(error) : resolve(key),
      )
    })

  async function deriveInTurn(passphrase: string, salt: Buffer): Promise<Buffer> {
    if (waiting >= MAX_WAITING)
      throw refusal('SERVICE_UNAVAILABLE', 'SESSIONS_BEING_MOVED', { by: 'everybody' })
    waiting += 1
    const mine = last.then(() => derive(passphrase, salt))
    last = mine.catch(() => undefined)
    return mine.finally(() => {
      waiting -= 1
    })
  }

  return {
    async seal(session, passphrase) {
      const packed = await pack(session)
      const [salt, iv] = [randomBytes(SALT_BYTES), randomBytes(IV_BYTES)]
      const head = Buffer.concat([MAGIC, Buffer.of(VERSION), salt, iv])
      const cipher = createCipheriv('aes-256-gcm', await deriveInTurn(passphrase, salt), iv)
      cipher.setAAD(head)
      const body = Buffer.concat([head, cipher.update(packed), cipher.final(), cipher.getAuthTag()])
      const file = Buffer.concat([body, sha256(body)]).toString('base64')
      if (file.length > MAX_SESSION_FILE_CHARS) throw refuseSize()
      return file
    },
    async open(file, passphrase) {
      const bytes = checkWhole(file)
      const key = await deriveInTurn(passphrase, bytes.subarray(SALT_AT, SALT_AT + SALT_BYTES))
      return unpack(decrypt(key, bytes))
    },
  }
}

function refuseFile<Reason extends 'SESSION_FILE_UNKNOWN' | 'SESSION_FILE_DAMAGED' | 'SESSION_FILE_VERSION'>(
  reason: Reason,
  params: RefusalParams[Reason],
  cause?: unknown,
): Refusal {
  return refusal('BAD_REQUEST', reason, params, { path: 'file', cause })
}

const refuseSize = (): Refusal => refusal('UNPROCESSABLE_CONTENT', 'SESSION_TOO_LARGE', { of: 'export' })
