import { createHash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Refusal } from '../core/errors.ts'
import { isErrno } from './process/process-identity.ts'
import { createSecretBox, type KeySource, type SecretBox } from './secret-box.ts'

const KEY_BYTES = 32
export const MASTER_KEY_FILE = 'master.key'

/** Unguessable text for keys, tokens and links: 32 bytes give 43 characters of base64url. */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}

export function sha256(data: string | Uint8Array): Buffer {
  return createHash('sha256').update(data).digest()
}

/** Compares in a time that tells nothing about where the two differ. */
export function isSameSecret(left: string, right: string): boolean {
  return timingSafeEqual(sha256(left), sha256(right))
}

/** Where the master key comes from: the setting, or the key file in the data directory (made on first use). */
export interface MasterKeyOptions {
  masterKey?: string | undefined
  dataDir: string
}

/**
 * The secret box of this installation: under MASTER_KEY when that is set (needed where several machines share
 * a database), else under the key file in the data directory, which is made on the first start.
 */
export function openSecretBox(options: MasterKeyOptions): SecretBox {
  const { masterKey, dataDir } = options
  if (masterKey !== undefined) return createSecretBox(readMasterKeys(options))
  return createSecretBox(createKeyFileSource(path.join(dataDir, MASTER_KEY_FILE), () => performance.now()))
}

/** How old the view of the key file may be when something is sealed: a rotation waits this long before it begins. */
export const KEY_FILE_VIEW_MS = 1_000

/**
 * The keys of a key file, looked at again when the file changed, so that a running service takes a new key up by
 * itself. While the file cannot be read, the keys known so far stay.
 */
function createKeyFileSource(file: string, nowMs: () => number): KeySource {
  let keys = readOrCreateKeyFile(file)
  let stamp = readStamp(file)
  let lookedAtMs = nowMs()
  return (isStale) => {
    if (!isStale && nowMs() - lookedAtMs < KEY_FILE_VIEW_MS) return keys
    lookedAtMs = nowMs()
    const seen = readStamp(file)
    if (seen === null || (seen === stamp && !isStale)) return keys
    try {
      keys = readKeyFile(file)
      stamp = seen
    } catch {
      // Half a file is never seen, as it is replaced in one step; what else is wrong shows at the next start.
    }
    return keys
  }
}

function readStamp(file: string): string | null {
  const stats = statSync(file, { throwIfNoEntry: false, bigint: true })
  return stats ? `${stats.ino}/${stats.mtimeNs}/${stats.size}` : null
}

/** The file that holds the keys; undefined where they come from MASTER_KEY. */
export const findKeyFile = ({ masterKey, dataDir }: MasterKeyOptions): string | undefined =>
  masterKey === undefined ? path.join(dataDir, MASTER_KEY_FILE) : undefined

export const generateMasterKey = (): Buffer => randomBytes(KEY_BYTES)

/** Puts these keys into the file in one step; the first one seals from then on. */
export function writeKeyFile(file: string, keys: readonly Uint8Array[]): void {
  const unfinished = `${file}.${randomToken(6)}`
  const lines = keys.map((key) => `${Buffer.from(key).toString('hex')}\n`)
  writeFileSync(unfinished, lines.join(''), { mode: 0o600, flush: true })
  renameSync(unfinished, file)
}

/** A secret of its own for one purpose, the same in every process that has the master key; 43 characters. */
export function deriveSecret(options: MasterKeyOptions, purpose: string): string {
  const [current] = readMasterKeys(options)
  if (current === undefined) throw new Error('a derived secret needs a master key')
  return Buffer.from(hkdfSync('sha256', current, '', `parley/${purpose}`, KEY_BYTES)).toString('base64url')
}

/** The first one seals, all of them open. */
export function readMasterKeys({ masterKey, dataDir }: MasterKeyOptions): Buffer[] {
  if (masterKey !== undefined) return masterKey.split(',').map(parseMasterKey)
  return readOrCreateKeyFile(path.join(dataDir, MASTER_KEY_FILE))
}

/** 32 bytes as 64 hexadecimal digits. */
export function parseMasterKey(text: string): Buffer {
  const key = Buffer.from(text.trim(), 'hex')
  if (key.length === KEY_BYTES && text.trim().length === KEY_BYTES * 2) return key
  throw new Refusal('BAD_REQUEST', 'A master key is 64 hexadecimal digits; "openssl rand -hex 32" makes one.')
}

function readOrCreateKeyFile(file: string): Buffer[] {
  const unfinished = `${file}.${randomToken(6)}`
  try {
    return readKeyFile(file)
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw error
  }
  writeFileSync(unfinished, `${randomBytes(KEY_BYTES).toString('hex')}\n`, { mode: 0o600, flush: true })
  try {
    // Appears whole or not at all, and never replaces the key another process made a moment before.
    linkSync(unfinished, file)
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error
  } finally {
    rmSync(unfinished, { force: true })
  }
  return readKeyFile(file)
}

function readKeyFile(file: string): Buffer[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  const keys = lines.filter((line) => line.trim() !== '')
  if (keys.length > 0) return keys.map(parseMasterKey)
  throw new Refusal(
    'SERVICE_UNAVAILABLE',
    `The key file ${file} is empty. Restore it from a backup; without it the stored passwords cannot be read.`,
  )
}
