import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SOURCE_FOLDERS } from './dashboard.ts'

const ROOT = path.join(import.meta.dirname, '../../..')
const LONG_AGO = new Date('2020-01-01')

let project = ''

/** A copy of what finds and keeps builds, with few sources; what builds says how it was at that time. */
beforeAll(() => {
  project = mkdtempSync(path.join(tmpdir(), 'parley-dashboard-'))
  mkdirSync(path.join(project, 'src/bin'), { recursive: true })
  cpSync(path.join(ROOT, 'src/bin/builds'), path.join(project, 'src/bin/builds'), { recursive: true })
  const write = (file: string, text: string): void => writeFileSync(path.join(project, file), text)
  for (const folder of SOURCE_FOLDERS) mkdirSync(path.join(project, folder), { recursive: true })
  mkdirSync(path.join(project, 'src/api'), { recursive: true })
  write('src/api/index.ts', 'export const createDashboard = (_: string, files: string[]) => ({ files })')
  for (const file of ['packages/passkey-extension/package.json', 'package-lock.json', 'vite.config.ts'])
    write(file, '{}')
  write('package.json', '{ "type": "module" }')
  write(
    'src/bin/builds/dashboard-build.ts',
    `import { cpSync, writeFileSync } from 'node:fs'
     cpSync('src/web', process.argv[2] ?? '', { recursive: true })
     writeFileSync((process.argv[2] ?? '') + '/' + process.env.NODE_ENV, '')`,
  )
})

afterAll(() => rmSync(project, { recursive: true, force: true }))

interface Prepared {
  readonly files: string[]
  readonly built: number
}

function prepare(): Prepared {
  const program = `const { prepareDashboard } = await import('./src/bin/builds/dashboard.ts')
    let built = 0
    const log = { info: () => { built += 1 }, error: (fields) => { throw fields.err } }
    const { files } = await prepareDashboard(log, [])
    console.log(JSON.stringify({ files: files.sort(), built }))`
  const args = ['--input-type=module', '-e', program]
  return JSON.parse(execFileSync(process.execPath, args, { cwd: project, encoding: 'utf8' }))
}

const writePage = (name: string, text: string): void => {
  const file = path.join(project, 'src/web', name)
  writeFileSync(file, text)
  utimesSync(file, LONG_AGO, LONG_AGO)
}

test('the dashboard is built for production when a source changed, came or went, and else not; what is kept about it is not served', () => {
  writePage('one.html', 'one')
  expect(prepare()).toEqual({ files: ['one.html', 'production'], built: 1 })
  expect(prepare()).toEqual({ files: ['one.html', 'production'], built: 0 })
  // Of the same size and modification time.
  writePage('one.html', 'two')
  expect(prepare().built).toBe(1)
  writePage('two.html', 'more')
  expect(prepare()).toEqual({ files: ['one.html', 'production', 'two.html'], built: 1 })
  rmSync(path.join(project, 'src/web/two.html'))
  // As it was before, which is still there.
  expect(prepare()).toEqual({ files: ['one.html', 'production'], built: 0 })
  rmSync(path.join(project, '.runtime/web'), { recursive: true })
  expect(prepare().built).toBe(1)
  const kept = readdirSync(path.join(project, '.runtime/web'))
  expect(kept.filter((name) => name.startsWith('seen-'))).toHaveLength(1)
})
