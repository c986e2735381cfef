import { AT } from './answered-resources.ts'

const secret = {
  name: 'crm',
  hosts: ['api.crm.example.com'],
  flows: [],
  connection: {
    kind: 'oauth2_code',
    state: 'connected',
    error: null,
    account: 'parley',
    server: 'login.crm.example.com',
    scope: 'contacts.write',
    renewedAt: AT,
  },
  createdAt: AT,
  updatedAt: AT,
}

/** What operations on connections answer, by name. */
export const CONNECTION_ANSWERS = {
  'secrets.connections.set': secret,
  'secrets.connections.redirectUri': { redirectUri: 'https://parley.example.com/connections/callback' },
  'secrets.connections.begin': {
    url: 'https://login.crm.example.com/authorize?response_type=code&client_id=parley',
  },
  'secrets.connections.finish': secret,
  'secrets.connections.check': secret,
}
