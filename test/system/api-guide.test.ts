import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { API_GUIDE, buildApiGuide } from '../../scripts/api-guide/build.ts'
import { contract } from '../../src/contract/index.ts'
import { listOperations } from '../../src/contract/operation.ts'

test('the API guide shows what a service answers to its commands today', async () => {
  expect(await buildApiGuide()).toBe(readFileSync(API_GUIDE, 'utf8'))
}, 400_000)

test('the API guide calls every operation of the interface', () => {
  const guide = readFileSync(API_GUIDE, 'utf8')
  const missing = listOperations(contract)
    .filter(({ procedure }) => !procedure['~orpc'].meta.extension)
    .filter(({ path }) => !guide.includes(`curl -s $API/${path.join('/')} `))
  expect(missing.map(({ path }) => path.join('.'))).toEqual([])
})
