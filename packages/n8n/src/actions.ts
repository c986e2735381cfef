import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow'
import type { Input, Parley } from '../../client/src/index.ts'

/** What an action is given: the client for the node's credentials, and which item it is for. */
interface Task {
  readonly node: IExecuteFunctions
  readonly parley: Parley
  readonly item: number
  readonly signal: AbortSignal | undefined
}

/** An item of the node's output, before it is told which item it came from. */
type Result = Pick<INodeExecutionData, 'json' | 'binary'>

const PAGE = 200

function readText({ node, item }: Task, name: string): string {
  return String(node.getNodeParameter(name, item, ''))
}

/** A field of the type `json` is text where it was typed, and an object where an expression made it. */
function readJson(task: Task, name: string): IDataObject {
  const value: unknown = task.node.getNodeParameter(name, task.item, '{}')
  const parsed: unknown = typeof value === 'string' ? JSON.parse(value) : value
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new Error(`“${name}” is not a JSON object. Write one such as { "name": "Ana" }.`)
  return parsed as IDataObject
}

/** Where the service gets the file: an address, or the item's own bytes with the type and name they have there. */
async function buildSource(task: Task): Promise<{ source: object; fileName?: string }> {
  if (readText(task, 'fileFrom') !== 'binary') return { source: { url: readText(task, 'fileUrl') } }
  const { node, item } = task
  const field = readText(task, 'binaryProperty')
  const { mimeType: mimetype, fileName } = node.helpers.assertBinaryData(item, field)
  const bytes = await node.helpers.getBinaryDataBuffer(item, field)
  return { source: { base64: bytes.toString('base64'), mimetype }, ...(fileName && { fileName }) }
}

async function buildMessage(task: Task): Promise<Input<'chat.sendMessage'>['message']> {
  const type = readText(task, 'messageType')
  if (type === 'text') return { text: readText(task, 'text') }
  // What was written is checked by the service, which names the field that is wrong.
  if (type === 'json') return readJson(task, 'messageJson') as Input<'chat.sendMessage'>['message']
  const caption = readText(task, 'caption')
  const { source, fileName } = await buildSource(task)
  const named = type === 'document' && fileName !== undefined ? { fileName } : {}
  const media = { [type]: source, ...named, ...(caption === '' ? {} : { caption }) }
  return media as Input<'chat.sendMessage'>['message']
}

async function send(task: Task): Promise<Result[]> {
  const { parley, signal } = task
  const key = readText(task, 'sendOnceAs')
  const input = {
    clientId: readText(task, 'clientId'),
    target: readText(task, 'target'),
    message: await buildMessage(task),
  }
  const options = { ...(key === '' ? {} : { idempotencyKey: key }), ...(signal && { signal }) }
  const sent = await parley.chat.sendMessage(input, options)
  if (sent.type === 'error') throw new Error(`The message was not confirmed: ${sent.error}`)
  return [{ json: sent as unknown as IDataObject }]
}

async function getAll(task: Task): Promise<Result[]> {
  const { node, item, parley, signal } = task
  const isAll = node.getNodeParameter('returnAll', item, false) === true
  const most = isAll ? Number.POSITIVE_INFINITY : Number(node.getNodeParameter('limit', item, 50))
  const found: IDataObject[] = []
  let cursor: string | undefined
  do {
    const page = await parley.chat.getConversationMessages(
      {
        clientId: readText(task, 'clientId'),
        jid: readText(task, 'target'),
        limit: Math.min(PAGE, most - found.length),
        ...(cursor === undefined ? {} : { cursor }),
      },
      signal ? { signal } : {},
    )
    found.push(...(page.messages as unknown as IDataObject[]))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined && found.length < most)
  return found.map((json) => ({ json }))
}

async function start(task: Task): Promise<Result[]> {
  const { parley, signal } = task
  const input = {
    flowId: readText(task, 'flowId'),
    contactJid: readText(task, 'target'),
    inputs: readJson(task, 'variables'),
  }
  const started = await parley.flows.states.start(input, signal ? { signal } : {})
  return [{ json: started as unknown as IDataObject }]
}

/** The file of a message, fetched from the contact's network first when it is not here yet. */
async function download(task: Task): Promise<Result[]> {
  const { node, parley, signal } = task
  const input = {
    clientId: readText(task, 'clientId'),
    target: readText(task, 'target'),
    messageId: readText(task, 'messageId'),
  }
  const file = await parley.chat.downloadMedia(input, signal ? { signal } : {})
  const response = await parley.fetchFile(file.url, signal)
  const bytes = Buffer.from(await response.arrayBuffer())
  const binary = await node.helpers.prepareBinaryData(bytes, file.fileName ?? file.mediaId, file.mimetype)
  return [
    {
      json: file as unknown as IDataObject,
      binary: { [readText(task, 'binaryPropertyOutput') || 'data']: binary },
    },
  ]
}

/** What the node does, by resource and operation. */
export const ACTIONS: Readonly<Record<string, (task: Task) => Promise<Result[]>>> = {
  'message.download': download,
  'message.send': send,
  'message.getAll': getAll,
  'flow.start': start,
}
