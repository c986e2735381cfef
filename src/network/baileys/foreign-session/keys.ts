import { BufferJSON, proto } from 'baileys'
import { z } from 'zod'
import { SessionRecord } from '../keys/libsignal.ts'
import { encodeKeyValue } from '../keys/value-codec.ts'
import type { KeyType } from './key-names.ts'
import type { FoundKey } from './layouts.ts'
import { parseJson, reviveBytes, toRecord, unwrapText } from './read-json.ts'

const base64 = (min: number, max: number) =>
  z.base64().refine((text) => {
    const length = Math.floor((text.replace(/=+$/, '').length * 3) / 4)
    return length >= min && length <= max
  })
const publicKey = base64(32, 33)
const secret = base64(32, 32)
const int32 = z
  .int()
  .min(-(2 ** 31))
  .max(2 ** 31 - 1)

/**
 * libsignal leaves a receiving chain behind at each turn of a conversation and removes none (6.0, `session_cipher.js`), so that
 * old sessions have thousands; what is stored of them is pruned. The bounds only keep out what no library wrote.
 */
const MAX_CHAINS = 50_000
const MAX_SKIPPED = 20_000
const MAX_SESSIONS = 1000

const few = <T extends z.ZodType>(most: number, key: z.ZodType<string, string>, value: T) =>
  z.record(key, value).refine((record) => Object.keys(record).length <= most)

/** One session as libsignal serializes it (6.0, `session_record.js`). */
const Session = z.object({
  registrationId: z.int().min(0).optional(),
  currentRatchet: z.object({
    ephemeralKeyPair: z.object({ pubKey: publicKey, privKey: secret }),
    lastRemoteEphemeralKey: publicKey,
    previousCounter: int32,
    rootKey: secret,
  }),
  indexInfo: z.object({
    baseKey: publicKey,
    baseKeyType: z.int().min(0).max(9),
    closed: z.number(),
    used: z.number(),
    created: z.number(),
    remoteIdentityKey: publicKey,
  }),
  pendingPreKey: z.object({ baseKey: publicKey, signedKeyId: int32, preKeyId: int32.nullish() }).optional(),
  _chains: few(
    MAX_CHAINS,
    publicKey,
    z.object({
      chainKey: z.object({ counter: int32, key: secret.nullish() }),
      chainType: z.int().min(0).max(9),
      messageKeys: few(MAX_SKIPPED, z.string().regex(/^\d{1,9}$/), secret),
    }),
  ),
})
const Sessions = z.object({
  _sessions: few(MAX_SESSIONS, z.string(), Session),
  version: z.literal('v1').optional(),
  registrationId: z.int().min(0).optional(),
})

const Bytes = z.instanceof(Uint8Array)
const KeyPair = z.object({
  public: Bytes.refine(({ length }) => length === 32),
  private: Bytes.refine(({ length }) => length === 32),
})
const HashState = z.object({
  version: z.int().min(0),
  hash: Bytes.refine(({ length }) => length === 128),
  indexValueMap: z.record(z.string(), z.object({ valueMac: Bytes })),
})
const Token = z.looseObject({ token: Bytes })
const MAX_DEVICES = 1000

function toSession(value: unknown): unknown {
  const data = Sessions.parse(value)
  if (data.registrationId !== undefined)
    for (const session of Object.values(data._sessions)) session.registrationId ??= data.registrationId
  return SessionRecord.deserialize({ ...data, version: 'v1' })
}

const SomeBytes = z.union([Bytes, z.base64().transform((text) => Buffer.from(text, 'base64'))])
const Iteration = z.int().min(0)
/** One state of a group's key. Bytes may be base64 in it (`WASignalGroup/sender_key_state.js`). */
const SenderState = z.object({
  senderKeyId: z.int(),
  senderChainKey: z.object({ iteration: Iteration, seed: SomeBytes }),
  senderSigningKey: z.object({ public: SomeBytes, private: SomeBytes.nullish() }),
  senderMessageKeys: z
    .array(z.object({ iteration: Iteration, seed: SomeBytes }))
    .max(MAX_SKIPPED)
    .optional(),
})

/**
 * JSON of a list of states, as bytes (rc14, `sender-key-record.js`). The library kept the list itself while its groups were
 * `WASignalGroup/` (6.7 and before).
 */
function toSenderKey(value: unknown): Uint8Array {
  if (Array.isArray(value)) {
    const kept = z.array(SenderState).max(50).parse(value)
    return Buffer.from(JSON.stringify(kept, BufferJSON.replacer))
  }
  const bytes = Bytes.parse(value)
  const states = z.array(z.looseObject({ senderKeyId: z.int() })).max(50)
  states.parse(parseJson(Buffer.from(bytes).toString('utf8')))
  return bytes
}

const toAppStateKey = (value: unknown): unknown => {
  const key = proto.Message.AppStateSyncKeyData.fromObject(toRecord(value) ?? {})
  if (key.keyData?.length !== 32) throw new Error('an app state key has 32 bytes')
  return key
}

const READERS: Readonly<Record<KeyType, (value: unknown) => unknown>> = {
  'pre-key': (value) => KeyPair.parse(value),
  session: toSession,
  'sender-key': toSenderKey,
  'sender-key-memory': (value) => z.record(z.string(), z.boolean()).parse(value),
  'app-state-sync-key': toAppStateKey,
  'app-state-sync-version': (value) => HashState.parse(value),
  'lid-mapping': (value) =>
    z
      .string()
      .regex(/^\d{4,20}$/)
      .parse(value),
  'device-list': (value) => z.array(z.string().max(64)).max(MAX_DEVICES).parse(value),
  tctoken: (value) => Token.parse(value),
  'identity-key': (value) => Bytes.refine(({ length }) => length <= 64).parse(value),
}

/**
 * The text of JSON becomes JSON; Evolution API makes text of it twice before it goes to Redis. A number that stands for a
 * LID would lose digits, and stays text; where PostgreSQL took it for one it is that text again.
 */
function readValue({ type, value }: FoundKey): unknown {
  if (type !== 'lid-mapping') return reviveBytes(unwrapText(value))
  if (typeof value === 'string') return value.replaceAll(/["\\]/g, '')
  return Number.isSafeInteger(value) ? String(value) : value
}

/**
 * The bytes that are stored of a key, or null when it cannot be used. The library reads a file that it cannot parse as one
 * that is not there, so a single bad one is no reason to refuse a session: keys are exchanged anew with that contact.
 */
export function encodeForeignKey(found: FoundKey): Uint8Array | null {
  try {
    return encodeKeyValue(READERS[found.type](readValue(found)))
  } catch {
    return null
  }
}
