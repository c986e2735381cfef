import { row } from '../row.ts'

const BOT_CALLS = [
  'create',
  'find',
  'fetch',
  'update',
  'delete',
  'settings',
  'fetchSettings',
  'changeStatus',
  'fetchSessions',
  'ignoreJid',
]
const bot = (name: string, ...more: string[]): string =>
  [...BOT_CALLS, ...more].map((call) => `${name}/${call}`).join('; ')

/** What a service does around accounts. */
export const service = [
  row(
    'Webhooks',
    [
      'webhooks.create',
      'webhooks.list',
      'webhooks.update',
      'webhooks.delete',
      'webhooks.test',
      'webhooks.deliveries',
      'webhooks.replay',
    ],
    'webhook/set; webhook/find',
    '',
    'getAllowedEvents; webhookTest',
    'signed, tried again for 24 hours, sent again on request',
  ),
  row(
    'A log of events, and a stream of them',
    ['events.list'],
    'websocket/set; websocket/find',
    '',
    '',
    'WAHA has a websocket beside its calls',
  ),
  row(
    'Queues of others',
    [],
    'rabbitmq/set; rabbitmq/find; sqs/set; sqs/find; nats/set; nats/find; kafka/set; kafka/find; pusher/set; pusher/find',
    '',
    '',
    'events are kept here and read from any place of the stream, so a queue is not needed for them to survive',
  ),
  row(
    'Keys with scopes',
    ['keys.create', 'keys.list', 'keys.revoke', 'keys.current'],
    '',
    'GET keys; POST keys; PUT keys/{id}; DELETE keys/{id}',
    '',
  ),
  row(
    "Flows of one's own, and those of Typebot",
    ['flows.import', 'flows.publish', 'flows.importTypebot', 'flows.states.start'],
    `${bot('typebot', 'start')}; ${bot('evolutionBot')}`,
    '',
    '',
    'they run here; the peers call another program',
  ),
  row(
    'Language models',
    ['models.set', 'models.ask', 'node:ai'],
    `${bot('openai', 'creds', 'getModels')}; ${bot('dify')}; ${bot('flowise')}; ${bot('evoai')}`,
    '',
    '',
  ),
  row(
    'Calls of other systems from flows',
    ['node:http', 'node:webhook.emit', 'flows.incoming.list'],
    bot('n8n'),
    '',
    '',
    'n8n has nodes of ours',
  ),
  row(
    'An inbox for a team',
    ['chat.updateConversation', 'chat.createNote', 'departments.list', 'replies.list'],
    'chatwoot/set; chatwoot/find; chatwoot/webhook',
    '',
    '',
    'in the dashboard; WAHA has an app for Chatwoot',
  ),
  row(
    'Version and health',
    ['server.status', 'server.ping'],
    '',
    'GET server/version; GET server/status; GET server/environment',
    '',
  ),
  row(
    'Stop the server, profiles of it',
    [],
    '',
    'POST server/stop; GET server/debug/cpu; GET server/debug/heapsnapshot; GET server/debug/browser/trace/{session}',
    '',
    'whoever runs the service stops it and looks into it on its machine, never by a key of the API',
  ),
  row(
    'Many people, workspaces, rights',
    ['workspaces.create', 'workspaces.members.list', 'workspaces.invitations.create', 'users.list'],
    '',
    '',
    '',
  ),
  row('A network to try it on', ['sandbox.send', 'sandbox.createGroup', 'sandbox.contacts'], '', '', ''),
]
