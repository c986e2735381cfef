/**
 * What a key may be limited to. `read` never changes anything; `write` is everything else of its group. `secrets:use` opens
 * no operation: it is asked for beside another scope, see `USES_SECRETS`. A key without scopes may do all that its owner
 * may.
 */
export const SCOPES = [
  'chat:read',
  'chat:write',
  'contacts:read',
  'contacts:write',
  'clients:read',
  'clients:write',
  'session:write',
  'worker:read',
  'worker:write',
  'flows:read',
  'flows:write',
  'runs:read',
  'runs:write',
  'events:read',
  'webhooks:read',
  'webhooks:write',
  'secrets:read',
  'secrets:write',
  'secrets:use',
  'proxies:read',
  'proxies:write',
  'users:read',
  'keys:read',
  'audit:read',
] as const

export type Scope = (typeof SCOPES)[number]

/** What an id of an input names; each belongs to one client, or to none. */
export type Owned = 'client' | 'flow' | 'flow state' | 'webhook'

/**
 * How an operation is kept to the clients of a key that has a list of them.
 * - `none`: it concerns no client.
 * - `account`: it concerns everything its owner has; such a key may not call it.
 * - an object: fields of the input by what they name. `makes`: it makes something that belongs to a client, which has
 *   to be named. `lists`: the rows of its answer that belong to other clients are left out, by this field of theirs.
 */
export type Reach =
  | 'none'
  | 'account'
  | { ids: Readonly<Record<string, Owned>>; makes?: boolean; lists?: 'id' | 'clientId' }

export interface Access {
  /** `any`: every key. `people`: no key at all, only somebody who signed in. */
  scope: Scope | 'any' | 'people'
  reach: Reach
}

const byClient: Reach = { ids: { clientId: 'client' } }
const byId = (what: Owned): Reach => ({ ids: { id: what, clientId: 'client' } })
const listOf = (lists: 'id' | 'clientId', ids: Readonly<Record<string, Owned>> = {}): Reach => ({
  ids: { clientId: 'client', ...ids },
  lists,
})
const making: Reach = { ids: { clientId: 'client' }, makes: true }

const together = (scope: Access['scope'], reach: Reach, names: string): Record<string, Access> =>
  Object.fromEntries(names.split(' ').map((name) => [name, { scope, reach }]))

/** Every operation of the contract by its name. One that is not here answers no key that is limited. */
export const ACCESS: Readonly<Record<string, Access>> = {
  ...together('any', 'none', 'server.ping keys.current'),
  ...together(
    'chat:read',
    byClient,
    'chat.getConversationMessages chat.listConversations chat.searchMessages chat.getMessage chat.downloadMedia chat.listMessages',
  ),
  ...together(
    'chat:write',
    byClient,
    'chat.sendMessage chat.reactMessage chat.forwardMessage chat.sendAlbum chat.editMessage chat.readMessages chat.deleteMessage chat.sendPresence',
  ),
  ...together(
    'contacts:read',
    byClient,
    'chat.fetchContacts contacts.check contacts.get contacts.profilePicture',
  ),
  ...together('contacts:write', byClient, 'contacts.update clients.setContactFlag'),
  ...together('clients:read', byId('client'), 'clients.get clients.history clients.getProxy'),
  'clients.list': { scope: 'clients:read', reach: listOf('id') },
  ...together('clients:write', byId('client'), 'clients.update clients.delete clients.setProxy'),
  ...together(
    'session:write',
    byId('client'),
    'clients.exportSession clients.importSession clients.importBaileysSession clients.reclaimSession',
  ),
  'clients.create': { scope: 'clients:write', reach: 'account' },
  'clients.updateMainMenuFlow': {
    scope: 'clients:write',
    reach: { ids: { clientId: 'client', mainMenuFlowId: 'flow' } },
  },
  ...together('chat:read', byClient, 'sandbox.contacts sandbox.groups sandbox.conversation sandbox.file'),
  'server.status': { scope: 'worker:read', reach: 'account' },
  ...together('worker:read', byClient, 'worker.status worker.health'),
  ...together('worker:read', listOf('clientId'), 'worker.list clients.pairingLinks.list'),
  ...together(
    'worker:write',
    byClient,
    'server.qr worker.start worker.stop worker.restart worker.logout worker.pairingCode worker.passkey.get worker.passkey.answer worker.passkey.confirm clients.pairingLinks.create clients.pairingLinks.revoke sandbox.scan sandbox.saveContact sandbox.createGroup sandbox.send sandbox.markRead',
  ),
  'flows.list': { scope: 'flows:read', reach: listOf('clientId') },
  ...together(
    'flows:read',
    byId('flow'),
    'flows.get flows.export flows.validate flows.versions flows.getVersion flows.statistics flows.testCases.list flows.testCases.run flows.testPhones.list',
  ),
  ...together(
    'flows:write',
    byId('flow'),
    'flows.publish flows.unpublish flows.update flows.delete flows.rollback flows.duplicate flows.testCases.save flows.testCases.delete flows.testPhones.add flows.testPhones.remove flows.callHttp',
  ),
  ...together('flows:write', making, 'flows.import flows.importTypebot'),
  ...together(
    'runs:read',
    byId('flow state'),
    'flows.states.get flows.states.events flows.states.sends flows.states.testedDraft',
  ),
  'flows.states.list': { scope: 'runs:read', reach: listOf('clientId', { flowId: 'flow' }) },
  'flows.testOnPhone': { scope: 'runs:write', reach: byId('flow') },
  'flows.states.start': { scope: 'runs:write', reach: { ids: { flowId: 'flow' } } },
  ...together('runs:write', byId('flow state'), 'flows.states.pause flows.states.resume flows.states.cancel'),
  ...together('flows:read', 'account', 'assets.list assets.get'),
  ...together('flows:write', 'account', 'assets.upload assets.delete'),
  'events.list': { scope: 'events:read', reach: listOf('clientId') },
  'webhooks.list': { scope: 'webhooks:read', reach: listOf('clientId') },
  'webhooks.deliveries': { scope: 'webhooks:read', reach: byId('webhook') },
  'webhooks.create': { scope: 'webhooks:write', reach: making },
  ...together(
    'webhooks:write',
    byId('webhook'),
    'webhooks.update webhooks.delete webhooks.rotateSecret webhooks.test webhooks.replay',
  ),
  'secrets.list': { scope: 'secrets:read', reach: 'account' },
  ...together('secrets:write', 'account', 'secrets.set secrets.delete'),
  'proxies.list': { scope: 'proxies:read', reach: 'account' },
  ...together('proxies:write', 'account', 'proxy.seed proxies.test proxies.remove'),
  ...together('users:read', 'account', 'users.list invitations.list'),
  'audit.list': { scope: 'audit:read', reach: 'account' },
  'keys.list': { scope: 'keys:read', reach: 'account' },
  ...together(
    'people',
    'account',
    'users.create users.update invitations.create invitations.revoke keys.create keys.revoke sessions.list sessions.end',
  ),
}

/**
 * Operations that bring a flow, or a call, that names a secret nearer to its use. A limited key needs `secrets:use` for
 * them beside their own scope as soon as what they are about names one.
 */
export const USES_SECRETS: readonly string[] = [
  'flows.import',
  'flows.importTypebot',
  'flows.update',
  'flows.duplicate',
  'flows.rollback',
  'flows.publish',
  'flows.testOnPhone',
  'flows.callHttp',
  'flows.states.start',
]

/** Who calls, as far as it decides what may be called. */
export interface Limits {
  via: 'key' | 'session'
  role: 'admin' | 'user'
  scopes?: readonly string[] | null | undefined
  clientIds?: readonly string[] | null | undefined
}

/** Why a caller may not call an operation, whatever the input is. */
export type Barrier =
  | { kind: 'people' | 'admins' | 'unlisted' | 'clients' }
  /** Which scope the key lacks. */
  | { kind: 'scope'; scope: Scope }

/** The one place that decides who may call an operation at all; what an input names is looked at with each call. */
export function findBarrier(
  { via, role, scopes, clientIds }: Limits,
  name: string,
  adminOnly: boolean,
): Barrier | null {
  const access = ACCESS[name]
  if (access?.scope === 'people' && via !== 'session') return { kind: 'people' }
  if (adminOnly && role !== 'admin') return { kind: 'admins' }
  if ((!scopes && !clientIds) || access?.scope === 'any') return null
  if (!access || access.scope === 'people') return { kind: 'unlisted' }
  if (scopes && !scopes.includes(access.scope)) return { kind: 'scope', scope: access.scope }
  return clientIds && access.reach === 'account' ? { kind: 'clients' } : null
}

/** Whether a caller may call an operation at all. */
export const mayCall = (caller: Limits, name: string, adminOnly: boolean): boolean =>
  findBarrier(caller, name, adminOnly) === null
