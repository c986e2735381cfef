import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { SOURCE_FOLDERS } from './dashboard.ts'

interface Rule {
  name: string
  to: { pathNot: string[] }
}

const matrix: { forbidden: Rule[] } = createRequire(import.meta.url)('../../../.dependency-cruiser.cjs')

test('the dashboard is built anew when any source that it may import has changed', () => {
  const rule = matrix.forbidden.find(({ name }) => name === 'matrix-web')
  const folders = rule?.to.pathNot.map((pattern) => pattern.slice(1)) ?? []
  expect(folders).toContain('src/core/')
  expect(folders.filter((folder) => !SOURCE_FOLDERS.includes(folder))).toEqual([])
})
