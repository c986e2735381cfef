import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { useTestDatabase } from '../../../test/support/database.ts'
import { insertClient, insertUser } from '../../../test/support/fixtures.ts'
import { createInProcessBus } from '../../bus/in-process.ts'
import { FlowDocument } from '../../contract/flows/exchange.ts'
import { type CallContext, type SpooledFile, toOwner } from '../../contract/handlers.ts'
import { newId } from '../../platform/ids.ts'
import { flowWords } from '../../words/english.ts'
import { createFlows, type Flows } from '../flows/index.ts'
import { type Assets, createAssets } from './assets.ts'
import { createDirectoryStore, type MediaStore } from './store/store.ts'

const database = useTestDatabase()
/** The least that is known for a PNG. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const at = { x: 0, y: 0 }

let directory: string
let store: MediaStore
let assets: Assets
let flows: Flows['handlers']
let me: CallContext
let clientId: string

const as = (userId: string): CallContext => ({
  owner: toOwner(userId),
  principal: { userId, role: 'user', plan: 'pro', via: 'session' },
  requestId: 'test',
  signal: new AbortController().signal,
})

beforeEach(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'parley-assets-'))
  store = createDirectoryStore(directory)
  const db = database()
  assets = createAssets({ db, store, newId })
  flows = createFlows({
    db,
    bus: createInProcessBus({ now: Date.now }),
    newId,
    ...flowWords,
    files: assets,
  }).handlers
  const userId = await insertUser(db.pool)
  me = as(userId)
  clientId = await insertClient(db.pool, { userId })
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const upload = (bytes: Uint8Array, fileName: string, mimetype = 'application/octet-stream', ctx = me) =>
  assets.handlers.upload({ file: { base64: Buffer.from(bytes).toString('base64'), mimetype }, fileName }, ctx)

const list = (input: object = {}, ctx = me) => assets.handlers.list({ limit: 50, ...input }, ctx)

const filesOnDisk = () =>
  readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length

const flowWith = (data: object, extra: object = {}) =>
  FlowDocument.parse({
    version: 1,
    name: 'Menu',
    clientId,
    nodes: [
      { id: 't', type: 'trigger.keyword', position: at, data: { values: ['menu'] } },
      { id: 'm', type: 'send.media', position: at, data },
    ],
    edges: [{ id: 'e', source: 't', sourceHandle: 'out', target: 'm' }],
    ...extra,
  })

const nodeOf = (nodes: unknown): Record<string, unknown> => {
  const all = (typeof nodes === 'string' ? JSON.parse(nodes) : nodes) as { id: string; data: object }[]
  return all.find(({ id }) => id === 'm')?.data as Record<string, unknown>
}

describe('files kept for flows', () => {
  test('say what they are by their content, and have their bytes', async () => {
    const kept = await upload(PNG, 'menu.png')
    expect(kept).toMatchObject({
      mimetype: 'image/png',
      fileName: 'menu.png',
      sizeBytes: PNG.length,
      sha256: sha256Of(PNG),
      url: expect.stringContaining(kept.id),
    })
    expect(await assets.handlers.get({ id: kept.id }, me)).toEqual(kept)
    expect(await upload(Buffer.from('a,b\n'), 'list.csv')).toMatchObject({ mimetype: 'text/csv' })
    expect(filesOnDisk()).toBe(2)
  })

  test('are kept once each, also when two come at once, and of a body that was spooled to disk', async () => {
    const [first, second] = await Promise.all([upload(PNG, 'a.png'), upload(PNG, 'b.png')])
    expect(second.id).toBe(first.id)
    const draft = await store.draft()
    const spooled: SpooledFile = {
      sizeBytes: PNG.length,
      sha256: createHash('sha256').update(PNG).digest(),
      keep: (key) => draft.keep(key),
    }
    const file = { base64: 'spooled', mimetype: 'image/png' }
    const third = await assets.handlers.upload({ file }, { ...me, spooled: new Map([['spooled', spooled]]) })
    expect(third.id).toBe(first.id)
    expect((await list()).assets).toHaveLength(1)
    expect(filesOnDisk()).toBe(1)
  })

  test('are found by name and content, page by page, by their owner only', async () => {
    for (const name of ['one', 'twô', 'three']) await upload(Buffer.from(name), `${name}.TXT`)
    const first = await list({ limit: 2 })
    const rest = await list({ limit: 2, cursor: first.nextCursor ?? '' })
    const names = [...first.assets, ...rest.assets].map((asset) => asset.fileName)
    expect(names).toEqual(['three.TXT', 'twô.TXT', 'one.TXT'])
    expect(rest.nextCursor).toBeNull()
    expect((await list({ search: 'TW' })).assets.map((asset) => asset.fileName)).toEqual(['twô.TXT'])
    expect((await list({ sha256: sha256Of(Buffer.from('one')) })).assets).toHaveLength(1)
    const stranger = as(await insertUser(database().pool))
    expect((await list({}, stranger)).assets).toEqual([])
    const [own] = first.assets
    const id = own?.id ?? ''
    await expect(assets.handlers.get({ id }, stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(assets.handlers.delete({ id }, stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('are not deleted while a flow sends them, and then with their bytes', async () => {
    const { id } = await upload(PNG, 'menu.png')
    const flow = await flows.import(flowWith({ kind: 'image', assetId: id }), me)
    await expect(assets.handlers.delete({ id }, me)).rejects.toMatchObject({
      code: 'CONFLICT',
      data: { reason: 'ASSET_IN_USE', flowName: 'Menu' },
    })
    await flows.publish({ id: flow.id }, me)
    await flows.update({ id: flow.id, nodes: [], edges: [] }, me)
    await expect(assets.handlers.delete({ id }, me)).rejects.toMatchObject({ code: 'CONFLICT' })
    await flows.delete({ id: flow.id }, me)
    const { pool } = database()
    await pool.query(
      `insert into canned_reply (id, user_id, title, shortcut, text, asset_id) values ($1, $2, 'Menu', 'menu', '', $3)`,
      [newId(), me.owner, id],
    )
    await expect(assets.handlers.delete({ id }, me)).rejects.toMatchObject({
      data: { reason: 'ASSET_IN_REPLY' },
    })
    await pool.query('delete from canned_reply where user_id = $1', [me.owner])
    await assets.handlers.delete({ id }, me)
    expect(filesOnDisk()).toBe(0)
    await expect(assets.handlers.get({ id }, me)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('are refused when there is nothing in them', async () => {
    await expect(upload(Buffer.alloc(0), 'empty.txt')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(filesOnDisk()).toBe(0)
  })
})

describe('a flow that sends a kept file', () => {
  test('cannot be published with one that is not there, or is somebody else’s', async () => {
    const stranger = as(await insertUser(database().pool))
    const theirs = await upload(PNG, 'theirs.png', 'image/png', stranger)
    for (const assetId of [theirs.id, newId(), 'no id at all']) {
      const { id } = await flows.import(flowWith({ kind: 'image', assetId }), me)
      await expect(flows.publish({ id }, me)).rejects.toMatchObject({
        data: { errors: [{ code: 'INVALID_DATA', nodeId: 'm' }] },
      })
    }
    const own = await upload(PNG, 'own.png')
    const { id } = await flows.import(flowWith({ kind: 'image', assetId: own.id }), me)
    expect(await flows.publish({ id }, me)).toMatchObject({ status: 'published' })
  })

  test('leaves with its files named by their content, and finds them again', async () => {
    const kept = await upload(PNG, 'menu.png')
    const items = [{ assetId: kept.id }, { kind: 'video', url: 'https://example.com/a.mp4' }]
    const { id } = await flows.import(flowWith({ items }), me)
    const file = await flows.export({ id, linked: true }, me)
    expect(JSON.stringify(file)).not.toContain(kept.id)
    const ref = `file-${kept.sha256.slice(0, 16)}`
    expect(file).toMatchObject({
      requires: {
        assets: [
          {
            ref,
            sha256: kept.sha256,
            mimeType: 'image/png',
            fileName: 'menu.png',
            sizeBytes: PNG.length,
          },
        ],
      },
    })
    const copy = await flows.import(FlowDocument.parse(file), me)
    expect(nodeOf(copy.nodes)).toMatchObject({ items: [{ assetId: kept.id }, {}] })
    expect(JSON.stringify(await flows.export({ id: copy.id, linked: true }, me))).toBe(JSON.stringify(file))
  })

  test('goes to somebody who does not have the file, is refused there until it is given, and can go on', async () => {
    const kept = await upload(PNG, 'menu.png')
    const { id } = await flows.import(flowWith({ kind: 'image', assetId: kept.id }), me)
    const file = FlowDocument.parse(await flows.export({ id, linked: true }, me))
    const userId = await insertUser(database().pool)
    const other = as(userId)
    const theirs = await insertClient(database().pool, { userId })
    const there = await flows.import({ ...file, clientId: theirs }, other)
    expect(nodeOf(there.nodes)).toMatchObject({ assetId: expect.stringContaining('ref:file-') })
    await expect(flows.publish({ id: there.id }, other)).rejects.toMatchObject({
      data: { errors: [{ nodeId: 'm', message: expect.stringContaining('did not come with the flow') }] },
    })
    const onward = await flows.export({ id: there.id, linked: true }, other)
    expect(onward).toMatchObject({ requires: { assets: [{ sha256: kept.sha256 }] } })
    await upload(PNG, 'same.png', 'image/png', other)
    const again = await flows.import({ ...FlowDocument.parse(onward), clientId: theirs }, other)
    expect(await flows.publish({ id: again.id }, other)).toMatchObject({ status: 'published' })
  })
})
