import { describe, expect, it } from 'vitest'
import { type Limits, mayCall } from './access.ts'

const key: Limits = { via: 'key', role: 'user' }
const limited: Limits = { ...key, scopes: ['chat:read', 'secrets:read'] }
const ofOneClient: Limits = { ...key, clientIds: ['c'] }

describe('what a caller may call at all', () => {
  it('is everything but what is for people and admins, for a key without limits', () => {
    expect(mayCall(key, 'chat.sendMessage', false)).toBe(true)
    expect(mayCall(key, 'keys.create', false)).toBe(false)
    expect(mayCall(key, 'proxy.seed', true)).toBe(false)
    expect(mayCall({ ...key, role: 'admin' }, 'proxy.seed', true)).toBe(true)
    expect(mayCall({ ...key, via: 'session' }, 'keys.create', false)).toBe(true)
  })

  it('is what its scopes name, and what is open to every key', () => {
    expect(mayCall(limited, 'chat.getMessage', false)).toBe(true)
    expect(mayCall(limited, 'chat.sendMessage', false)).toBe(false)
    expect(mayCall(limited, 'keys.current', false)).toBe(true)
    expect(mayCall(limited, 'chat.unheardOf', false)).toBe(false)
  })

  it('is nothing that concerns all clients, for a key of some', () => {
    expect(mayCall(ofOneClient, 'chat.sendMessage', false)).toBe(true)
    expect(mayCall(ofOneClient, 'secrets.list', false)).toBe(false)
    expect(mayCall({ ...limited, clientIds: ['c'] }, 'secrets.list', false)).toBe(false)
  })
})
