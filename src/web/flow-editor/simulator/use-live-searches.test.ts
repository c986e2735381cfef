import { describe, expect, it } from 'vitest'
import { toFound } from './answers/search-card.tsx'
import { toAnswer } from './use-live-searches.ts'

const PLACE = { title: 'Hours', url: null, heading: 'Week', page: 2, row: null, text: 'We open at 8.' }

describe('a search that a model asks for', () => {
  it('is answered with what was found, without what the run has no use for', () => {
    const piece = {
      ...PLACE,
      documentId: 'd',
      ordinal: 4,
      collection: 'shop',
      score: 0.7,
      foundBy: 'words' as const,
    }
    expect(toAnswer({ pieces: [piece], meaning: null })).toEqual([
      { found: [{ ...PLACE, documentId: 'd' }] },
      { kind: 'searched', pieces: 1 },
    ])
  })

  it('finds what a person makes up, and nothing where they write nothing', () => {
    expect(toFound(' Hours ', 'At 8.')).toMatchObject({
      found: [{ title: 'Hours', text: 'At 8.', page: null }],
    })
    expect(toFound('Hours', ' ')).toEqual({ found: [] })
  })
})
