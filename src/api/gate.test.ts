import { expect, test } from 'vitest'
import { type Principal, toOwner } from '../contract/handlers.ts'
import { ENTRIES, type OperationName } from '../contract/index.ts'
import { createGate } from './gate.ts'

const OWN = '7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f'
const OTHERS = '1b7c5f7e-0d5a-4f0e-8c59-0a4f6f6f0a11'
const owner = toOwner('ana')
const OWNERS: Readonly<Record<string, string>> = { [OWN]: 'ana', [OTHERS]: 'ben' }

function open(name: OperationName) {
  const asked: string[] = []
  const entry = ENTRIES.get(name)
  if (!entry) throw new Error(`there is no ${name}`)
  const gate = createGate(entry, {
    async findOwner(id) {
      asked.push(id)
      return OWNERS[id] ?? null
    },
    findClient: async (_, id) => (id === 'own flow' ? OWN : OTHERS),
  })
  return { gate, asked }
}

test.each<[OperationName, object]>([
  ['chat.sendMessage', { clientId: OTHERS }],
  ['chat.sendMessage', { clientId: '00000000-0000-4000-8000-000000000000' }],
  ['clients.get', { id: OTHERS }],
  ['clients.updateMainMenuFlow', { clientId: OTHERS, mainMenuFlowId: null }],
  ['flows.update', { id: 'own flow', clientId: OTHERS }],
  ['webhooks.create', { clientId: OTHERS }],
])('%s of %j finds no client of somebody else, as there were none', async (name, input) => {
  const { gate } = open(name)
  await expect(gate.checkOwner(owner, input)).rejects.toMatchObject({
    code: 'NOT_FOUND',
    data: { params: { what: 'client' } },
  })
})

test.each<[OperationName, object, string[]]>([
  ['chat.sendMessage', { clientId: OWN }, [OWN]],
  ['flows.update', { id: 'own flow', clientId: null }, []],
  ['flows.update', { id: 'own flow' }, []],
  // A filter of somebody else's client finds nothing; it is no reason to refuse.
  ['flows.states.list', { clientId: OTHERS }, []],
  // By its owner in the statement that reads it.
  ['flows.get', { id: 'own flow' }, []],
  ['assets.list', {}, []],
  ['server.ping', {}, []],
])('%s of %j goes on, having asked for %j', async (name, input, wanted) => {
  const { gate, asked } = open(name)
  await gate.checkOwner(owner, input)
  expect(asked).toEqual(wanted)
})

test('a key for some clients is kept to them, by whatever names them', async () => {
  const key: Principal = { userId: 'ana', role: 'user', plan: 'free', via: 'key', clientIds: [OWN] }
  await open('flows.get').gate.enter(key, owner, { id: 'own flow' })
  await expect(open('flows.get').gate.enter(key, owner, { id: 'another' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(open('webhooks.create').gate.enter(key, owner, {})).rejects.toMatchObject({
    data: { reason: 'KEY_LIMITED_TO_CLIENTS' },
  })
})
