import { createPrivateKey, createPublicKey } from 'node:crypto'
import { type AuthenticationCreds, initAuthCreds, jidDecode } from 'baileys'
import { z } from 'zod'
import { reviveBytes } from './read-json.ts'
import { SessionProblemError } from './session-problem.ts'

const bytes = (length: number) =>
  z
    .union([
      z.instanceof(Uint8Array),
      z.base64().transform((text) => new Uint8Array(Buffer.from(text, 'base64'))),
    ])
    .refine((value) => value.length === length, `it is not ${length} bytes`)

const keyPair = z.object({ public: bytes(32), private: bytes(32) })
/** What the phone signed. The library writes its bytes as base64: it is a protobuf when it becomes JSON. */
const someBytes = z
  .union([z.instanceof(Uint8Array).transform((value) => Buffer.from(value).toString('base64')), z.base64()])
  .refine((text) => text.length > 0 && text.length < 4096, 'it is empty or too long')
const keyId = z
  .int()
  .min(0)
  .max(2 ** 24)
const text = z.string().max(512)
const optional = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined)

/** Without these nothing logs in. Everything else the library fills in again, as it does for a new device. */
const Identity = z.object({
  noiseKey: keyPair,
  signedIdentityKey: keyPair,
  signedPreKey: z.object({ keyPair, signature: bytes(64), keyId, timestampS: z.number().optional() }),
  registrationId: z
    .int()
    .min(0)
    .max(2 ** 31 - 1),
})

const Registered = z.object({
  me: z.object({
    id: text,
    lid: optional(text.regex(/^\d+(:\d+)?@lid$/)),
    name: optional(text.regex(/^[^\0]*$/)),
  }),
  account: z.object({
    details: someBytes,
    accountSignatureKey: someBytes,
    accountSignature: someBytes,
    deviceSignature: someBytes,
  }),
})

const Rest = z.object({
  pairingEphemeralKeyPair: optional(keyPair),
  advSecretKey: optional(text),
  signalIdentities: optional(
    z
      .array(
        z.object({
          identifier: z.object({ name: text, deviceId: z.int() }),
          identifierKey: z.instanceof(Uint8Array).refine(({ length }) => length <= 64),
        }),
      )
      .max(16),
  ),
  myAppStateKeyId: optional(text),
  firstUnuploadedPreKeyId: optional(keyId.min(1)),
  nextPreKeyId: optional(keyId.min(1)),
  lastAccountSyncTimestamp: optional(z.number()),
  platform: optional(text),
  accountSyncCounter: optional(z.int()),
  accountSettings: optional(z.object({ unarchiveChats: z.boolean() })),
  lastPropHash: optional(text),
  routingInfo: optional(z.instanceof(Uint8Array).refine(({ length }) => length <= 1024)),
})

const PKCS8_HEAD = Buffer.from('302e020100300506032b656e04220420', 'hex')

function publicOf(privateKey: Uint8Array): Buffer {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, privateKey]), format: 'der', type: 'pkcs8' })
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
}

function readIdentity(creds: unknown): z.output<typeof Identity> {
  const { data, error } = Identity.safeParse(creds)
  if (!data) {
    const fields = [...new Set(error.issues.map(({ path }) => path.join('.')).filter(Boolean))].slice(0, 5)
    throw new SessionProblemError({ reason: 'SESSION_FILE_DAMAGED', params: { part: 'identity', fields } })
  }
  for (const name of ['noiseKey', 'signedIdentityKey'] as const)
    if (!publicOf(data[name].private).equals(data[name].public))
      throw new SessionProblemError({ reason: 'SESSION_FILE_DAMAGED', params: { part: 'key_pair', name } })
  return data
}

function readAccount(creds: unknown): z.output<typeof Registered> {
  const { data } = Registered.safeParse(creds)
  // A pairing code that nobody entered leaves `me` behind, without what the phone signs.
  if (!data) throw new SessionProblemError({ reason: 'SESSION_NOT_REGISTERED', params: {} })
  const own = jidDecode(data.me.id)
  if (own?.server !== 's.whatsapp.net' || !/^[1-9]\d{5,14}$/.test(own.user) || (own.device ?? 0) === 0)
    throw new SessionProblemError({
      reason: 'SESSION_OTHER_NETWORK',
      params: { account: data.me.id.slice(0, 60) },
    })
  return data
}

const present = (given: object): object =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== null))

/** Credentials that can log in, with everything the library expects of them. Throws SessionProblemError. */
export function readForeignCredentials(found: unknown): AuthenticationCreds & { me: { id: string } } {
  const creds = reviveBytes(found)
  const identity = readIdentity(creds)
  const { me, account } = readAccount(creds)
  const rest = Rest.safeParse(creds).data ?? {}
  return {
    ...initAuthCreds(),
    ...present(rest),
    ...identity,
    me: present(me),
    account,
    registered: true,
  } as unknown as AuthenticationCreds & { me: { id: string } }
}
