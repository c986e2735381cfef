import { SourceMap } from 'node:module'
import { describe, expect, it } from 'vitest'
import { findOrigins, type Place, type SourceMapParts } from './source-origins.ts'

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

function writeNumber(number: number): string {
  let [text, rest] = ['', number < 0 ? (-number << 1) | 1 : number << 1]
  do {
    const more = rest > 31 ? 32 : 0
    text += DIGITS[(rest & 31) | more]
    rest >>= 5
  } while (rest > 0)
  return text
}

/** Lines of segments: the column, and for those that come from a source its number, line and column there, and a name. */
function writeMap(lines: readonly (readonly (readonly number[])[])[]): string {
  const before = [0, 0, 0, 0, 0]
  return lines
    .map((segments) => {
      before[0] = 0
      return segments
        .map((segment) =>
          segment
            .map((number, field) => {
              const text = writeNumber(number - (before[field] ?? 0))
              before[field] = number
              return text
            })
            .join(''),
        )
        .join(',')
    })
    .join(';')
}

const MAP: SourceMapParts & { version: number; names: string[] } = {
  version: 3,
  names: ['one', 'two'],
  sources: ['one.ts', 'folder/two.ts'],
  mappings: writeMap([
    [],
    [
      [4, 0, 0, 0],
      [9, 0, 0, 12, 1],
      [40, 1, 5_000, 70_000],
    ],
    [],
    [],
    [
      [0, 1, 3, 2],
      [7, 0, 900, 0, 0],
    ],
    [[1_200, 0, 20, 33]],
  ]),
}

const PLACES: readonly Place[] = [0, 1, 2, 3, 4, 5, 6].flatMap((line) =>
  [0, 3, 4, 5, 8, 9, 10, 39, 40, 41, 1_199, 1_200, 1_201].map((column) => ({ line, column })),
)

/** What Node finds, which keeps a list of the whole map. */
function findByNode(place: Place): unknown {
  const entry = new SourceMap({
    ...MAP,
    sources: [...MAP.sources],
    file: '',
    sourceRoot: '',
    sourcesContent: [],
  }).findEntry(place.line, place.column)
  return 'originalSource' in entry
    ? { source: entry.originalSource, line: entry.originalLine, column: entry.originalColumn }
    : null
}

describe('the origins of places', () => {
  it('are those that Node finds', () => {
    const expected = PLACES.map(findByNode)
    expect(expected).toContainEqual({ source: 'folder/two.ts', line: 5_000, column: 70_000 })
    expect(expected).toContainEqual(null)
    expect(findOrigins(MAP, PLACES)).toEqual(expected)
  })

  it('are the same for one place as for many', () => {
    for (const place of PLACES) expect(findOrigins(MAP, [place])).toEqual([findByNode(place)])
  })

  it('are none in a piece that comes from no source', () => {
    const mappings = writeMap([[[0, 0, 1, 1], [10], [20, 1, 2, 2]]])
    const places = [5, 15, 25].map((column) => ({ line: 0, column }))
    expect(findOrigins({ sources: MAP.sources, mappings }, places)).toEqual([
      { source: 'one.ts', line: 1, column: 1 },
      null,
      { source: 'folder/two.ts', line: 2, column: 2 },
    ])
    expect(findOrigins({ sources: [], mappings: '' }, places)).toEqual([null, null, null])
  })
})
