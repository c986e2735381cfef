import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { noteWorker, withLock } from './lock.mjs'

/** Above every process id a system hands out. */
const NO_PROCESS = 2 ** 30

let dir = ''

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'parley-lock-'))
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})

afterEach(() => {
  vi.restoreAllMocks()
  rmSync(dir, { recursive: true, force: true })
})

describe('the lock of a start', () => {
  it('lets one in at a time, and the others afterwards', async () => {
    let inside = 0
    let most = 0
    const work = async (): Promise<void> => {
      inside++
      most = Math.max(most, inside)
      await new Promise((resolve) => setTimeout(resolve, 20))
      inside--
    }
    await Promise.all([withLock(dir, work), withLock(dir, work), withLock(dir, work)])
    expect(most).toBe(1)
    expect(existsSync(join(dir, 'lock'))).toBe(false)
  })

  it('is released when the work fails', async () => {
    await expect(withLock(dir, () => Promise.reject(new Error('disk full')))).rejects.toThrow('disk full')
    expect(existsSync(join(dir, 'lock'))).toBe(false)
  })

  it('is taken over from a process that died', async () => {
    writeFileSync(join(dir, 'lock'), `${hostname()}\n${NO_PROCESS}\n`)
    expect(await withLock(dir, async () => 'done')).toBe('done')
  })

  it('is not taken over while an install that outlived its start is still running', async () => {
    const path = join(dir, 'lock')
    writeFileSync(path, `${hostname()}\n${NO_PROCESS}\n${process.pid}\n`)
    const waiting = withLock(dir, async () => 'done')
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(readFileSync(path, 'utf8')).toContain(`${NO_PROCESS}`)
    rmSync(path)
    expect(await waiting).toBe('done')
  })

  it('is taken over from another machine once nobody has touched it for a minute', async () => {
    const path = join(dir, 'lock')
    writeFileSync(path, `another-machine\n${process.pid}\n`)
    const old = new Date(Date.now() - 90_000)
    utimesSync(path, old, old)
    expect(await withLock(dir, async () => 'done')).toBe('done')
  })

  it('names the processes that work under it', async () => {
    await withLock(dir, async () => {
      noteWorker(dir, 4711)
      expect(readFileSync(join(dir, 'lock'), 'utf8').split('\n')).toContain('4711')
    })
  })
})
