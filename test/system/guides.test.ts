import { expect, test } from 'vitest'
import { buildGuide, GUIDES, readGuide } from '../../scripts/guides/build.ts'
import { OPERATIONS } from '../../src/contract/index.ts'

test.each(GUIDES)(
  'docs/%s.md shows what its commands answer today',
  async (name) => {
    expect(await buildGuide(name)).toBe(readGuide(name))
  },
  400_000,
)

test('the API guide calls every operation of the interface', () => {
  const guide = readGuide('api-guide')
  const missing = OPERATIONS.filter(({ entry }) => !entry.extension).filter(
    ({ path }) => !guide.includes(`curl -s $API/${path.join('/')} `),
  )
  expect(missing.map(({ name }) => name)).toEqual([])
})
