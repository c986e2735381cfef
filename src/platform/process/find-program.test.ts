import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findProgram } from './find-program.ts'

const root = mkdtempSync(path.join(tmpdir(), 'parley-path-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

test('a program is the first file of its name that may be run', () => {
  const folders = ['a', 'b', 'c', 'd'].map((name) => path.join(root, name))
  for (const folder of folders) mkdirSync(folder)
  const [empty = '', plain = '', nested = '', real = ''] = folders
  writeFileSync(path.join(plain, 'tool'), '', { mode: 0o644 })
  mkdirSync(path.join(nested, 'tool'))
  writeFileSync(path.join(real, 'tool'), '', { mode: 0o755 })
  expect(findProgram('tool', folders.join(path.delimiter))).toBe(path.join(real, 'tool'))
  expect(findProgram('tool', [empty, plain, nested, ''].join(path.delimiter))).toBeNull()
  expect(findProgram('tool', undefined)).toBeNull()
})
