import type {
  IAuthenticateGeneric,
  ICredentialTestRequest,
  ICredentialType,
  INodeProperties,
} from 'n8n-workflow'

/** Where a service is, and a key of it. */
export class ParleyApi implements ICredentialType {
  name = 'parleyApi'
  displayName = 'Parley API'
  documentationUrl = 'https://docs.n8n.io/integrations/community-nodes/installation/'
  icon = 'file:parley.svg' as const
  properties: INodeProperties[] = [
    {
      displayName: 'Address',
      name: 'url',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'https://parley.example.com',
      description: 'Where the service is reached, without a path',
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      description: 'Made in Parley at Account, API keys; the trigger needs one that may write webhooks',
    },
  ]
  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: { headers: { 'x-api-key': '={{$credentials.apiKey}}' } },
  }
  test: ICredentialTestRequest = {
    request: {
      baseURL: '={{$credentials.url}}',
      url: '/api/rpc/api-reference/server/ping',
      method: 'POST',
      body: {},
      json: true,
    },
  }
}
