import { describe, expect, it } from 'vitest'
import { ENTRIES } from './index.ts'
import { type Limits, mayCall, type WorkspaceRole } from './scopes.ts'

const key: Limits = { via: 'key', role: 'user' }
const limited: Limits = { ...key, scopes: ['chat:read', 'secrets:read'] }
const ofOneClient: Limits = { ...key, clientIds: ['c'] }

const may = (caller: Limits, name: string): boolean => mayCall(caller, ENTRIES.get(name)!)

describe('what somebody may call in a workspace', () => {
  const as = (workspaceRole: WorkspaceRole): Limits => ({ via: 'session', role: 'user', workspaceRole })
  const ALL: WorkspaceRole[] = ['owner', 'admin', 'agent', 'viewer']
  it.each<[string, WorkspaceRole[]]>([
    ['chat.listConversations', ALL],
    ['flows.list', ALL],
    ['workspaces.members.leave', ALL],
    ['sessions.end', ALL],
    ['chat.sendMessage', ['owner', 'admin', 'agent']],
    ['clients.setContactFlag', ['owner', 'admin', 'agent']],
    ['flows.states.start', ['owner', 'admin', 'agent']],
    ['approvals.approve', ['owner', 'admin', 'agent']],
    ['knowledge.list', ['owner', 'admin', 'viewer']],
    ['webhooks.list', ['owner', 'admin', 'viewer']],
    ['secrets.list', ['owner', 'admin', 'viewer']],
    ['flows.publish', ['owner', 'admin']],
    ['flows.testOnPhone', ['owner', 'admin']],
    ['contacts.fields.set', ['owner', 'admin']],
    ['clients.delete', ['owner', 'admin']],
    ['worker.stop', ['owner', 'admin']],
    ['secrets.set', ['owner', 'admin']],
    ['keys.create', ['owner', 'admin']],
    ['workspaces.invitations.create', ['owner', 'admin']],
    ['workspaces.members.remove', ['owner', 'admin']],
    ['workspaces.delete', ['owner']],
  ])('%s: %j', (name, roles) => {
    expect(ALL.filter((role) => may(as(role), name))).toEqual(roles)
  })

  it('is for administrators of the installation what it is elsewhere, whatever they are in it', () => {
    expect(may({ ...as('viewer'), role: 'admin' }, 'users.update')).toBe(true)
  })
})

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
