import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Refusal } from '../core/errors.ts'
import { isErrno } from './process-identity.ts'

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
const MASTER_KEY_FILE = 'master.key'

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
 * Encrypts small secrets (proxy passwords, webhook keys) for the database. `context` names what the secret
 * belongs to, for instance `proxy:<id>`: sealed text that was moved to another row does not open there.
 */
export interface SecretBox {
  seal(plaintext: string, context: string): string
  /** Throws a Refusal when the key is not there any more, an Error when the text was altered or moved. */
  open(sealed: string, context: string): string
}

/** The first key seals; all of them open, so that a new one can be put in front of an old one. */
export function createSecretBox(keys: readonly Uint8Array[]): SecretBox {
  const [current] = keys
  if (current === undefined) throw new Error('a secret box needs a key')
  const byId = new Map(keys.map((key) => [keyIdOf(key), key]))
  return {
    seal(plaintext, context) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', current, iv)
      cipher.setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
      const payload = Buffer.concat([iv, cipher.getAuthTag(), body])
      return `v1.${keyIdOf(current)}.${payload.toString('base64url')}`
    },
    open(sealed, context) {
      const [version, keyId = '', encoded = ''] = sealed.split('.')
      if (version !== 'v1') throw new Error('the text is not a sealed secret of a known version')
      const key = byId.get(keyId)
      if (key === undefined) throw refuseUnknownKey(keyId)
      const payload = Buffer.from(encoded, 'base64url')
      if (payload.length < IV_BYTES + TAG_BYTES) throw new Error('the sealed secret is cut off')
      const decipher = createDecipheriv('aes-256-gcm', key, payload.subarray(0, IV_BYTES))
      decipher.setAAD(Buffer.from(context))
      decipher.setAuthTag(payload.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      return Buffer.concat([
        decipher.update(payload.subarray(IV_BYTES + TAG_BYTES)),
        decipher.final(),
      ]).toString('utf8')
    },
  }
}

/**
 * The secret box of this installation: under MASTER_KEY when that is set (needed where several machines share
 * a database), else under the key file in the data directory, which is made on the first start.
 */
export function openSecretBox(options: MasterKeyOptions): SecretBox {
  return createSecretBox(readMasterKeys(options))
}

/** A secret of its own for one purpose, the same in every process that has the master key; 43 characters. */
export function deriveSecret(options: MasterKeyOptions, purpose: string): string {
  const [current] = readMasterKeys(options)
  if (current === undefined) throw new Error('a derived secret needs a master key')
  return Buffer.from(hkdfSync('sha256', current, '', `parley/${purpose}`, KEY_BYTES)).toString('base64url')
}

function readMasterKeys({ masterKey, dataDir }: MasterKeyOptions): Buffer[] {
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

function keyIdOf(key: Uint8Array): string {
  return sha256(key).subarray(0, 4).toString('hex')
}

function refuseUnknownKey(keyId: string): Refusal {
  return new Refusal(
    'SERVICE_UNAVAILABLE',
    `A stored secret was encrypted with the master key ${keyId}, which is not here. Put that key into MASTER_KEY or ${MASTER_KEY_FILE} (an old one after the new one), or enter the secret again.`,
    { data: { reason: 'MASTER_KEY_MISSING' } },
  )
}
