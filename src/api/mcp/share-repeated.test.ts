import { describe, expect, it } from 'vitest'
import { shareRepeated } from './share-repeated.ts'

const place = {
  type: 'object',
  properties: {
    latitude: { type: 'number', minimum: -90, maximum: 90 },
    longitude: { type: 'number', minimum: -180, maximum: 180 },
  },
  additionalProperties: false,
}

describe('a schema that describes the same object twice', () => {
  it('describes it once, beside the definitions it had', () => {
    const schema = {
      type: 'object',
      properties: { from: place, to: place, by: { $ref: '#/$defs/Way' } },
      $defs: { Way: { type: 'object', properties: { over: { anyOf: [place, { type: 'null' }] } } } },
    }
    const ref = { $ref: '#/$defs/Shared1' }
    expect(shareRepeated(schema)).toEqual({
      type: 'object',
      properties: { from: ref, to: ref, by: { $ref: '#/$defs/Way' } },
      $defs: {
        Way: { type: 'object', properties: { over: { anyOf: [ref, { type: 'null' }] } } },
        Shared1: place,
      },
    })
  })

  it('stays as it is when nothing in it is repeated, or only what is short', () => {
    const short = { type: 'object', properties: { id: { type: 'string' } } }
    const schema = { type: 'object', properties: { one: place, a: short, b: short } }
    expect(shareRepeated(schema)).toEqual(schema)
  })
})
