import { type AuthenticationCreds, BufferJSON, proto } from 'baileys'
import { SessionRecord } from './libsignal.ts'
import { decodeSessionRecord, encodeSessionRecord, pruneReceivingChains } from './session-codec.ts'

/** First byte of every stored key value: how the rest is to be read. */
const JSON_TEXT = 0
const RAW_BYTES = 1
const KEY_PAIR = 2
const SESSION = 3

interface KeyPair {
  public: Uint8Array
  private: Uint8Array
}

const isKeyPair = (value: unknown): value is KeyPair =>
  typeof value === 'object' &&
  value !== null &&
  (value as KeyPair).public?.length === 32 &&
  (value as KeyPair).private?.length === 32

function tagged(tag: number, ...parts: Uint8Array[]): Buffer {
  return Buffer.concat([Buffer.of(tag), ...parts])
}

/** A key value of the library as the bytes that are stored. Session records are pruned on the way. */
export function encodeKeyValue(value: unknown): Buffer {
  if (value instanceof SessionRecord) {
    pruneReceivingChains(value)
    return encodeSessionRecord(value, SESSION)
  }
  if (value instanceof Uint8Array) return tagged(RAW_BYTES, value)
  if (isKeyPair(value)) return tagged(KEY_PAIR, value.public, value.private)
  return tagged(JSON_TEXT, Buffer.from(JSON.stringify(value, BufferJSON.replacer)))
}

/** Reads stored bytes back into what the library expects of a key of this type. */
export function decodeKeyValue(type: string, stored: Uint8Array): unknown {
  const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength)
  switch (bytes[0]) {
    case SESSION:
      return decodeSessionRecord(bytes)
    case RAW_BYTES:
      return Buffer.from(bytes.subarray(1))
    case KEY_PAIR:
      return { public: Buffer.from(bytes.subarray(1, 33)), private: Buffer.from(bytes.subarray(33, 65)) }
    default: {
      const value: unknown = JSON.parse(bytes.toString('utf8', 1), BufferJSON.reviver)
      return type === 'app-state-sync-key'
        ? proto.Message.AppStateSyncKeyData.fromObject(value as Record<string, unknown>)
        : value
    }
  }
}

export const encodeCredentials = (credentials: AuthenticationCreds): Buffer =>
  Buffer.from(JSON.stringify(credentials, BufferJSON.replacer))

export const decodeCredentials = (bytes: Uint8Array): AuthenticationCreds =>
  JSON.parse(Buffer.from(bytes).toString('utf8'), BufferJSON.reviver) as AuthenticationCreds

/** The account is put in when the phone has scanned. Bytes that are no credentials log in to nothing. */
export function isPaired(bytes: Uint8Array): boolean {
  try {
    return decodeCredentials(bytes).me !== undefined
  } catch {
    return false
  }
}
