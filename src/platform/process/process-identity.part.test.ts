import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'

const CHILD = path.join(import.meta.dirname, '../../../test/support/starved-child.ts')

it('a process without a free file descriptor takes nobody for dead and gives its locks back once it has one', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'parley-starved-'))
  try {
    const gone = spawnSync('true').pid
    const command = ['-c', 'ulimit -n 64; exec "$@"', 'sh', process.execPath, CHILD]
    const printed = execFileSync('sh', [...command, path.join(directory, 'a.lock'), String(gone)], {
      encoding: 'utf8',
      timeout: 30_000,
    })
    expect(JSON.parse(printed)).toEqual({
      starved: { refusal: 'EMFILE', parent: true, gone: false, start: null, second: 'not known' },
      keptWhileStarved: true,
      after: { start: true, holder: null },
    })
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
})
