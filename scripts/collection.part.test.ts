import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OPERATIONS } from '../src/contract/index.ts'
import { type FakeApi, startFakeApi } from '../test/support/fake-api.ts'
import type { Collection, CollectionRequest } from './collection.ts'

const FILE = new URL('../docs/parley.postman_collection.json', import.meta.url)
const collection = JSON.parse(readFileSync(FILE, 'utf8')) as Collection
const requests = collection.item.flatMap((folder) => folder.item)
const ID = '7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f'

let api: FakeApi
beforeAll(async () => {
  api = await startFakeApi({}, { limit: 1000 })
})
afterAll(() => api.close())

/** Puts the variables of the collection in, as Postman and Bruno do before they send; ids are one for all. */
function fill(text: string): string {
  const values: Record<string, string> = { url: api.origin, key: 'good' }
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    expect(collection.variable.map(({ key }) => key)).toContain(name)
    return values[name] ?? ID
  })
}

/** Sends a request with nothing but what the collection says. */
async function send({ request }: CollectionRequest): Promise<{ code: string; message: string }> {
  const auth = Object.fromEntries(collection.auth.apikey.map(({ key, value }) => [key, value]))
  expect(auth.in).toBe('header')
  expect(request.url.raw).toBe([...request.url.host, ...request.url.path].join('/'))
  const response = await fetch(fill(request.url.raw), {
    method: request.method,
    headers: [...request.header, { key: auth.key!, value: fill(auth.value!) }].map(
      ({ key, value }): [string, string] => [key, value],
    ),
    body: fill(request.body.raw),
  })
  return (await response.json()) as { code: string; message: string }
}

describe('the collection of requests', () => {
  it('has each operation once, in the folder of its group', () => {
    const operations = OPERATIONS.map(({ name }) => name)
    expect(requests.map(({ name }) => name).sort()).toEqual(operations.sort())
    for (const folder of collection.item) {
      expect(folder.item).not.toEqual([])
      expect(folder.description).not.toBe('')
      for (const { name } of folder.item) expect(name.split('.')[0]).toBe(folder.name)
    }
  })

  it('holds requests that are understood as they are', async () => {
    const answers = await Promise.all(
      requests.map(async (request) => ({ name: request.name, ...(await send(request)) })),
    )
    // Nothing is built behind this API, so what is understood ends as not available, or before for want of rights.
    const beyondKeys = OPERATIONS.filter(
      ({ entry }) => entry.role === 'admin' || entry.scope === 'people',
    ).map(({ name }) => name)
    const wanted = requests.map(({ name }) => ({
      name,
      code: beyondKeys.includes(name) ? 'FORBIDDEN' : 'UNPROCESSABLE_CONTENT',
    }))
    expect(answers.map(({ name, code }) => ({ name, code }))).toEqual(wanted)
  })
})
