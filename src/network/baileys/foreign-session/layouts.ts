import type { KeyName } from '../../port.ts'
import type { SessionSource } from '../../read-session.ts'
import { isZip, MAX_FILES, MAX_UNPACKED_BYTES, readText, readZip, tooLarge } from './archive.ts'
import { isKeyId, type KeyType, parseKeyName, toKeyType } from './key-names.ts'
import { parseJson, toRecord, unwrapText } from './read-json.ts'
import { SessionProblemError } from './session-problem.ts'

/** A key as it was found: JSON or the text of JSON, bytes not revived. */
export interface FoundKey extends KeyName {
  type: KeyType
  value: unknown
}

/** One session among what was given, nothing of it checked. */
export interface FoundSession {
  /** The folder's path or the id in the rows; empty when there is neither. */
  name: string
  source: SessionSource
  hasCredentials: boolean
  credentials: unknown
  /** By `type` and `id`: what comes later stands. */
  keys: Map<string, FoundKey>
}

/** What is known not to be a session of Baileys by its first bytes. */
const STRANGERS = [
  ['SQLite format 3\0', 'sqlite'],
  ['PARLEYSN', 'parley_export'],
  ['\x1f\x8b', 'gzip'],
] as const

const noSession = (): SessionProblemError =>
  new SessionProblemError({ reason: 'SESSION_FILE_UNKNOWN', params: { found: 'no_session' } })

/** As much of a session's name is told to people. */
const MAX_NAME_CHARS = 80

/** Sorts what was given into sessions: a folder is one, and so are the rows with one id. */
class Collector {
  readonly sessions = new Map<string, FoundSession>()
  private entries = 0

  session(name: string, source?: SessionSource): FoundSession {
    let found = this.sessions.get(name)
    if (!found) {
      found = { name, source: 'baileys', hasCredentials: false, credentials: undefined, keys: new Map() }
      this.sessions.set(name, found)
    }
    if (source) found.source = source
    return found
  }

  putCredentials(session: FoundSession, value: unknown): void {
    session.hasCredentials = true
    session.credentials = unwrapText(value)
  }

  putKey(session: FoundSession, name: KeyName & { type: KeyType }, value: unknown): void {
    this.entries += 1
    if (this.entries > MAX_FILES) throw tooLarge()
    session.keys.set(`${name.type}\n${name.id}`, { ...name, value })
  }

  /** A file, a field of a hash or a row's key, by its name. `value` is its text, or JSON already. */
  addNamed(within: string, path: string, value: unknown, isInner: boolean): void {
    // Only the id of such a key has slashes of its own, where it is no file.
    const slash = path.startsWith('app-state-sync-key-') ? -1 : path.lastIndexOf('/')
    const folder = [within, path.slice(0, Math.max(slash, 0))].filter(Boolean).join('/')
    const name = path.slice(slash + 1).replace(/\.json$/, '')
    if (name === 'creds') return this.putCredentials(this.session(folder), value)
    if (name.startsWith('.waha.')) return void this.session(folder, 'waha')
    const key = parseKeyName(name)
    if (key) this.putKey(this.session(folder), key, value)
    else if (!isInner) this.addDocument(unwrapText(value), folder, true)
  }

  /** A JSON document of any of the known forms. Whatever else it is, is passed over. */
  addDocument(value: unknown, folder: string, isInner: boolean): void {
    if (Array.isArray(value)) {
      for (const row of value) this.addRow(toRecord(row) ?? {}, folder)
      return
    }
    const document = toRecord(value)
    if (!document || this.addRow(document, folder)) return
    // creds.json under another name, or alone.
    if (document.noiseKey && document.signedIdentityKey)
      return this.putCredentials(this.session(folder), document)
    if (document.creds !== undefined && toRecord(document.keys)) return this.addSingle(document, folder)
    for (const [name, item] of Object.entries(document)) this.addNamed(folder, name, item, isInner)
  }

  /**
   * Evolution API 2 keeps the credentials in `Session` (`sessionId`, `creds`: JSON as text, made twice; prisma/*-schema.prisma
   * and use-multi-file-auth-state-prisma.ts), and the keys in files or in a Redis hash. Where WAHA keeps it in PostgreSQL, all
   * of it is in `waha_auth` (`session_id`, `key`, `value` as JSONB; PostgresStore.ts, usePostgresAuthState.ts).
   */
  private addRow(row: Record<string, unknown>, folder: string): boolean {
    if (typeof row.sessionId === 'string' && 'creds' in row) {
      this.putCredentials(this.session(row.sessionId, 'evolution'), row.creds)
      return true
    }
    if (typeof row.key !== 'string' || !('value' in row)) return false
    const named = typeof row.session_id === 'string'
    const session = named ? this.session(row.session_id as string, 'waha') : this.session(folder)
    const key = parseKeyName(row.key)
    if (row.key === 'creds') this.putCredentials(session, row.value)
    else if (key) this.putKey(session, key, row.value)
    return true
  }

  /** `{ creds, keys: { type: { id: value } } }`, as `useSingleFileAuthState` wrote it and most stores of one document do. */
  private addSingle({ creds, keys }: Record<string, unknown>, folder: string): void {
    const session = this.session(folder)
    this.putCredentials(session, creds)
    for (const [name, item] of Object.entries(toRecord(keys) ?? {})) {
      const type = toKeyType(name)
      const flat = type ? null : parseKeyName(name)
      if (flat) this.putKey(session, flat, item)
      if (!type) continue
      for (const [id, value] of Object.entries(toRecord(item) ?? {}))
        if (isKeyId(id)) this.putKey(session, { type, id }, value)
    }
  }
}

function addText(into: Collector, text: string): void {
  const whole = parseJson(text)
  if (whole !== undefined) return into.addDocument(whole, '', false)
  // One row a line, as `psql` prints `row_to_json`.
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length > MAX_FILES) throw tooLarge()
  const rows = lines.map(parseJson)
  if (lines.length > 1 && rows.every((row) => row !== undefined)) return into.addDocument(rows, '', false)
  const isJson = /^\s*[[{]/.test(text)
  throw isJson
    ? new SessionProblemError({ reason: 'SESSION_FILE_DAMAGED', params: { part: 'json' } })
    : noSession()
}

/** Credentials in a row and keys in a folder or a hash that does not name them belong together when there is one of each. */
function joinHalves(sessions: ReadonlyMap<string, FoundSession>): FoundSession[] {
  const all = [...sessions.values()]
  const [heads, bodies] = [
    all.filter(({ hasCredentials, keys }) => hasCredentials && keys.size === 0),
    all.filter(({ hasCredentials, keys }) => !hasCredentials && keys.size > 0),
  ]
  for (const head of heads) {
    const own = bodies.filter(({ name }) => name.split('/').at(-1) === head.name)
    const [body] = own.length ? own : heads.length === 1 && bodies.length === 1 ? bodies : []
    if (body) head.keys = body.keys
  }
  return all
}

function choose(found: readonly FoundSession[], wanted: string | undefined): FoundSession {
  const whole = found.filter(({ hasCredentials }) => hasCredentials)
  if (whole.length === 0 && found.some(({ keys }) => keys.size > 0))
    throw new SessionProblemError({ reason: 'SESSION_CREDS_MISSING', params: {} })
  const [only] = whole
  if (!only) throw noSession()
  const names = whole.map(({ name }) => name.slice(-MAX_NAME_CHARS) || 'creds')
  const sessions = `${names.slice(0, 10).join(', ')}${names.length > 10 ? ', …' : ''}`
  const fits = (name: string): boolean => name === wanted || name.split('/').at(-1) === wanted
  const chosen = wanted === undefined ? whole : whole.filter(({ name }) => fits(name))
  const [first] = chosen
  if (first && chosen.length === 1) return first
  if (wanted !== undefined && !first)
    throw new SessionProblemError({
      reason: 'SESSION_NOT_IN_FILE',
      params: { wanted: wanted.slice(0, MAX_NAME_CHARS), sessions },
    })
  throw new SessionProblemError({ reason: 'SESSION_AMBIGUOUS', params: { count: whole.length, sessions } })
}

/** The one session in a zip, a JSON document, or rows; `wanted` names it when there are several. Throws SessionProblemError. */
export function findSession(bytes: Uint8Array, wanted?: string): FoundSession {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  const stranger = STRANGERS.find(([start]) => head.startsWith(start))
  if (stranger)
    throw new SessionProblemError({ reason: 'SESSION_FILE_UNKNOWN', params: { found: stranger[1] } })
  const into = new Collector()
  if (isZip(bytes)) for (const { path, text } of readZip(bytes)) into.addNamed('', path, text, false)
  else {
    if (bytes.length > MAX_UNPACKED_BYTES) throw tooLarge()
    const text = readText(bytes)
    if (text === null) throw noSession()
    addText(into, text)
  }
  return choose(joinHalves(into.sessions), wanted)
}
