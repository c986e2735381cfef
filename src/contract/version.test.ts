import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { VERSION } from './operation.ts'

const ROOT = new URL('../../', import.meta.url)
const readText = (path: string) => readFileSync(new URL(path, ROOT), 'utf8')

interface Versioned {
  version: string
  info?: { version: string }
  packages?: Record<string, { version?: string }>
}

const readJson = (path: string) => JSON.parse(readText(path)) as Versioned

it.each([
  'package.json',
  'packages/client/package.json',
  'packages/n8n/package.json',
  'packages/passkey-extension/package.json',
])('the package %s has the version that the service tells', (path) => {
  expect(readJson(path).version).toBe(VERSION)
})

it.each([
  'package-lock.json',
  'packages/n8n/package-lock.json',
  'packages/passkey-extension/package-lock.json',
])('the lock file %s agrees', (path) => {
  const { version, packages } = readJson(path)
  expect([version, packages?.['']?.version]).toEqual([VERSION, VERSION])
})

it.each(['docs/openapi.json', 'docs/parley.postman_collection.json'])('the document %s agrees', (path) => {
  expect(readJson(path).info?.version).toBe(VERSION)
})

it('what is written about versions agrees', () => {
  expect(readText('docs/api-guide.md')).toContain(`"message": "pong", "version": "${VERSION}"`)
  const files = [...readText('packages/n8n/README.md').matchAll(/n8n-nodes-parley-([\d.]+)\.tgz/g)]
  expect(files.map(([, version]) => version)).toEqual(files.map(() => VERSION))
  expect(files).not.toEqual([])
})
