/**
 * Calls the service with types made from its own OpenAPI document. In a project of your own:
 *
 *   npm install openapi-fetch && npm install --save-dev openapi-typescript typescript@5
 *   npx openapi-typescript "$PARLEY_URL/api/rpc/api-reference/spec.json" --output parley-api.ts
 *   PARLEY_KEY=... CLIENT_ID=... TARGET=+447700900123 node send-hello.ts
 */
import createClient from 'openapi-fetch'
import type { components, paths } from './parley-api.ts'

type SendResult = components['schemas']['SendResult']

const { PARLEY_URL = 'http://127.0.0.1:3000', PARLEY_KEY = '', CLIENT_ID = '', TARGET = '' } = process.env

const parley = createClient<paths>({
  baseUrl: `${PARLEY_URL}/api/rpc/api-reference`,
  headers: { 'x-api-key': PARLEY_KEY },
})

/** The result of the send, or why it was refused: `code` says what to do about it. */
async function sendHello(clientId: string, target: string): Promise<SendResult> {
  const { data, error } = await parley.POST('/chat/sendMessage', {
    body: { clientId, target, message: { text: 'Hello from a typed client' } },
  })
  if (error) throw new Error(`${error.code}: ${error.message}`)
  return data
}

const { type, res } = await sendHello(CLIENT_ID, TARGET)
console.log(type, res?.key.id)
