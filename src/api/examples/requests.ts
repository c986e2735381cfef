import type { OperationName } from '../../contract/index.ts'
import { EXAMPLE_IDS, EXAMPLE_JID, EXAMPLE_MESSAGE_ID, EXAMPLE_NUMBER } from './ids.ts'

const { clientId, flowId, flowStateId, keyId, userId, webhookId, proxyId, assetId, documentId, otherId } =
  EXAMPLE_IDS
const messageId = EXAMPLE_MESSAGE_ID
const jid = EXAMPLE_NUMBER
const send = { clientId, target: EXAMPLE_NUMBER }
const key = { remoteJid: EXAMPLE_JID, id: messageId, fromMe: true }
const sandboxContact = { clientId, phoneNumber: EXAMPLE_NUMBER }

type Requests = Readonly<Record<string, Readonly<Record<string, unknown>>>>

const CHAT = {
  'chat.sendMessage': { ...send, message: { text: 'Hello' } },
  'chat.reactMessage': { ...send, key: { ...key, fromMe: false }, reaction: '👍' },
  'chat.forwardMessage': { ...send, messageId, sourceJid: '+447700900456' },
  'chat.sendAlbum': {
    ...send,
    album: [
      { image: 'https://example.com/front.jpg', caption: 'From the front' },
      { image: 'https://example.com/back.jpg' },
    ],
  },
  'chat.editMessage': { ...send, key, text: 'Hello again' },
  'chat.readMessages': { clientId, keys: [{ ...key, fromMe: false }] },
  'chat.getConversationMessages': { clientId, jid },
  'chat.fetchContacts': { clientId },
  'chat.listConversations': { clientId },
  'chat.listMessages': { clientId, jid },
  'chat.searchMessages': { clientId, jid, text: 'hello' },
  'chat.getMessage': { clientId, jid, messageId },
  'chat.downloadMedia': { clientId, jid, messageId },
  'chat.deleteMessage': { ...send, key },
  'chat.sendPresence': { ...send, presence: 'composing' },
  'contacts.check': { clientId, phoneNumbers: [jid] },
  'contacts.get': { clientId, contactJid: jid },
  'contacts.update': { clientId, contactJid: jid, tags: ['vip'] },
  'contacts.profilePicture': { clientId, jid },
} satisfies Requests

const assertion = {
  id: 'q1w2e3r4t5y6',
  rawId: 'q1w2e3r4t5y6',
  type: 'public-key',
  response: { clientDataJSON: 'eyJ0eXBlIjoi', authenticatorData: 'SZYN5YgOjGh0', signature: 'MEUCIQDx' },
}

const SERVICE = {
  'server.ping': {},
  'server.qr': { clientId },
  'server.status': {},
  'worker.start': { clientId },
  'worker.stop': { clientId },
  'worker.restart': { clientId },
  'worker.logout': { clientId },
  'worker.pairingCode': { clientId, phoneNumber: '+447700900123' },
  'worker.passkey.get': { clientId },
  'worker.passkey.answer': { clientId, assertion },
  'worker.passkey.confirm': { clientId },
  'worker.list': {},
  'worker.status': { clientId },
  'worker.health': { clientId },
  'proxy.seed': { proxies: [{ host: 'proxy.example.com', port: '8080', user: 'u', password: 'p' }] },
  'proxies.list': {},
  'proxies.test': { id: proxyId },
  'proxies.remove': { ids: [proxyId] },
  'events.list': {},
  'webhooks.list': {},
  'webhooks.create': { url: 'https://example.com/hook', clientId },
  'webhooks.update': { id: webhookId, isEnabled: false },
  'webhooks.delete': { id: webhookId },
  'webhooks.rotateSecret': { id: webhookId },
  'webhooks.test': { id: webhookId },
  'webhooks.deliveries': { id: webhookId },
  'webhooks.replay': { id: webhookId, from: '1' },
} satisfies Requests

const FLOWS = {
  'flows.list': {},
  'flows.import': { version: 1, name: 'Orders' },
  'flows.publish': { id: flowId },
  'flows.unpublish': { id: flowId },
  'flows.states.get': { id: flowStateId },
  'flows.states.events': { id: flowStateId },
  'flows.states.sends': { id: flowStateId },
  'flows.states.story': { id: flowStateId },
  'flows.states.list': { flowId },
  'flows.states.testedDraft': { id: flowStateId },
  'flows.states.start': { flowId, contactJid: jid },
  'flows.states.pause': { id: flowStateId },
  'flows.states.resume': { id: flowStateId },
  'flows.states.cancel': { id: flowStateId },
  'flows.get': { id: flowId },
  'flows.update': { id: flowId, name: 'Orders' },
  'flows.versions': { id: flowId },
  'flows.getVersion': { id: flowId, number: 1 },
  'flows.statistics': { id: flowId, number: 1 },
  'flows.rollback': { id: flowId, number: 1 },
  'flows.testCases.list': { id: flowId },
  'flows.testCases.save': { id: flowId, case: { title: 'Hello', script: [{ text: 'hello' }] } },
  'flows.testCases.delete': { id: flowId, caseId: otherId },
  'flows.testCases.run': { id: flowId },
  'flows.testPhones.list': { id: flowId },
  'flows.testPhones.add': { id: flowId, phoneNumber: jid },
  'flows.testPhones.remove': { id: flowId, phoneNumber: jid },
  'flows.testOnPhone': { id: flowId, phoneNumber: jid },
  'flows.callHttp': { id: flowId, request: { method: 'GET', url: 'https://api.example.com/orders' } },
  'flows.delete': { id: flowId },
  'flows.export': { id: flowId },
  'flows.importTypebot': { bot: { version: '6', name: 'Bot', groups: [], edges: [] }, clientId },
  'flows.validate': { id: flowId },
  'flows.duplicate': { id: flowId },
} satisfies Requests

const ACCOUNT = {
  'clients.get': { id: clientId },
  'clients.updateMainMenuFlow': { clientId, mainMenuFlowId: flowId },
  'clients.setContactFlag': { clientId, contactJid: jid, flag: 'favourite', value: true },
  'clients.list': {},
  'clients.create': { name: 'Corner shop' },
  'clients.update': { id: clientId, name: 'Corner shop' },
  'clients.delete': { id: clientId },
  'clients.history': { id: clientId },
  'clients.exportSession': { id: clientId, passphrase: 'a long sentence of your own' },
  'clients.importSession': { id: clientId, file: 'QUFBQQ==', passphrase: 'a long sentence of your own' },
  'clients.importBaileysSession': { id: clientId, file: 'UEsDBA==' },
  'clients.reclaimSession': { id: clientId },
  'clients.pairingLinks.create': { clientId, minutes: 30 },
  'clients.pairingLinks.list': { clientId },
  'clients.pairingLinks.revoke': { clientId, id: otherId },
  'clients.getProxy': { id: clientId },
  'clients.setProxy': { id: clientId, proxy: null },
  'keys.current': {},
  'keys.list': {},
  'keys.create': { name: 'My system' },
  'keys.revoke': { id: keyId },
  'secrets.list': {},
  'secrets.set': { name: 'shop', value: 'sesame', hosts: ['api.example.com'] },
  'secrets.delete': { name: 'shop' },
  'models.list': {},
  'models.set': {
    name: 'default',
    provider: 'openai-compatible',
    baseUrl: 'https://models.example.com/v1',
    modelId: 'qwen3-8b',
    secret: 'models',
  },
  'models.delete': { name: 'default' },
  'knowledge.list': {},
  'knowledge.add': {
    file: { base64: 'V2Ugb3BlbiBhdCA4Lg==', mimetype: 'text/plain' },
    fileName: 'hours.txt',
    collection: 'shop',
  },
  'knowledge.addUrl': { url: 'https://example.com/delivery', collection: 'shop' },
  'knowledge.get': { id: documentId },
  'knowledge.refresh': { id: documentId },
  'knowledge.remove': { id: documentId },
  'knowledge.search': { question: 'When do you open?', collections: ['shop'] },
  'models.ask': {
    model: 'default',
    task: { mode: 'reply' },
    instructions: 'You answer for a bakery that is open from 8 to 18.',
    conversation: [{ fromMe: false, text: 'Are you open at 9?' }],
  },
  'assets.list': {},
  'assets.get': { id: assetId },
  'assets.upload': { file: { base64: 'bWVudQ==', mimetype: 'text/plain' }, fileName: 'menu.txt' },
  'assets.delete': { id: assetId },
  'users.list': {},
  'users.create': { email: 'ben@example.org', name: 'Ben' },
  'users.update': { id: userId, plan: 'pro' },
  'invitations.list': {},
  'invitations.create': { email: 'guest@example.org' },
  'invitations.revoke': { id: otherId },
  'sessions.list': {},
  'sessions.end': { id: otherId },
  'audit.list': {},
} satisfies Requests

const SANDBOX = {
  'sandbox.scan': { clientId },
  'sandbox.contacts': { clientId },
  'sandbox.saveContact': { ...sandboxContact, name: 'Ana' },
  'sandbox.groups': { clientId },
  'sandbox.createGroup': { clientId, subject: 'Family', members: [jid] },
  'sandbox.conversation': sandboxContact,
  'sandbox.send': { ...sandboxContact, text: 'Hello' },
  'sandbox.markRead': sandboxContact,
  'sandbox.file': { ...sandboxContact, messageId },
} satisfies Requests

/** The smallest input that does each operation of the contract, by its name; of ids that nothing has. */
/** What each operation is called with; one without does not compile. */
export const REQUEST_EXAMPLES: Requests = {
  ...CHAT,
  ...SERVICE,
  ...FLOWS,
  ...ACCOUNT,
  ...SANDBOX,
} satisfies Record<OperationName, object>
