import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type AuthenticationCreds, BufferJSON, initAuthCreds, proto, useMultiFileAuthState } from 'baileys'
import { strToU8, zipSync } from 'fflate'

export const ACCOUNT = '447700900123:7@s.whatsapp.net'

export const random = (length: number): Buffer => Buffer.from(crypto.getRandomValues(new Uint8Array(length)))

/** The credentials of a linked device. */
export function pairedCreds(): AuthenticationCreds {
  const signed = {
    details: random(20),
    accountSignatureKey: random(32),
    accountSignature: random(64),
    deviceSignature: random(64),
  }
  return {
    ...initAuthCreds(),
    me: { id: ACCOUNT, lid: '123456789012345:7@lid', name: 'Shop' },
    account: proto.ADVSignedDeviceIdentity.create(signed),
    nextPreKeyId: 31,
    firstUnuploadedPreKeyId: 31,
  }
}

/** The files of one session, by name, as the library wrote them. */
export type SessionFiles = ReadonlyMap<string, string>

export async function readFiles(folder: string): Promise<SessionFiles> {
  const names = await readdir(folder)
  const read = names.map(async (name) => [name, await readFile(path.join(folder, name), 'utf8')] as const)
  return new Map(await Promise.all(read))
}

/** Has the library itself write a folder (`useMultiFileAuthState`), and reads what lies there then. */
export async function writeFolder(
  creds: AuthenticationCreds,
  keys: Record<string, Record<string, unknown>>,
): Promise<SessionFiles> {
  const folder = await mkdtemp(path.join(tmpdir(), 'auth-'))
  try {
    const { state, saveCreds } = await useMultiFileAuthState(folder)
    Object.assign(state.creds, creds)
    await saveCreds()
    await state.keys.set(keys as never)
    return await readFiles(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

export function toZip(files: SessionFiles, folder = ''): Uint8Array {
  const entries = [...files].map(([name, text]) => [`${folder}${name}`, strToU8(text)] as const)
  return zipSync(Object.fromEntries(entries), { level: 1 })
}

export const toBytes = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value))

const isCreds = (name: string): boolean => name === 'creds.json'

/** `type-id` of a file, with the slashes and colons that a file name cannot hold. */
function toKey(name: string): string {
  const key = name.replace(/\.json$/, '')
  if (key.startsWith('app-state-sync-key-')) return key.replaceAll('__', '/')
  return key.startsWith('sender-key-') && !key.startsWith('sender-key-memory-')
    ? key.replace(/--(.+)--(\d+)$/, '::$1::$2')
    : key
}

/** A row of `Session` of Evolution API: the text of the credentials is made into JSON once more (`saveKey`). */
export const toEvolutionRow = (files: SessionFiles, sessionId: string) => ({
  id: 'cm1xk2p3q0000v8l4',
  sessionId,
  creds: JSON.stringify(files.get('creds.json') ?? ''),
  createdAt: '2026-11-23T03:00:00.000Z',
})

/** What Evolution API keeps beside the row when it has no Redis: all files but the credentials. */
export const withoutCreds = (files: SessionFiles): SessionFiles =>
  new Map([...files].filter(([name]) => !isCreds(name)))

/**
 * What `redis-cli --json HGETALL` answers of its hash, with the credentials when SAVE_INSTANCES is on. What is set is made
 * into JSON by cache.service.ts and once more by rediscache.ts.
 */
export const toRedisHash = (files: SessionFiles): Record<string, string> =>
  Object.fromEntries([...files].map(([name, text]) => [toKey(name), JSON.stringify(text)]))

/** The rows of WAHA's `waha_auth`: JSONB, whose bytes were made by `JSON.stringify` alone. */
export const toWahaRows = (files: SessionFiles, sessionId: string) =>
  [...files].map(([name, text]) => ({
    session_id: sessionId,
    key: toKey(name),
    value: JSON.parse(JSON.stringify(JSON.parse(text, BufferJSON.reviver))) as unknown,
  }))

/** `{ creds, keys }` in one document, keys by their types. */
export function toSingleDocument(
  files: SessionFiles,
  types: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const keys: Record<string, Record<string, unknown>> = {}
  for (const [name, text] of withoutCreds(files)) {
    const key = toKey(name)
    const type = Object.keys(types).find((known) => key.startsWith(`${known}-`)) ?? ''
    const named = types[type] ?? ''
    keys[named] ??= {}
    keys[named][key.slice(type.length + 1)] = JSON.parse(text) as unknown
  }
  return { creds: JSON.parse(files.get('creds.json') ?? '') as unknown, keys }
}
