import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { acquireLockFile, readLiveHolder } from './lock-file.ts'
import { isProcessAlive, readProcessStart } from './process-identity.ts'

describe('a lock file', () => {
  let directory = ''
  let file = ''
  beforeEach(() => {
    directory = mkdtempSync(path.join(tmpdir(), 'parley-lock-'))
    file = path.join(directory, 'a.lock')
  })
  afterEach(() => rmSync(directory, { recursive: true, force: true }))

  async function hold(address: string | null = null) {
    const attempt = await acquireLockFile(file, address)
    if ('held' in attempt) return attempt.held
    throw new Error(`held by ${attempt.heldBy.pid}`)
  }

  /** Leaves the lock as another process would have. */
  async function leave(changes: object): Promise<void> {
    const lock = await hold()
    writeFileSync(file, JSON.stringify({ ...lock.holder, token: 'other', ...changes }))
  }

  it('has one holder at a time, who can say where it is reached', async () => {
    const lock = await hold()
    lock.setAddress('http://127.0.0.1:3000')
    const second = await acquireLockFile(file)
    expect(second).toMatchObject({ heldBy: { pid: process.pid, address: 'http://127.0.0.1:3000' } })
    lock.release()
    expect(readLiveHolder(file)).toBeUndefined()
    expect(await acquireLockFile(file)).toHaveProperty('held')
  })

  it('is taken over when its holder has died', async () => {
    const child = spawn('true')
    await once(child, 'exit')
    await leave({ pid: child.pid })
    expect(await acquireLockFile(file)).toHaveProperty('held')
  })

  it('is taken over when the pid of its holder now belongs to another process', async () => {
    await leave({ processStart: 'boot/1' })
    expect(await acquireLockFile(file)).toHaveProperty('held')
  })

  it('of another machine is respected while that machine keeps renewing it', async () => {
    await leave({ host: 'elsewhere', pid: 999_999_999 })
    expect(await acquireLockFile(file)).toHaveProperty('heldBy')
    const longAgo = new Date(Date.now() - 120_000)
    utimesSync(file, longAgo, longAgo)
    expect(await acquireLockFile(file)).toHaveProperty('held')
  })

  it('that was never written to its end is taken over after a while', async () => {
    writeFileSync(file, '{"pid":')
    const longAgo = new Date(Date.now() - 10_000)
    utimesSync(file, longAgo, longAgo)
    expect(await acquireLockFile(file)).toHaveProperty('held')
  })

  it('is not removed by a former holder that lost it', async () => {
    const lost = await hold()
    await leave({}).catch(() => writeFileSync(file, JSON.stringify({ ...lost.holder, token: 'next' })))
    lost.release()
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ token: 'next' })
  })

  it('goes to exactly one of many that find its holder dead at once', async () => {
    await leave({ processStart: 'boot/1' })
    const attempts = await Promise.all(Array.from({ length: 20 }, () => acquireLockFile(file)))
    expect(attempts.filter((attempt) => 'held' in attempt)).toHaveLength(1)
  })
})

describe('a process', () => {
  it('that has ended but was not reaped counts as gone', async () => {
    const shell = spawn('sh', ['-c', 'true & echo $!; exec sleep 30'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const [printed] = await once(shell.stdout, 'data')
    await expect.poll(() => isProcessAlive(Number(String(printed)))).toBe(false)
    expect(isProcessAlive(shell.pid ?? 0)).toBe(true)
    shell.kill()
    await once(shell, 'exit')
  })

  it('has a start that does not change', () => {
    expect(readProcessStart(process.pid)).toBe(readProcessStart(process.pid))
    expect(readProcessStart(process.pid)).not.toBe(readProcessStart(process.ppid))
  })
})
