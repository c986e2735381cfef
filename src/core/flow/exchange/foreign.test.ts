import { expect, test } from 'vitest'
import { recogniseArchive, recogniseWorkflow } from './foreign.ts'

const workflow = (...nodes: object[]) => ({ name: 'Mine', nodes, connections: {} })
const AGENT = { type: '@n8n/n8n-nodes-langchain.agent', name: 'AI Agent', parameters: {} }

test.each([
  [
    { type: '@n8n/n8n-nodes-langchain.chatTrigger', name: 'When chat message received', webhookId: 'a-1' },
    { start: 'chat', node: 'When chat message received', method: 'POST', path: 'webhook/a-1/chat' },
  ],
  [
    { type: 'n8n-nodes-base.webhook', name: 'Orders', parameters: { httpMethod: 'POST', path: 'orders' } },
    { start: 'webhook', node: 'Orders', method: 'POST', path: 'webhook/orders' },
  ],
  [
    { type: 'n8n-nodes-base.webhook', name: 'Hook', webhookId: 'b-2', parameters: {} },
    { start: 'webhook', node: 'Hook', method: 'GET', path: 'webhook/b-2' },
  ],
  [
    { type: 'n8n-nodes-parley.parleyTrigger', name: 'Parley Trigger' },
    { start: 'parley', node: 'Parley Trigger', method: '', path: '' },
  ],
  [
    { type: 'n8n-nodes-base.telegramTrigger', name: 'Telegram' },
    { start: 'other', node: 'Telegram', method: '', path: '' },
  ],
])('a workflow of n8n that begins at %j is told how it connects', (trigger, params) => {
  expect(recogniseWorkflow(workflow(AGENT, trigger))).toEqual({ reason: 'N8N_WORKFLOW', params })
})

test('what is no workflow of n8n is none', () => {
  const flow = { version: 1, name: 'x', nodes: [{ id: 'a', type: 'trigger.keyword' }], edges: [] }
  for (const other of [flow, { nodes: [AGENT] }, workflow(), workflow({ type: 'send.text' }), 'text', null])
    expect(recogniseWorkflow(other)).toBeNull()
})

test('an archive is told from a text', () => {
  for (const text of ['PK\u0003\u0004\u0014', '\u001f\u008b\b', '\u001f\ufffd\b'])
    expect(recogniseArchive(text)).toMatchObject({ reason: 'BOT_ARCHIVE' })
  for (const text of ['{}', 'PK', '']) expect(recogniseArchive(text)).toBeNull()
})
