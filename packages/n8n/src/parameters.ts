import type { INodeProperties } from 'n8n-workflow'

const forAction = (resource: string, ...operation: string[]) => ({
  show: { resource: [resource], operation },
})

/** For messages that are a file, wherever it comes from or only from there. */
const forFile = (...fileFrom: string[]) => ({
  show: {
    ...{ resource: ['message'], operation: ['send'], messageType: ['audio', 'document', 'image', 'video'] },
    ...(fileFrom.length > 0 && { fileFrom }),
  },
})

export const CLIENT: INodeProperties = {
  displayName: 'Client Name or ID',
  name: 'clientId',
  type: 'options',
  typeOptions: { loadOptionsMethod: 'getClients' },
  default: '',
  required: true,
  description:
    'The messaging account. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
}

const RECIPIENT: INodeProperties = {
  displayName: 'Recipient',
  name: 'target',
  type: 'string',
  default: '',
  required: true,
  placeholder: '+49 170 1234567',
  description: 'Phone number with its country, or the address of a person or group',
}

const SEND: INodeProperties[] = [
  {
    displayName: 'Message Type',
    name: 'messageType',
    type: 'options',
    displayOptions: forAction('message', 'send'),
    options: [
      { name: 'Audio', value: 'audio' },
      { name: 'Document', value: 'document' },
      { name: 'Image', value: 'image' },
      { name: 'JSON', value: 'json', description: 'Any message of the interface, as its field “message”' },
      { name: 'Text', value: 'text' },
      { name: 'Video', value: 'video' },
    ],
    default: 'text',
  },
  {
    displayName: 'Text',
    name: 'text',
    type: 'string',
    typeOptions: { rows: 3 },
    default: '',
    required: true,
    displayOptions: { show: { resource: ['message'], operation: ['send'], messageType: ['text'] } },
  },
  {
    displayName: 'File From',
    name: 'fileFrom',
    type: 'options',
    options: [
      { name: 'Address', value: 'url', description: 'Parley fetches it; files of any size' },
      { name: 'Input Item', value: 'binary', description: 'Binary data of the item, up to 48 MB' },
    ],
    default: 'url',
    displayOptions: forFile(),
  },
  {
    displayName: 'File URL',
    name: 'fileUrl',
    type: 'string',
    default: '',
    required: true,
    description: 'Where Parley fetches the file from',
    displayOptions: forFile('url'),
  },
  {
    displayName: 'Input Binary Field',
    name: 'binaryProperty',
    type: 'string',
    default: 'data',
    required: true,
    hint: 'The name of the input binary field containing the file to be sent',
    displayOptions: forFile('binary'),
  },
  {
    displayName: 'Caption',
    name: 'caption',
    type: 'string',
    default: '',
    displayOptions: {
      show: { resource: ['message'], operation: ['send'], messageType: ['document', 'image', 'video'] },
    },
  },
  {
    displayName: 'Message',
    name: 'messageJson',
    type: 'json',
    default: '{ "location": { "latitude": 52.52, "longitude": 13.405 } }',
    required: true,
    displayOptions: { show: { resource: ['message'], operation: ['send'], messageType: ['json'] } },
  },
  {
    displayName: 'Send Once As',
    name: 'sendOnceAs',
    type: 'string',
    default: '={{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}',
    description:
      'The same name sends once within 24 hours. As it stands, what the node tries again is not sent twice, while every other node, turn of a loop and item sends its own. Name your order or ticket to send once for it, whatever runs again.',
    displayOptions: forAction('message', 'send'),
  },
]

const DOWNLOAD: INodeProperties[] = [
  {
    displayName: 'Message ID',
    name: 'messageId',
    type: 'string',
    default: '',
    required: true,
    description: 'The message with the file: the ID in the data of a received message',
    displayOptions: forAction('message', 'download'),
  },
  {
    displayName: 'Put Output File in Field',
    name: 'binaryPropertyOutput',
    type: 'string',
    default: 'data',
    required: true,
    hint: 'The name of the output binary field to put the file in',
    displayOptions: forAction('message', 'download'),
  },
]

const READ: INodeProperties[] = [
  {
    displayName: 'Return All',
    name: 'returnAll',
    type: 'boolean',
    default: false,
    description: 'Whether to return all results or only up to a given limit',
    displayOptions: forAction('message', 'getAll'),
  },
  {
    displayName: 'Limit',
    name: 'limit',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: 50,
    description: 'Max number of results to return',
    displayOptions: { show: { resource: ['message'], operation: ['getAll'], returnAll: [false] } },
  },
]

const START: INodeProperties[] = [
  {
    displayName: 'Flow Name or ID',
    name: 'flowId',
    type: 'options',
    typeOptions: { loadOptionsMethod: 'getFlows', loadOptionsDependsOn: ['clientId'] },
    default: '',
    required: true,
    description:
      'A published flow. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
    displayOptions: forAction('flow', 'start'),
  },
  {
    displayName: 'Variables',
    name: 'variables',
    type: 'json',
    default: '{}',
    description: 'What the run begins with, as a JSON object',
    displayOptions: forAction('flow', 'start'),
  },
]

export const PARAMETERS: INodeProperties[] = [
  {
    displayName: 'Resource',
    name: 'resource',
    type: 'options',
    noDataExpression: true,
    options: [
      { name: 'Flow', value: 'flow' },
      { name: 'Message', value: 'message' },
    ],
    default: 'message',
  },
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: ['message'] } },
    options: [
      {
        name: 'Download File',
        value: 'download',
        action: 'Download the file of a message',
        description: 'Get the picture, video, voice note or document of a message as binary data',
      },
      {
        name: 'Get Many',
        value: 'getAll',
        action: 'Get many messages',
        description: 'Read a conversation, newest first',
      },
      {
        name: 'Send',
        value: 'send',
        action: 'Send a message',
        description: 'Send a message to a person or group',
      },
    ],
    default: 'send',
  },
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: ['flow'] } },
    options: [
      { name: 'Start', value: 'start', action: 'Start a flow', description: 'Start a flow for a contact' },
    ],
    default: 'start',
  },
  CLIENT,
  RECIPIENT,
  ...SEND,
  ...DOWNLOAD,
  ...READ,
  ...START,
]
