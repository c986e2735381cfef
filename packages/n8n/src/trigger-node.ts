import type {
  IDataObject,
  IHookFunctions,
  INodeType,
  INodeTypeDescription,
  IWebhookFunctions,
  IWebhookResponseData,
} from 'n8n-workflow'
import { NodeConnectionTypes } from 'n8n-workflow'
import { type Input, ParleyError, verifyWebhook, WebhookRefused } from '../../client/src/index.ts'
import { connect, toNodeError } from './connection.ts'
import { getClients } from './load-options.ts'
import { CLIENT } from './parameters.ts'

type EventName = NonNullable<Input<'webhooks.create'>['names']>[number]

/** Of each webhook that this node has made, as n8n keeps it with the workflow. */
interface Kept extends IDataObject {
  webhookId?: string
  secret?: string
}

const UNAUTHORIZED = 401

const EVENTS: { name: string; value: EventName; description?: string }[] = [
  {
    name: 'Call Ended',
    value: 'call.ended',
    description: 'A call was answered on the phone, refused or missed',
  },
  { name: 'Call Received', value: 'call.received', description: 'Somebody calls the account' },
  {
    name: 'Channel Counts',
    value: 'channel.counts',
    description: 'Views or reactions of a post of a channel that is watched',
  },
  {
    name: 'Channel Post',
    value: 'channel.post',
    description: 'Something was posted, changed or taken back in a channel',
  },
  {
    name: 'Channel Updated',
    value: 'channel.updated',
    description: 'A channel was followed, left, muted or changed, or reached a number of followers',
  },
  {
    name: 'Chat History',
    value: 'chat.history',
    description: 'Older messages came from the phone, or none came in time',
  },
  {
    name: 'Chat Updated',
    value: 'chat.updated',
    description: 'A chat was archived, pinned, muted or marked as unread on WhatsApp',
  },
  { name: 'Client QR Code', value: 'client.qr' },
  { name: 'Client Status', value: 'client.status' },
  { name: 'Contact Updated', value: 'contact.updated' },
  { name: 'Conversation Entry', value: 'conversation.entry' },
  { name: 'Flow Event', value: 'flow.event', description: 'What a flow emits by its node “webhook.emit”' },
  { name: 'Flow State Changed', value: 'flow.state.changed' },
  {
    name: 'Group Members',
    value: 'group.members',
    description: 'Who is in a group, or what they are in it, changed',
  },
  { name: 'Group Requests', value: 'group.requests', description: 'Somebody asks to join a group' },
  { name: 'Group Updated', value: 'group.updated' },
  { name: 'Message Deleted', value: 'message.deleted' },
  { name: 'Message Edited', value: 'message.edited' },
  { name: 'Message Reaction', value: 'message.reaction' },
  { name: 'Message Received', value: 'message.received' },
  { name: 'Message Sent', value: 'message.sent' },
  { name: 'Message Starred', value: 'message.starred' },
  { name: 'Message Status', value: 'message.status' },
  { name: 'Message Vote', value: 'message.vote', description: 'A vote in a poll' },
  {
    name: 'Presence Changed',
    value: 'presence.changed',
    description: 'A contact is online, types or records; told once, as it happens',
  },
  {
    name: 'Profile Updated',
    value: 'profile.updated',
    description: 'Name, about, picture or privacy were changed at the phone',
  },
  { name: 'Proxy Failed', value: 'proxy.failed' },
  {
    name: 'WhatsApp Label',
    value: 'whatsapp.label',
    description: 'A label of the account on WhatsApp is new, another or deleted',
  },
  {
    name: 'WhatsApp Labelled',
    value: 'whatsapp.labelled',
    description: 'A label of WhatsApp was put on a chat or a message, or taken off',
  },
  { name: 'Status Deleted', value: 'status.deleted', description: 'A status was taken back' },
  { name: 'Status Failed', value: 'status.failed', description: 'A status was not posted' },
  { name: 'Status Posted', value: 'status.posted' },
  { name: 'Status Reaction', value: 'status.reaction', description: 'Somebody liked a status' },
  { name: 'Status Received', value: 'status.received', description: 'A contact posted a status' },
  { name: 'Status Seen', value: 'status.seen', description: 'Somebody saw a status of the account' },
  { name: 'Campaign Updated', value: 'campaign.updated' },
  { name: 'Connection Failed', value: 'connection.failed' },
  { name: 'Workspace Updated', value: 'workspace.updated' },
]

const kept = (node: IHookFunctions | IWebhookFunctions): Kept => node.getWorkflowStaticData('node') as Kept

/** Begins a workflow by what happens: a webhook of the service, made when the workflow is activated. */
export class ParleyTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Parley Trigger',
    name: 'parleyTrigger',
    icon: 'file:parley.svg',
    group: ['trigger'],
    version: 1,
    subtitle: '={{ $parameter["events"].join(", ") }}',
    description: 'Starts the workflow when something happens in Parley',
    defaults: { name: 'Parley Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'parleyApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        options: EVENTS,
        default: ['message.received'],
        required: true,
      },
      { ...CLIENT, required: false },
    ],
  }

  methods = { loadOptions: { getClients } }

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const { webhookId } = kept(this)
        if (webhookId === undefined) return false
        const parley = connect(await this.getCredentials('parleyApi'))
        const webhooks = await parley.webhooks.list({})
        return webhooks.some(({ id, url }) => id === webhookId && url === this.getNodeWebhookUrl('default'))
      },
      async create(this: IHookFunctions): Promise<boolean> {
        const parley = connect(await this.getCredentials('parleyApi'))
        const clientId = String(this.getNodeParameter('clientId', ''))
        try {
          const made = await parley.webhooks.create({
            url: String(this.getNodeWebhookUrl('default')),
            names: this.getNodeParameter('events') as EventName[],
            description: `n8n: ${this.getWorkflow().name ?? 'workflow'}`.slice(0, 200),
            ...(clientId === '' ? {} : { clientId }),
          })
          Object.assign(kept(this), { webhookId: made.id, secret: made.secret })
          return true
        } catch (error) {
          throw toNodeError(this.getNode(), error, 0)
        }
      },
      async delete(this: IHookFunctions): Promise<boolean> {
        const data = kept(this)
        if (data.webhookId === undefined) return true
        try {
          const parley = connect(await this.getCredentials('parleyApi'))
          await parley.webhooks.delete({ id: data.webhookId })
        } catch (error) {
          // One that is gone already is what was wanted.
          if (!(error instanceof ParleyError && error.status === 404)) return false
        }
        delete data.webhookId
        delete data.secret
        return true
      },
    },
  }

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const { rawBody } = this.getRequestObject()
    const { secret = '' } = kept(this)
    try {
      const event = await verifyWebhook(
        secret,
        this.getHeaderData() as Record<string, string>,
        new Uint8Array(rawBody),
      )
      return { workflowData: [[{ json: { ...event } as unknown as IDataObject }]] }
    } catch (error) {
      if (!(error instanceof WebhookRefused)) throw toNodeError(this.getNode(), error, 0)
      this.getResponseObject().status(UNAUTHORIZED).json({ message: error.message })
      return { noWebhookResponse: true }
    }
  }
}
