import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type OwnerId, type Principal, toOwner } from './handlers.ts'
import { ENTRIES, OPERATIONS } from './index.ts'
import { defineOperation } from './operation.ts'

const whole = {
  name: 'shops.close',
  summary: 'Close a shop',
  scope: 'clients:write',
  reach: { ids: { clientId: 'client' } },
  effect: 'writes',
  input: z.strictObject({ clientId: z.string(), at: z.int() }),
  output: z.object({ success: z.boolean() }),
} as const

/** The compiler holds each of these: where one would be taken, its line has no error to expect, and the types fail. */
describe('an operation does not compile', () => {
  it('without a scope, a reach or an effect', () => {
    const { scope: _scope, ...noScope } = whole
    const { reach: _reach, ...noReach } = whole
    const { effect: _effect, ...noEffect } = whole
    // @ts-expect-error who may call it is not said
    defineOperation(noScope)
    // @ts-expect-error whose things it is about is not said
    defineOperation(noReach)
    // @ts-expect-error whether it changes something is not said
    defineOperation(noEffect)
    expect(defineOperation(whole)['~orpc'].meta.name).toBe('shops.close')
  })

  it('with a scope that there is not, or a reach over what its input does not name', () => {
    // @ts-expect-error no key can have this scope
    defineOperation({ ...whole, scope: 'shops:write' })
    // @ts-expect-error the input has no flowId
    defineOperation({ ...whole, reach: { ids: { flowId: 'flow' } } })
    // @ts-expect-error a number is no id
    defineOperation({ ...whole, reach: { ids: { at: 'client' } } })
    // @ts-expect-error no id at all
    defineOperation({ ...whole, reach: { ids: {} } })
    // @ts-expect-error what it makes is of a client that the input does not name
    defineOperation({ ...whole, reach: { ids: { at: 'client' }, makes: true } })
    // @ts-expect-error no field has this other name
    defineOperation({ ...whole, aliases: { clientId: ['client'] } })
    expect(defineOperation({ ...whole, reach: 'none' })['~orpc'].meta.reach).toBe('none')
  })
})

it('does not compile to take who calls for whose a thing is', () => {
  const principal: Principal = { userId: 'ana', role: 'user', plan: 'free', via: 'key' }
  // @ts-expect-error the id of an account is an owner's only where it was made one
  const owner: OwnerId = principal.userId
  expect(owner).toBe(toOwner('ana'))
})

describe('the table of operations', () => {
  it('has each operation at the place that its name says', () => {
    expect(OPERATIONS.length).toBeGreaterThan(100)
    for (const { name, entry, procedure } of OPERATIONS) {
      expect(entry.name).toBe(name)
      expect(procedure['~orpc'].route.tags).toEqual([name.split('.')[0]])
      expect(ENTRIES.get(name)).toBe(entry)
    }
  })

  it('names a scope that only reads where nothing is changed, and one that writes elsewhere', () => {
    for (const { name, entry } of OPERATIONS) {
      if (entry.scope === 'people') continue
      const isReading = entry.scope === 'any' || entry.scope.endsWith(':read')
      expect(`${name} ${entry.effect === 'reads'}`).toBe(`${name} ${isReading}`)
    }
  })
})
