import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { findWithinDrizzle } from './module-shortcut.ts'

const FOLDER = new URL('.', import.meta.resolve('drizzle-orm'))
const IMPORTED = /^(?:import|export) [^;]*?from "(\.[^"]+)"/gm

test('every import between modules of drizzle-orm leads to a module that is there', () => {
  const files = new Set(readdirSync(fileURLToPath(FOLDER), { recursive: true, encoding: 'utf8' }))
  let found = 0
  for (const file of files) {
    if (!/^(?:[\w-]+|pg-core\/.*|node-postgres\/.*|sql\/.*)\.js$/.test(file)) continue
    const parent = new URL(file, FOLDER).href
    for (const [, specifier = ''] of readFileSync(new URL(parent), 'utf8').matchAll(IMPORTED)) {
      const resolved = findWithinDrizzle(specifier, parent)
      expect(resolved).toMatchObject({ format: 'module', shortCircuit: true })
      expect(files, `${specifier} of ${file}`).toContain(resolved?.url.slice(FOLDER.href.length))
      found += 1
    }
  }
  expect(found).toBeGreaterThan(100)
  expect(JSON.parse(readFileSync(new URL('package.json', FOLDER), 'utf8')).type).toBe('module')
})

test('imports of other packages, of what drizzle-orm itself depends on, and of its CommonJS files are left to Node', () => {
  const parent = new URL('pg-core/index.js', FOLDER).href
  expect(findWithinDrizzle('pg', parent)).toBeNull()
  expect(findWithinDrizzle('drizzle-orm/pg-core', parent)).toBeNull()
  expect(findWithinDrizzle('./index.cjs', parent.replace(/\.js$/, '.cjs'))).toBeNull()
  expect(findWithinDrizzle('./client.ts', 'file:///parley/src/db/client.ts')).toBeNull()
  expect(findWithinDrizzle('./parley.ts', undefined)).toBeNull()
})
