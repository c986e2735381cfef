import { describe, expect, it } from 'vitest'
import { buildGraph, findCircles, findShortestWay, findUpArrows } from './import-graph.ts'

/** `a>b` is an import; a name alone is a file without any. */
function graphOf(text: string): ReadonlyMap<string, readonly string[]> {
  const graph = new Map<string, string[]>()
  for (const part of text.split(' ')) {
    const [from = '', to] = part.split('>')
    graph.set(from, [...(graph.get(from) ?? []), ...(to === undefined ? [] : [to])])
    if (to !== undefined && !graph.has(to)) graph.set(to, [])
  }
  return graph
}

describe('the graph of imports', () => {
  it('holds each import between the files asked for once, and none of a file of itself', () => {
    const result = {
      modules: [
        {
          source: 'src/a.ts',
          dependencies: ['src/b.ts', 'src/b.ts', 'src/a.ts', 'node:fs', 'src/c.test.ts'].map((resolved) => ({
            resolved,
          })),
        },
        { source: 'src/b.ts', dependencies: [] },
        { source: 'src/c.test.ts', dependencies: [{ resolved: 'src/a.ts' }] },
      ],
      summary: { violations: [] },
    }
    expect([...buildGraph(result, ['src/a.ts', 'src/b.ts'])]).toEqual([
      ['src/a.ts', ['src/b.ts']],
      ['src/b.ts', []],
    ])
  })
})

describe('circles', () => {
  it('are none where files only lead down', () => {
    expect(findCircles(graphOf('a>b a>c b>d c>d'))).toEqual([])
  })

  it('are groups that reach each other, the largest first, however they are entered', () => {
    expect(findCircles(graphOf('z>a a>b b>a b>c c>d d>e e>c x>a'))).toEqual([
      ['c', 'd', 'e'],
      ['a', 'b'],
    ])
  })

  it('are one where two ways round share a file', () => {
    expect(findCircles(graphOf('a>b b>a b>c c>b'))).toEqual([['a', 'b', 'c']])
  })

  it('are named by their shortest way round', () => {
    const graph = graphOf('a>b b>c c>d d>a d>c')
    expect(findShortestWay(graph, ['a', 'b', 'c', 'd'])).toEqual(['c', 'd'])
  })
})

describe('arrows that run up', () => {
  it('are none where floors can be given to the files of a room', () => {
    expect(findUpArrows(graphOf('a>b b>c a>c'), ['a', 'b', 'c'])).toEqual([])
  })

  it('are as few as must be taken away to leave no circle', () => {
    // Three ways round, all of them through one arrow.
    const graph = graphOf('low>high high>a high>b high>c a>low b>low c>low')
    expect(findUpArrows(graph, ['low', 'high', 'a', 'b', 'c'])).toEqual([['low', 'high']])
  })

  it('are counted by circle', () => {
    expect(findUpArrows(graphOf('a>b b>a c>d d>e e>c'), ['a', 'b', 'c', 'd', 'e'])).toHaveLength(2)
  })

  it('do not leave the room: a way round through another room is none of its own', () => {
    expect(findUpArrows(graphOf('a>x x>a'), ['a'])).toEqual([])
  })

  it('are not told for a circle that is too large for it', () => {
    const files = Array.from({ length: 17 }, (_, index) => `f${index}`)
    const graph = new Map(files.map((file, index) => [file, [files[(index + 1) % files.length] ?? '']]))
    expect(findUpArrows(graph, files)).toBeNull()
    expect(findUpArrows(new Map([...graph, ['f16', []]]), files)).toEqual([])
  })
})
