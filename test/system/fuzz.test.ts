import { readdirSync, readlinkSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FuzzWorld, openFuzzWorld } from '../fuzz/fuzz-world.ts'
import { type FuzzReport, runFuzz } from '../fuzz/run-fuzz.ts'

/** The program `npm run fuzz` sends any number; these few, some a dozen an operation, hold the way there open. */
const REQUESTS = 2_400

let world: FuzzWorld
let report: FuzzReport

beforeAll(async () => {
  world = await openFuzzWorld(REQUESTS)
  report = await runFuzz(world, { requests: REQUESTS, seed: 7, concurrency: 32 })
}, 240_000)

afterAll(async () => {
  await world.close()
})

test('random requests over every operation are never answered as a fault of the service', () => {
  expect(report.failures).toEqual([])
  expect(Object.values(report.statuses).reduce((sum, count) => sum + count, 0)).toBe(REQUESTS)
})

test('random requests reach behind the checks of most operations', () => {
  expect(report.neverReached.length).toBeLessThan(report.operations / 4)
  expect(report.statuses[200]).toBeGreaterThan(REQUESTS / 20)
})

const listOpenFiles = (): string[] => {
  const directory = `/proc/${world.service.pid}/fd`
  return readdirSync(directory).flatMap((fd) => {
    try {
      const target = readlinkSync(`${directory}/${fd}`)
      return target.startsWith(`${world.place.dataDir}/media/`) ? [target] : []
    } catch {
      // It was closed meanwhile.
      return []
    }
  })
}

test('callers that hung up in the middle of files and bodies left none of them open', async () => {
  expect(report.statuses[-2]).toBeGreaterThan(REQUESTS / 20)
  await expect.poll(listOpenFiles).toEqual([])
})

test('a service that was sent random requests logged no error and ends as it should', async () => {
  expect(world.service.readLog()).toBe('')
  expect(await world.service.stop()).toBe(0)
})
