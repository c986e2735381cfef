import { describe, expect, it } from 'vitest'
import { ENTRIES } from './index.ts'
import { type Limits, mayCall } from './scopes.ts'

const key: Limits = { via: 'key', role: 'user' }
const limited: Limits = { ...key, scopes: ['chat:read', 'secrets:read'] }
const ofOneClient: Limits = { ...key, clientIds: ['c'] }

const may = (caller: Limits, name: string): boolean => mayCall(caller, ENTRIES.get(name)!)

describe('what a caller may call at all', () => {
  it('is everything but what is for people and admins, for a key without limits', () => {
    expect(may(key, 'chat.sendMessage')).toBe(true)
    expect(may(key, 'keys.create')).toBe(false)
    expect(may(key, 'proxy.seed')).toBe(false)
    expect(may({ ...key, role: 'admin' }, 'proxy.seed')).toBe(true)
    expect(may({ ...key, via: 'session' }, 'keys.create')).toBe(true)
  })

  it('is what its scopes name, and what is open to every key', () => {
    expect(may(limited, 'chat.getMessage')).toBe(true)
    expect(may(limited, 'chat.sendMessage')).toBe(false)
    expect(may(limited, 'keys.current')).toBe(true)
  })

  it('is nothing that concerns all clients, for a key of some', () => {
    expect(may(ofOneClient, 'chat.sendMessage')).toBe(true)
    expect(may(ofOneClient, 'secrets.list')).toBe(false)
    expect(may({ ...limited, clientIds: ['c'] }, 'secrets.list')).toBe(false)
  })
})
