import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { askForInbox, conversationPages, messagePages } from '../features/conversations/inbox-queries.ts'
import { queries } from './api.ts'
import { dropPrefetched, takePrefetched } from './prefetched.ts'
import { sessionQuery } from './session.ts'

const BEGIN = readFileSync(new URL('../public/begin.js', import.meta.url), 'utf8')
const JID = '491512345678@s.whatsapp.net'
const ADDRESS = { origin: 'http://parley.test', pathname: '/inbox', search: `?client=c1&chat=${JID}` }

/** What the script before the others asks for at an address, and the files it has the browser load. */
function begin(
  address: typeof ADDRESS,
  files = '',
  { texts, chosen = null }: { texts?: string; chosen?: string | null } = {},
): { asked: string[]; loaded: string[] } {
  const asked: string[] = []
  const loaded: string[] = []
  const page = {
    location: address,
    URLSearchParams,
    navigator: { languages: ['de', 'pt-BR', 'en'] },
    localStorage: { getItem: (name: string) => (name === 'parley.language' ? chosen : null) },
    matchMedia: () => ({ matches: false }),
    document: {
      currentScript: { dataset: { inbox: files, texts } },
      documentElement: { classList: { toggle: () => undefined } },
      createElement: () => ({}),
      head: { append: ({ rel, href }: { rel: string; href: string }) => loaded.push(`${rel} ${href}`) },
    },
    fetch: async (path: string) => {
      asked.push(path)
      return Response.json({ answerTo: path, items: [] })
    },
    parleyPrefetched: undefined,
  }
  runInNewContext(BEGIN, page)
  vi.stubGlobal('parleyPrefetched', page.parleyPrefetched)
  return { asked, loaded }
}

afterEach(() => vi.unstubAllGlobals())

test('the inbox shows what was asked for before its script was there, and asks for nothing again', async () => {
  vi.stubGlobal('location', ADDRESS)
  const fetched = vi.fn(async () => Response.json({}))
  vi.stubGlobal('fetch', fetched)
  const { asked } = begin(ADDRESS)
  expect(asked).toHaveLength(4)
  const client = new QueryClient()
  await Promise.all([client.prefetchQuery(sessionQuery), askForInbox(client, { client: 'c1', chat: JID })])
  const keys = [
    sessionQuery.queryKey,
    queries.clients.list.queryKey({ input: {} }),
    conversationPages('c1', '').queryKey,
    messagePages('c1', JID).queryKey,
  ]
  const shown = JSON.stringify(keys.map((key) => client.getQueryData(key)))
  for (const path of asked) expect(shown).toContain(`"answerTo":"${path}"`)
  expect(fetched).not.toHaveBeenCalled()
  client.clear()
})

test('other pages begin with who is signed in, and load no file of the inbox', () => {
  const { asked, loaded } = begin({ ...ADDRESS, pathname: '/flows' }, '/assets/inbox.js')
  expect(asked).toEqual(['/api/auth/get-session'])
  expect(loaded).toEqual([])
})

test('strings come in the language that was chosen or is read, and in no other', () => {
  const texts = JSON.stringify({
    all: { en: ['/assets/en.js'], pt: ['/assets/pt.js'] },
    inbox: { en: ['/assets/desk-en.js'], pt: ['/assets/desk-pt.js'] },
  })
  expect(begin({ ...ADDRESS, pathname: '/pair' }, '', { texts }).loaded).toEqual([
    'modulepreload /assets/pt.js',
  ])
  expect(begin({ ...ADDRESS, pathname: '/flows' }, '', { texts, chosen: 'en' }).loaded).toEqual([
    'modulepreload /assets/en.js',
  ])
  expect(begin(ADDRESS, '/assets/inbox.js', { texts, chosen: 'xx' }).loaded).toEqual([
    'modulepreload /assets/pt.js',
    'modulepreload /assets/inbox.js',
    'modulepreload /assets/desk-pt.js',
  ])
})

test('the files of the inbox are loaded beside the others', () => {
  expect(begin(ADDRESS, '/assets/inbox.js /assets/dates.js').loaded).toEqual([
    'modulepreload /assets/inbox.js',
    'modulepreload /assets/dates.js',
  ])
})

test('an answer is given once, and none after the first page has asked', () => {
  begin(ADDRESS)
  expect(takePrefetched('/api/auth/get-session')).toBeDefined()
  expect(takePrefetched('/api/auth/get-session')).toBeUndefined()
  dropPrefetched()
  expect(takePrefetched('/api/rpc/api-reference/clients/list', {})).toBeUndefined()
})
