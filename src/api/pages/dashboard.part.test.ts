import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillHandlers } from '../../../test/support/fill-handlers.ts'
import { type Served, serve } from '../../../test/support/http.ts'
import { createApp } from '../http/server.ts'
import { createDashboard } from './dashboard.ts'

const directory = mkdtempSync(join(tmpdir(), 'parley-dashboard-'))
const HTML = { accept: 'text/html,application/xhtml+xml' }
let served: Served
const findOwner = async () => null
const callers = {
  checkKey: async () => ({ kind: 'unknown' }) as const,
  checkSession: async () => null,
  isLiveKey: async () => false,
}

beforeAll(async () => {
  mkdirSync(join(directory, 'assets'))
  writeFileSync(join(directory, 'index.html'), '<!doctype html><title>Parley</title>')
  writeFileSync(join(directory, 'assets', 'main-1a2b.js'), 'export const answer = 42')
  writeFileSync(join(directory, 'extension.zip'), 'PK')
  const dashboard = createDashboard(directory, ['index.html', 'assets/main-1a2b.js', 'extension.zip'])
  served = await serve(
    createApp({ handlers: fillHandlers({}), callers, findOwner, log: pino({ level: 'silent' }), dashboard }),
  )
})
afterAll(async () => {
  await served.close()
  rmSync(directory, { recursive: true })
})

const get = (path: string, headers: Record<string, string> = {}) => fetch(served.origin + path, { headers })

describe('the dashboard', () => {
  it('has what people download beside its pages, asked for anew each time', async () => {
    const { status, headers } = await get('/extension.zip', HTML)
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      ...[200, 'application/zip', 'no-cache'],
    ])
  })

  it('answers its document at the root and at every path a person may open', async () => {
    for (const path of ['/', '/clients', '/clients/7/anything?tab=history', '/sign-in']) {
      const response = await get(path, HTML)
      expect([path, response.status]).toEqual([path, 200])
      expect(await response.text()).toContain('<title>Parley</title>')
      expect(response.headers.get('cache-control')).toBe('no-cache')
    }
  })

  it('allows no script but its own files', async () => {
    const policy = (await get('/', HTML)).headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
  })

  it('lets nobody frame any page, unless an operator named who may frame the page of pairing links', async () => {
    const framing = async (origin: string, path: string) => {
      const { headers } = await fetch(origin + path, { headers: HTML })
      const ancestors = /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1]
      return [path, ancestors, headers.get('x-frame-options')]
    }
    for (const path of ['/', '/pair', '/clients'])
      expect(await framing(served.origin, path)).toEqual([path, "'none'", 'DENY'])
    const origins = ['https://crm.example.com', 'http://localhost:8080']
    const dashboard = createDashboard(directory, ['index.html', 'assets/main-1a2b.js'], origins)
    const embedded = await serve(
      createApp({
        handlers: fillHandlers({}),
        callers,
        findOwner,
        log: pino({ level: 'silent' }),
        dashboard,
      }),
    )
    try {
      expect(await framing(embedded.origin, '/pair')).toEqual(['/pair', origins.join(' '), null])
      expect(await framing(embedded.origin, '/pair/')).toEqual(['/pair/', origins.join(' '), null])
      for (const path of ['/', '/clients', '/pair/x', '/pairs'])
        expect(await framing(embedded.origin, path)).toEqual([path, "'none'", 'DENY'])
    } finally {
      await embedded.close()
    }
  })

  it('allows a worker the interpreter of scripts, and nothing from elsewhere', async () => {
    const policy = (await get('/assets/main-1a2b.js')).headers.get('content-security-policy')
    expect(policy).toBe("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'")
  })

  it('answers files with a hash as immutable, compressed for those who take it', async () => {
    const zipped = await get('/assets/main-1a2b.js', { 'accept-encoding': 'gzip' })
    expect(zipped.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(zipped.headers.get('content-encoding')).toBe('gzip')
    expect(await zipped.text()).toBe('export const answer = 42')
    const plain = await get('/assets/main-1a2b.js', { 'accept-encoding': 'gzip;q=0, identity' })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(await plain.text()).toBe('export const answer = 42')
  })

  it('leaves the paths of the API and of files that do not exist to their JSON answers', async () => {
    for (const path of ['/api/nothing', '/assets/gone.js']) {
      const response = await get(path, HTML)
      expect([path, response.status]).toEqual([path, 404])
      expect(await response.json()).toMatchObject({ code: 'NOT_FOUND' })
    }
    expect((await get('/clients', { accept: 'application/json' })).status).toBe(404)
    expect(await (await get('/health', HTML)).json()).toEqual({ status: 'ok' })
  })
})
