import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { endChildren, startChild, type TestChild } from '../../../test/support/child-process.ts'
import { isProcessAlive, waitForProcessEnd } from '../../platform/process/process-identity.ts'
import { type DatabaseOptions, openDatabase } from '../client.ts'
import { readPostmaster } from './postmaster.ts'

const CHILD = path.resolve(import.meta.dirname, '../../../test/support/database-child.ts')
/** A limit for what hangs: a server that ends writes a checkpoint first, which takes its time on a busy disk. */
const ENDS_WITHIN_MS = 60_000
const NOBODY = { uid: 65_534, gid: 65_534 }
const isRoot = process.getuid?.() === 0

let parent = ''
let dataDir = ''

beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'parley data '))
  dataDir = path.join(parent, 'my data')
})

afterEach(async () => {
  await endChildren()
  const server = readPostmaster(path.join(dataDir, 'pg'))
  if (server !== undefined) await waitForProcessEnd(server.pid, ENDS_WITHIN_MS)
  rmSync(parent, { recursive: true, force: true })
})

function start(options: DatabaseOptions = {}, user?: { uid: number; gid: number }): TestChild {
  const settings = JSON.stringify({ dataDir, migrate: false, ...options })
  return startChild(CHILD, [settings], user === undefined ? {} : { user })
}

function serverPid(): number {
  return readPostmaster(path.join(dataDir, 'pg'))?.pid ?? 0
}

function countWritten(child: TestChild): number {
  return child.lines.filter((line) => line.event === 'wrote').length
}

async function writeSome(child: TestChild, atLeast: number): Promise<void> {
  child.send('write')
  await expect.poll(() => countWritten(child)).toBeGreaterThan(atLeast)
}

/** All rows that were reported as committed must be there; one more may be, whose report was lost. */
async function expectKept(written: number): Promise<void> {
  const db = await openDatabase({ dataDir, mode: 'admin', migrate: false })
  const found = await db.pool.query<{ n: number }>('select count(*) as n from n')
  await db.close()
  expect(found.rows[0]?.n).toBeGreaterThanOrEqual(written)
}

describe('the built-in server', () => {
  it('is made once when three processes start at once in a new directory, and stops with the last', async () => {
    const children = [start({ mode: 'admin' }), start({ mode: 'admin' }), start({ mode: 'admin' })]
    const opened = await Promise.all(children.map((child) => child.waitFor('open')))
    expect(new Set(opened.map((line) => line.port)).size).toBe(1)
    const pid = serverPid()
    for (const child of children) child.send('close')
    expect(await Promise.all(children.map((child) => child.ended()))).toEqual([0, 0, 0])
    expect(await waitForProcessEnd(pid, ENDS_WITHIN_MS)).toBe(true)
    expect(existsSync(path.join(dataDir, 'pg.init'))).toBe(false)
  })

  it('is reached by its socket, and by its port where the path of the socket would be too long', async () => {
    const isByPort = async (directory: string) => {
      const db = await openDatabase({ dataDir: directory, mode: 'admin', migrate: false })
      const found = await db.pool.query<{ port: number | null }>('select inet_server_port() as port')
      await db.close()
      return found.rows[0]?.port !== null
    }
    expect(await isByPort(dataDir)).toBe(false)
    const deep = path.join(parent, 'x'.repeat(100))
    expect(await isByPort(deep)).toBe(true)
    const server = readPostmaster(path.join(deep, 'pg'))
    if (server !== undefined) await waitForProcessEnd(server.pid, ENDS_WITHIN_MS)
  })

  it('keeps its directory and its password to its owner, also below a path with blanks', async () => {
    chmodSync(parent, 0o700)
    const db = await openDatabase({ dataDir, migrate: false })
    await db.close()
    const modeOf = (name: string) => statSync(path.join(dataDir, name)).mode & 0o777
    expect(modeOf('.')).toBe(0o700)
    expect(modeOf('pg')).toBe(0o700)
    expect(modeOf('pg.secret')).toBe(0o600)
  })

  it('stops by itself when its only user is killed, and keeps what was committed', async () => {
    const child = start()
    await child.waitFor('open')
    await writeSome(child, 50)
    const pid = serverPid()
    await child.kill('SIGKILL')
    expect(await waitForProcessEnd(pid, ENDS_WITHIN_MS)).toBe(true)
    await expectKept(countWritten(child))
  })

  it('goes on for a second process when the one that started it is killed', async () => {
    const service = start()
    const { port } = await service.waitFor('open')
    const command = start({ mode: 'admin' })
    expect(await command.waitFor('open')).toMatchObject({ port })
    const pid = serverPid()
    await service.kill('SIGKILL')
    await writeSome(command, 5)
    expect(serverPid()).toBe(pid)
    await command.kill('SIGKILL')
    expect(await waitForProcessEnd(pid, ENDS_WITHIN_MS)).toBe(true)
  })

  it('is ended and started anew when it was left behind without its guard', async () => {
    const child = start()
    await child.waitFor('open')
    const orphan = serverPid()
    // The shell that guards the server is its parent.
    const guard = execFileSync('ps', ['-o', 'ppid=', '-p', String(orphan)], { encoding: 'utf8' })
    process.kill(Number(guard), 'SIGKILL')
    await child.kill('SIGKILL')
    expect(isProcessAlive(orphan)).toBe(true)
    const next = start()
    await next.waitFor('open')
    expect(isProcessAlive(orphan)).toBe(false)
    const pid = serverPid()
    await next.kill('SIGKILL')
    expect(await waitForProcessEnd(pid, ENDS_WITHIN_MS)).toBe(true)
  })

  it('is started again by the service when it is killed in mid-write, and has lost nothing it confirmed', async () => {
    const child = start()
    const { port } = await child.waitFor('open')
    await writeSome(child, 50)
    const pid = serverPid()
    process.kill(pid, 'SIGKILL')
    await child.waitFor('failed')
    const before = countWritten(child)
    await expect.poll(() => countWritten(child)).toBeGreaterThan(before + 20)
    expect(readPostmaster(path.join(dataDir, 'pg'))).toMatchObject({ port, status: 'ready' })
    const written = countWritten(child)
    await child.kill('SIGKILL')
    await expectKept(written)
  })

  it.each(['postmaster.pid', '.s.PGSQL.5432.lock'])(
    'starts though a loss of power left its %s empty',
    async (name) => {
      const first = start()
      const { port } = await first.waitFor('open')
      const pid = serverPid()
      await first.kill('SIGKILL')
      expect(await waitForProcessEnd(pid, ENDS_WITHIN_MS)).toBe(true)
      writeFileSync(path.join(dataDir, 'pg', name.replace('5432', String(port))), '')
      await start().waitFor('open')
    },
  )

  it('is made anew when an earlier attempt was killed on the way', async () => {
    mkdirSync(path.join(dataDir, 'pg.init'), { recursive: true })
    writeFileSync(path.join(dataDir, 'pg.init', 'PG_VERSION'), '18')
    writeFileSync(
      path.join(dataDir, 'pg.lock'),
      JSON.stringify({ token: 'x', pid: 999_999_999, host: hostname() }),
    )
    const child = start()
    await child.waitFor('open')
  })

  it.skipIf(!isRoot)('runs for an ordinary user too', async () => {
    chmodSync(parent, 0o755)
    mkdirSync(dataDir)
    chownSync(dataDir, NOBODY.uid, NOBODY.gid)
    const child = start({}, NOBODY)
    await child.waitFor('open')
    await writeSome(child, 5)
    expect(statSync(path.join(dataDir, 'pg')).uid).toBe(NOBODY.uid)
    await child.kill('SIGKILL')
  })
})

describe('a data directory', () => {
  it('belongs to one running service: a second one says who has it and ends', async () => {
    const first = start({ address: 'http://127.0.0.1:3999' })
    await first.waitFor('open')
    const second = start()
    const refused = await second.waitFor('refused')
    expect(refused).toMatchObject({ reason: 'DATA_DIR_IN_USE' })
    expect(refused.message).toContain(`process ${first.pid} at http://127.0.0.1:3999`)
    expect(await second.ended()).toBe(1)
    await writeSome(first, 5)
  })

  it('goes to exactly one of three services that start at once, and is free after it ended', async () => {
    const children = [start(), start(), start()]
    const outcomes = await Promise.all(
      children.map((child) => Promise.any([child.waitFor('open'), child.waitFor('refused')])),
    )
    expect(outcomes.filter((line) => line.event === 'open')).toHaveLength(1)
    for (const child of children) child.send('close')
    await Promise.all(children.map((child) => child.ended()))
    const db = await openDatabase({ dataDir, migrate: false })
    await db.close()
  })

  it('lets commands in beside the service, which starts even while one of them runs', async () => {
    const command = start({ mode: 'admin' })
    const { port } = await command.waitFor('open')
    const service = start()
    expect(await service.waitFor('open')).toMatchObject({ port })
    command.send('close')
    expect(await command.ended()).toBe(0)
    await writeSome(service, 5)
  })

  it('that is a file is refused with what to do', async () => {
    writeFileSync(dataDir, '')
    await expect(openDatabase({ dataDir })).rejects.toThrow('Choose another DATA_DIR')
  })

  it.skipIf(!isRoot)('that cannot be written is refused with what to do', async () => {
    chmodSync(parent, 0o755)
    mkdirSync(dataDir, { mode: 0o755 })
    const child = start({}, NOBODY)
    const refused = await child.waitFor('refused')
    expect(refused).toMatchObject({ reason: 'DATA_DIR_UNUSABLE' })
    expect(refused.message).toContain('write access')
    expect(await child.ended()).toBe(1)
  })

  it('made by another PostgreSQL is left untouched', async () => {
    mkdirSync(path.join(dataDir, 'pg'), { recursive: true })
    writeFileSync(path.join(dataDir, 'pg', 'PG_VERSION'), '17\n')
    await expect(openDatabase({ dataDir })).rejects.toThrow('made by PostgreSQL 17')
    expect(readFileSync(path.join(dataDir, 'pg', 'PG_VERSION'), 'utf8')).toBe('17\n')
  })

  it('whose password file is lost is refused with its name', async () => {
    mkdirSync(path.join(dataDir, 'pg'), { recursive: true })
    writeFileSync(path.join(dataDir, 'pg', 'PG_VERSION'), '18\n')
    await expect(openDatabase({ dataDir })).rejects.toThrow('pg.secret')
  })
})
