import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findUnreached, JourneyReader, listShapes, readDoors, readJourneys } from './journeys.ts'

const DOCUMENT = `
## Three journeys

How to read them: \`not/part.ts\` of one.

**In.**
1. \`net/read.ts\`, \`read\`: \`Bytes\` to \`Packet\`.
2. \`conversations/store.ts\`, \`store\`: \`Letter\` to \`Row\`, with \`net/port.ts\`.

**Out.**
1. \`net/port.ts\`.

## Doors

| door | file | what crosses it |
|---|---|---|
| a network | \`src/net/port.ts\` | letters |
`

describe('the journeys of a document', () => {
  test('are its files in order, with the function to look for and what it makes of a message', () => {
    expect(readJourneys(DOCUMENT)).toEqual([
      {
        title: 'In',
        steps: [
          { path: 'src/net/read.ts', place: 'read', conversion: { from: 'Bytes', to: 'Packet' } },
          {
            path: 'src/features/conversations/store.ts',
            place: 'store',
            conversion: { from: 'Letter', to: 'Row' },
          },
          { path: 'src/net/port.ts', place: null, conversion: null },
        ],
      },
      { title: 'Out', steps: [{ path: 'src/net/port.ts', place: null, conversion: null }] },
    ])
    expect(readDoors(DOCUMENT)).toEqual(['src/net/port.ts'])
  })

  test('have the shapes that their conversions make', () => {
    expect(readJourneys(DOCUMENT).map(listShapes)).toEqual([['Bytes', 'Packet', 'Row'], []])
  })

  test('are looked for where they belong', () => {
    expect(() => readJourneys('# Nothing')).toThrow('has no part')
  })
})

describe('a file of a journey', () => {
  const journey = (...paths: string[]) => ({
    title: 'In',
    steps: paths.map((path) => ({ path, place: null, conversion: null })),
  })
  const graph = new Map([
    ['a', ['b', 'door']],
    ['b', ['x/index.ts']],
    ['c', ['a']],
    ['d', ['door']],
    ['x/index.ts', ['x/deep']],
    ['x/deep', []],
    ['alone', []],
  ])

  test('is reached by an import of a file before it, or of its own, and through what an index gathers', () => {
    expect(findUnreached(journey('a', 'b', 'x/deep', 'c'), graph, [])).toEqual([])
  })

  test('is reached through a door that it and the one before know, and through no other file that both know', () => {
    expect(findUnreached(journey('a', 'd'), graph, ['door'])).toEqual([])
    expect(findUnreached(journey('a', 'd'), graph, [])).toEqual(['d'])
    expect(findUnreached(journey('a', 'b', 'd'), graph, ['door'])).toEqual(['d'])
  })

  test('is reached through no door by a file that could import it', () => {
    const rooms = [
      ['src/features/conversations/send/a.ts', 'src/features/conversations/send/b.ts', true],
      ['src/features/conversations/send/a.ts', 'src/features/conversations/b.ts', true],
      ['src/features/conversations/send/a.ts', 'src/features/conversations/decide/b.ts', false],
      ['src/features/flows/a.ts', 'src/features/conversations/b.ts', false],
      ['src/network/translate/a.ts', 'src/network/baileys/b.ts', true],
      ['src/network/translate/a.ts', 'src/api/b.ts', false],
    ] as const
    for (const [a, b, isOneRoom] of rooms) {
      const both = new Map([a, b].map((path) => [path, ['door']]))
      expect(findUnreached(journey(a, b), both, ['door'])).toEqual(isOneRoom ? [b] : [])
    }
  })

  test('is told when nothing leads to it', () => {
    expect(findUnreached(journey('a', 'alone', 'b'), graph, ['door'])).toEqual(['alone'])
    expect(findUnreached(journey('x/deep', 'a'), graph, [])).toEqual(['a'])
  })
})

describe('what a document says of a journey', () => {
  let root: string

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'parley-journeys-'))
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }

  function writeTree(store = 'export const store = (letter: Letter): Row => toRow(letter)\n'): void {
    write('src/net/port.ts', 'export interface Letter {}\nexport type Envelope = { letter: Letter }\n')
    write('src/net/read.ts', 'class Reader {\n  #read(bytes: Bytes): Packet {}\n}\n')
    write('src/net/packet.ts', 'export interface Packet {\n  envelope: Envelope\n}\n')
    write('src/features/conversations/store.ts', store)
  }

  const findMistakes = () =>
    readJourneys(DOCUMENT).flatMap((journey) => new JourneyReader(root).findMistakes(journey))

  test('is so when each function knows both types and each takes a part of what came before', () => {
    writeTree()
    expect(findMistakes()).toEqual([])
  })

  test('is a mistake where a file, a function or a type is missing', () => {
    writeTree('export const store = (letter: Letter): Line => toLine(letter)\n')
    expect(findMistakes()).toEqual(['In: store of src/features/conversations/store.ts knows nothing of Row'])
    writeTree('export const keep = (letter: Letter): Row => toRow(letter)\n')
    expect(findMistakes()).toEqual(['In: src/features/conversations/store.ts has no store'])
    rmSync(join(root, 'src/net/read.ts'))
    expect(findMistakes()).toEqual(['In: there is no src/net/read.ts'])
  })

  test('is a mistake where a shape is left out', () => {
    writeTree()
    write('src/net/packet.ts', 'export interface Packet {\n  other: string\n}\n')
    expect(findMistakes()).toEqual(['In: Letter is no part of Packet'])
  })
})
