/** Ids that exist, of things one person owns. */
export interface OwnedIds {
  clientId: string
  flowId: string
  flowStateId: string
  keyId: string
}

const TARGET = '491512345678'
const MESSAGE_KEY = { remoteJid: TARGET, id: '3EB0AAAAAAAAAAAAAAAA', fromMe: true }
const IMAGE = { image: 'https://example.com/cat.jpg' }

function buildChatInputs(clientId: string): Record<string, Record<string, unknown>> {
  const send = { clientId, target: TARGET }
  return {
    'chat.sendMessage': { ...send, message: { text: 'Hello' } },
    'chat.reactMessage': { ...send, key: MESSAGE_KEY, reaction: '👍' },
    'chat.forwardMessage': { ...send, messageId: MESSAGE_KEY.id, sourceJid: TARGET },
    'chat.sendAlbum': { ...send, album: [IMAGE, IMAGE] },
    'chat.editMessage': { ...send, key: MESSAGE_KEY, text: 'Hello again' },
    'chat.readMessages': { clientId, keys: [MESSAGE_KEY] },
    'chat.getConversationMessages': { clientId, jid: TARGET },
    'chat.fetchContacts': { clientId },
    'chat.listConversations': { clientId },
    'chat.searchMessages': { clientId, jid: TARGET, text: 'hello' },
    'chat.getMessage': { clientId, jid: TARGET, messageId: MESSAGE_KEY.id },
    'chat.downloadMedia': { clientId, jid: TARGET, messageId: MESSAGE_KEY.id },
    'chat.deleteMessage': { ...send, key: MESSAGE_KEY },
    'chat.sendPresence': { ...send, presence: 'composing' },
    'chat.listMessages': { clientId, jid: TARGET },
    'contacts.get': { clientId, contactJid: TARGET },
    'contacts.update': { clientId, contactJid: TARGET, tags: ['vip'] },
    'contacts.profilePicture': { clientId, jid: TARGET },
    'contacts.check': { clientId, phoneNumbers: [TARGET] },
  }
}

/** The id is of no webhook: what these do to one is in webhooks.db.test.ts. */
function buildWebhookInputs(id: string): Record<string, Record<string, unknown>> {
  return {
    'webhooks.list': {},
    'webhooks.create': { url: 'https://example.com/hook' },
    'webhooks.update': { id, isEnabled: false },
    'webhooks.delete': { id },
    'webhooks.rotateSecret': { id },
    'webhooks.test': { id },
    'webhooks.deliveries': { id },
    'webhooks.replay': { id, from: '1' },
  }
}

const buildServerInputs = (clientId: string): Record<string, Record<string, unknown>> => ({
  'server.ping': {},
  'server.status': {},
  'server.qr': { clientId },
  'worker.start': { clientId },
  'worker.stop': { clientId },
  'worker.restart': { clientId },
  'worker.logout': { clientId },
  'worker.status': { clientId },
  'worker.list': {},
})

function buildSandboxInputs(clientId: string): Record<string, Record<string, unknown>> {
  const contact = { clientId, phoneNumber: '447700900500' }
  return {
    'sandbox.scan': { clientId },
    'sandbox.contacts': { clientId },
    'sandbox.saveContact': { ...contact, name: 'Ana' },
    'sandbox.groups': { clientId },
    'sandbox.createGroup': { clientId, subject: 'Family', members: [contact.phoneNumber] },
    'sandbox.conversation': contact,
    'sandbox.send': { ...contact, text: 'Hello' },
    'sandbox.markRead': contact,
    'sandbox.file': { ...contact, messageId: MESSAGE_KEY.id },
  }
}

const buildProxyInputs = (id: string): Record<string, Record<string, unknown>> => ({
  'proxies.list': {},
  'proxies.test': { id },
  'proxies.remove': { ids: [id] },
})

const PEOPLE_INPUTS = {
  'audit.list': {},
  'users.list': {},
  'users.create': { email: 'new@example.org', name: 'New' },
  'users.update': { id: 'nobody', plan: 'pro' },
  'invitations.list': {},
  'invitations.create': { email: 'guest@example.org' },
  'invitations.revoke': { id: 'none' },
  'sessions.list': {},
  'sessions.end': { id: 'none' },
}

const buildVersionInputs = (flowId: string) => ({
  'flows.versions': { id: flowId },
  'flows.getVersion': { id: flowId, number: 1 },
  'flows.statistics': { id: flowId, number: 1 },
  'flows.rollback': { id: flowId, number: 1 },
})

const buildTestInputs = (flowId: string, flowStateId: string) => ({
  'flows.testCases.list': { id: flowId },
  'flows.testCases.save': { id: flowId, case: { title: 'Hello', script: [{ text: 'hello' }] } },
  'flows.testCases.delete': { id: flowId, caseId: flowId },
  'flows.testCases.run': { id: flowId },
  'flows.testPhones.list': { id: flowId },
  'flows.testPhones.add': { id: flowId, phoneNumber: TARGET },
  'flows.testPhones.remove': { id: flowId, phoneNumber: TARGET },
  'flows.testOnPhone': { id: flowId, phoneNumber: TARGET },
  'flows.states.testedDraft': { id: flowStateId },
})

/** Input that fits each operation of the contract, by its name. */
export function buildValidInputs(ids: OwnedIds): Readonly<Record<string, Record<string, unknown>>> {
  const { clientId, flowId, flowStateId, keyId } = ids
  return {
    ...{ ...buildChatInputs(clientId), ...PEOPLE_INPUTS, ...buildSandboxInputs(clientId) },
    ...buildServerInputs(clientId),
    'clients.getProxy': { id: clientId },
    'clients.setProxy': { id: clientId, proxy: null },
    ...buildProxyInputs(keyId),
    'flows.list': {},
    'flows.import': { version: 1, name: 'Orders', clientId },
    'flows.publish': { id: flowId },
    'flows.unpublish': { id: flowId },
    'flows.states.get': { id: flowStateId },
    'flows.states.events': { id: flowStateId },
    'flows.states.sends': { id: flowStateId },
    'flows.states.list': { flowId },
    'flows.states.start': { flowId, contactJid: TARGET },
    'flows.states.pause': { id: flowStateId },
    'flows.states.resume': { id: flowStateId },
    'flows.states.cancel': { id: flowStateId },
    'flows.get': { id: flowId },
    'flows.update': { id: flowId, name: 'Other' },
    'flows.delete': { id: flowId },
    'flows.export': { id: flowId },
    ...buildVersionInputs(flowId),
    'flows.importTypebot': { bot: { version: '6', name: 'Bot', groups: [], edges: [] }, clientId },
    'flows.validate': { id: flowId },
    ...buildTestInputs(flowId, flowStateId),
    'flows.callHttp': { id: flowId, request: { method: 'GET', url: 'https://127.0.0.1/' } },
    'flows.duplicate': { id: flowId },
    'clients.get': { id: clientId },
    'clients.updateMainMenuFlow': { clientId, mainMenuFlowId: flowId },
    'clients.setContactFlag': { clientId, contactJid: TARGET, flag: 'favourite', value: true },
    'clients.list': {},
    'clients.create': { name: 'Shop' },
    'clients.update': { id: clientId, name: 'Shop' },
    'clients.history': { id: clientId },
    'clients.exportSession': { id: clientId, passphrase: 'correct horse battery' },
    'clients.importSession': { id: clientId, file: 'QUFBQQ==', passphrase: 'correct horse battery' },
    'clients.reclaimSession': { id: clientId },
    'clients.delete': { id: clientId },
    'proxy.seed': { proxies: [{ host: 'proxy.example.com', port: '8080', user: 'u', password: 'p' }] },
    'keys.current': {},
    'keys.list': {},
    'keys.create': { name: 'Shop' },
    'keys.revoke': { id: keyId },
    'secrets.list': {},
    'secrets.set': { name: 'shop', value: 'sesame', hosts: ['api.example.com'] },
    'secrets.delete': { name: 'shop' },
    'assets.list': {},
    'assets.get': { id: keyId },
    'assets.upload': { file: { base64: 'bWVudQ==', mimetype: 'text/plain' }, fileName: 'menu.txt' },
    'assets.delete': { id: keyId },
    'events.list': {},
    ...buildWebhookInputs(clientId),
  }
}
