import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { JourneyReader, readDoors, readJourneys } from './journeys.ts'

const ROOT = join(import.meta.dirname, '..')
const DOCUMENT = readFileSync(join(ROOT, 'docs', 'architecture.md'), 'utf8')
/** Paths below `src`, below the project, or after the short name that the document gives to a folder. */
const PATH = /`((?:[a-z0-9-]+\/)+[a-z0-9-]+\.tsx?)`/g

it('docs/architecture.md names files that are there', () => {
  const named = [...DOCUMENT.matchAll(PATH)].map(([, path = '']) =>
    path.replace(/^conversations\//, 'features/conversations/'),
  )
  expect(named.length).toBeGreaterThan(30)
  expect(
    named.filter((path) => !existsSync(join(ROOT, 'src', path)) && !existsSync(join(ROOT, path))),
  ).toEqual([])
})

it('the journeys of docs/architecture.md name functions that are there, and the types they turn into each other', () => {
  const reader = new JourneyReader(ROOT)
  const journeys = readJourneys(DOCUMENT)
  expect(journeys.map(({ steps }) => steps.length > 5)).toEqual([true, true, true])
  expect(journeys.flatMap((journey) => reader.findMistakes(journey))).toEqual([])
})

it('the doors of docs/architecture.md are files', () => {
  const doors = readDoors(DOCUMENT)
  expect(doors.length).toBeGreaterThan(3)
  expect(doors.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})
