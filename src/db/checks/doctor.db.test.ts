import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { openDatabase } from '../client.ts'
import { type Check, checkSurroundings } from './doctor.ts'

let dataDir = ''

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'parley-doctor-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

function named(checks: readonly Check[], name: string): Check | undefined {
  return checks.find((check) => check.name === name)
}

describe('looking over the surroundings', () => {
  it('finds nothing wrong on a new installation, and leaves no server running', async () => {
    const checks = await checkSurroundings({ databasePoolSize: 20, host: '127.0.0.1', port: 0, dataDir })
    expect(checks.filter((check) => !check.ok)).toEqual([])
    expect(checks.map((check) => check.name)).toEqual([
      'data directory',
      'port',
      'database',
      'connections',
      'durability',
      'clock',
      'search by meaning',
    ])
    expect(named(checks, 'search by meaning')?.detail).toBe('in memory: the database has no pgvector')
  })

  it('names the service that runs on the data directory', async () => {
    const db = await openDatabase({ dataDir, migrate: false, address: 'http://127.0.0.1:3999' })
    const checks = await checkSurroundings({ databasePoolSize: 20, host: '127.0.0.1', port: 0, dataDir })
    await db.close()
    expect(named(checks, 'port')?.detail).toContain('http://127.0.0.1:3999')
    expect(named(checks, 'database')?.ok).toBe(true)
  })

  it('says what to do about a taken port and an unreachable database', async () => {
    const taken = createServer()
    const port = await new Promise<number>((resolve) => {
      taken.listen(0, '127.0.0.1', () => {
        const address = taken.address()
        resolve(typeof address === 'object' ? (address?.port ?? 0) : 0)
      })
    })
    const databaseUrl = 'postgres://a:b@127.0.0.1:1/c'
    const checks = await checkSurroundings({
      databasePoolSize: 20,
      host: '127.0.0.1',
      port,
      dataDir,
      databaseUrl,
    })
    await new Promise((resolve) => taken.close(resolve))
    expect(named(checks, 'port')).toMatchObject({ ok: false, hint: expect.stringContaining('set PORT') })
    expect(named(checks, 'database')).toMatchObject({
      ok: false,
      hint: expect.stringContaining('DATABASE_URL'),
    })
  })

  it('warns of a server that may lose what it confirmed', async () => {
    const databaseUrl = inject('testServer').url
    const checks = await checkSurroundings({
      databasePoolSize: 20,
      host: '127.0.0.1',
      port: 0,
      dataDir,
      databaseUrl,
    })
    const isThrowaway = process.env.DATABASE_URL === undefined
    expect(named(checks, 'durability')?.ok).toBe(!isThrowaway)
  })
})
