import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { useTestDatabase } from '../../../test/support/database.ts'
import { insertClient, insertUser } from '../../../test/support/fixtures.ts'
import { toOwner } from '../../contract/handlers.ts'
import { newId } from '../../platform/ids.ts'
import { silentLog } from '../../platform/logger.ts'
import { createOutboundHttp } from '../../platform/outbound-http.ts'
import { createCodecs } from './codecs/index.ts'
import { Media } from './media.ts'
import { noteMedia, setStored } from './rows.ts'
import { listFiles } from './store/list-files.ts'
import { createDirectoryStore, type MediaStore } from './store/store.ts'

const HOUR_MS = 3_600_000

const database = useTestDatabase()
let directory: string
let store: MediaStore
let media: Media
let nowMs: number
let userId: string
let clientId: string

const query = (text: string, ...values: unknown[]) => database().pool.query(text, values)

const filesOnDisk = (): number =>
  readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length

const keepFile = (of = clientId) =>
  media.keepBytes(of, 'document', Buffer.from('a file').toString('base64'), 'text/plain')

/** Keeps a file as a flow's; answers its id. */
async function keepAsset(): Promise<string> {
  const { id } = await media.assets.handlers.upload(
    { file: { base64: Buffer.from('a flow').toString('base64'), mimetype: 'text/plain' }, fileName: 'a.txt' },
    {
      owner: toOwner(userId),
      principal: { userId, role: 'user', plan: 'pro', via: 'session' },
      requestId: 'test',
      signal: new AbortController().signal,
    },
  )
  return id
}

beforeEach(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'parley-left-'))
  store = createDirectoryStore(directory)
  nowMs = Date.now()
  media = new Media({
    ...{ db: database(), log: silentLog, store, codecs: createCodecs(null), newId },
    ...{ http: createOutboundHttp({ allow: [] }), nowMs: () => nowMs, retentionDays: 30 },
  })
  userId = await insertUser(database().pool)
  clientId = await insertClient(database().pool, { userId })
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

test('files go with their number, once nothing of it can be on its way any more', async () => {
  const other = await insertClient(database().pool, { userId })
  await keepFile()
  const kept = await keepFile(other)
  await query('delete from client where id = $1', clientId)
  await media.cleanUp()
  expect(filesOnDisk()).toBe(2)
  nowMs += 2 * HOUR_MS
  await media.cleanUp()
  expect(filesOnDisk()).toBe(1)
  expect(await media.find(kept, userId)).not.toBeNull()
})

test('files of messages and flows go with their workspace', async () => {
  await keepFile()
  await keepAsset()
  expect(filesOnDisk()).toBe(2)
  await query('delete from workspace where id = $1', userId)
  nowMs += 2 * HOUR_MS
  await media.cleanUp()
  expect(filesOnDisk()).toBe(0)
  expect((await query('select key from file_left')).rows).toEqual([])
})

test('what could not be deleted is tried again', async () => {
  await keepFile()
  await query('delete from client where id = $1', clientId)
  nowMs += 2 * HOUR_MS
  const { remove } = store
  store.remove = () => Promise.reject(new Error('the bucket is away'))
  await expect(media.cleanUp()).rejects.toThrow('the bucket is away')
  store.remove = remove
  await media.cleanUp()
  expect(filesOnDisk()).toBe(0)
})

test('a file of which the time was over leaves nothing to be looked for', async () => {
  await keepFile()
  nowMs += 40 * 24 * HOUR_MS
  await media.cleanUp()
  await query('delete from client where id = $1', clientId)
  expect((await query('select key from file_left')).rows).toEqual([])
})

test('a file whose message goes while it is on its way is deleted once it is here, and one of a message stays', async () => {
  const { rows } = await query(
    `insert into message (client_id, chat, id, from_me, at_sec, type, status, origin)
     select $1, '351912000001@s.whatsapp.net', id, false, 1, 'image', 'DELIVERY_ACK', 'contact' from unnest($2::text[]) as id
     returning seq`,
    ...[clientId, ['GOES', 'STAYS']],
  )
  const seqs = rows.map(({ seq }) => Number(seq))
  const file = {
    media: 'image' as const,
    mimetype: 'image/png',
    fileName: null,
    sizeBytes: null,
    seconds: null,
  }
  const ids = await noteMedia(
    database(),
    clientId,
    seqs.map((seq) => ({ seq, file })),
  )
  await query('delete from message where seq = $1', seqs[0])
  const expiresAt = new Date(nowMs + 30 * 24 * HOUR_MS)
  const stored = { mimetype: 'image/png', sizeBytes: 1, sha256: Buffer.alloc(32), expiresAt }
  for (const id of ids.values()) await setStored(database(), id, stored)
  nowMs += HOUR_MS
  await media.cleanUp()
  const states = await query('select state from media where id = any($1) order by message_seq nulls first', [
    ...ids.values(),
  ])
  expect(states.rows.map(({ state }) => state)).toEqual(['gone', 'stored'])
})

describe('files that no row names', () => {
  const DAY_MS = 24 * HOUR_MS
  const none = '00000000-0000-4000-8000-000000000000'
  /** As it lies there since some days; answers its key. */
  function writeFile(key: string, daysAgo: number): string {
    const file = path.join(directory, key)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, 'left')
    const at = new Date(nowMs - daysAgo * DAY_MS)
    utimesSync(file, at, at)
    return key
  }
  const isThere = (key: string) => existsSync(path.join(directory, key))
  const began = (daysAgo: number) =>
    query('update "user" set created_at = $1', new Date(nowMs - daysAgo * DAY_MS))

  test('go, and those of rows, young ones and what is not of ours stay', async () => {
    await began(300)
    const kept = await keepFile()
    const asset = await keepAsset()
    for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' }))
      utimesSync(path.join(directory, name), new Date(nowMs - 20 * DAY_MS), new Date(nowMs - 20 * DAY_MS))
    const gone = [
      writeFile(`${none}/${newId()}`, 8),
      writeFile(`${clientId}/${newId()}`, 200),
      // The id of another workspace's file.
      writeFile(`assets/0123456789abcdef/${asset}`, 8),
      writeFile(`${none}/${kept}`, 8),
    ]
    const stay = [
      writeFile(`${none}/${newId()}`, 6),
      writeFile(`${none}/notes.txt`, 99),
      writeFile('backup/notes', 99),
      writeFile('drafts/of-another-process', 0),
    ]
    await media.cleanUp()
    expect(gone.filter(isThere)).toEqual([])
    expect(stay.filter((key) => !isThere(key))).toEqual([])
    expect(filesOnDisk()).toBe(stay.length + 2)
  })

  test('stay where the database began after them: they may be of another one', async () => {
    await began(100)
    const [before, since] = [writeFile(`${none}/${newId()}`, 101), writeFile(`${none}/${newId()}`, 99)]
    await media.cleanUp()
    expect([isThere(before), isThere(since)]).toEqual([true, false])
  })

  test('are looked for a bounded number at a time, each in its turn', async () => {
    const keys = Array.from(
      { length: 7 },
      (_, n) => `${n % 2 ? none : clientId}/${none.slice(0, -1)}${n}`,
    ).sort()
    for (const key of keys) writeFile(key, 8)
    const found: string[] = []
    const places: (string | null)[] = []
    let place: string | null = null
    do {
      const page = await listFiles(directory, place, 3)
      found.push(...page.files.map(({ folder, id }) => `${folder}/${id}`))
      place = page.place
      places.push(place)
    } while (place !== null)
    expect(found).toEqual(keys)
    expect(places).toHaveLength(3)
  })
})
