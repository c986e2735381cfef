import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFileLoader, dumpFiles, FILE_LINE, HeldFiles } from './data-files.ts'

let from: string
let to: string

beforeEach(() => {
  from = mkdtempSync(path.join(tmpdir(), 'parley-from-'))
  to = mkdtempSync(path.join(tmpdir(), 'parley-to-'))
})
afterEach(() => {
  for (const folder of [from, to]) rmSync(folder, { recursive: true })
})

function write(name: string, text: string): void {
  mkdirSync(path.dirname(path.join(from, name)), { recursive: true })
  writeFileSync(path.join(from, name), text)
}

async function restore(lines: AsyncIterable<string>): Promise<number> {
  const loader = createFileLoader(to)
  for await (const line of lines) {
    if (line.startsWith(FILE_LINE.file)) await loader.begin(line.slice(1))
    else await loader.add(line.slice(1))
  }
  return await loader.finish()
}

test('files of documents that are read while a backup runs are restored from it, each once', async () => {
  write('master.key', 'key')
  write('media/ab/photo', 'photo')
  write('media/drafts/half', 'half')
  write('media/knowledge/me/first', 'first document')
  const held = new HeldFiles(from)
  held.hold()
  write('media/knowledge/me/second', 'second document')
  held.hold()
  // The service has read both, and what came after the moment of the backup is none of it.
  for (const name of ['first', 'second']) rmSync(path.join(from, 'media/knowledge/me', name))
  expect(await restore(dumpFiles(from, held))).toBe(4)
  held.remove()
  const read = (name: string) => readFileSync(path.join(to, name), 'utf8')
  expect(read('media/knowledge/me/first')).toBe('first document')
  expect(read('media/knowledge/me/second')).toBe('second document')
  expect([read('master.key'), read('media/ab/photo')]).toEqual(['key', 'photo'])
  expect(readdirSync(from).toSorted()).toEqual(['master.key', 'media'])
})
