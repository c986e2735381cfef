import { randomUUID } from 'node:crypto'
import type { KnownValues } from './schema-values.ts'

/** What the service has of which the requests may speak. What is `made` on the way may be spoiled, the rest is kept. */
export interface KnownThings {
  clientIds: string[]
  contacts: string[]
  messageIds: string[]
  flowIds: string[]
  /** A file of some megabytes that is kept. */
  fileId: string
  receiverUrl: string
}

const MOST_MADE = 200
/** Operations after which a thing is of no more use to the others. */
const DESTRUCTIVE =
  /delete|logout|flows\.(update|unpublish|rollback)|revoke|end$|remove$|cancel|users\.update|setProxy|exportSession|sessions|keys|leave$/

/** Remembers the ids that operations answer, by the group they belong to, and proposes values for fields by name. */
export function createKnownIds(things: KnownThings) {
  const made = new Map<string, string[]>()

  function learn(operation: string, answer: unknown): void {
    if (!/create|import|duplicate|start$|save$|upload/.test(operation)) return
    const { id, flowStateId } = (answer ?? {}) as Record<string, unknown>
    const found = typeof id === 'string' ? id : flowStateId
    if (typeof found !== 'string') return
    const group = operation.slice(0, operation.lastIndexOf('.'))
    made.set(group, [...(made.get(group) ?? []), found].slice(-MOST_MADE))
  }

  function idsOf(operation: string): readonly string[] {
    const group = operation.slice(0, operation.lastIndexOf('.'))
    const fresh = made.get(group === 'worker' ? 'clients' : group) ?? []
    if (DESTRUCTIVE.test(operation)) return [...fresh, randomUUID()]
    if (group === 'clients' || group === 'worker') return [...things.clientIds, ...fresh]
    if (group.startsWith('flows') && group !== 'flows.states')
      return [...things.flowIds, ...(made.get('flows') ?? [])]
    return [...fresh, randomUUID()]
  }

  /** The values of one operation's fields. */
  function knownFor(operation: string): KnownValues {
    const { clientIds, contacts, messageIds, flowIds, receiverUrl } = things
    const fields: Record<string, () => readonly unknown[]> = {
      clientId: () => (DESTRUCTIVE.test(operation) ? idsOf(operation) : clientIds),
      ids: () => [[randomUUID()]],
      flowId: () => flowIds,
      mainMenuFlowId: () => [...flowIds, null],
      flowStateId: () => made.get('flows.states') ?? [],
      caseId: () => made.get('flows.testCases') ?? [],
      messageId: () => messageIds,
      url: () => [receiverUrl, `${receiverUrl}/slow`, 'http://127.0.0.1:1/closed', 'http://10.0.0.1/'],
      host: () => ['127.0.0.1', 'localhost', '::1', 'nowhere.invalid', ''],
      port: () => [1, '1', 65_536, '9'],
      waitSec: () => [1],
      number: () => [1, 2],
      from: () => ['0', '1'],
      case: () => [{ title: 'Hello', script: [{ text: 'hello' }] }],
    }
    for (const name of [
      'target',
      'jid',
      'to',
      'chatId',
      'contactJid',
      'remoteJid',
      'sourceJid',
      'participant',
    ])
      fields[name] = () => contacts
    for (const name of ['image', 'video', 'audio', 'document', 'sticker'])
      fields[name] = () => [
        receiverUrl,
        { base64: 'iVBORw0KGgo=', mimetype: 'image/png' },
        { url: 'http://10.0.0.1/x' },
      ]
    return (field, depth) => {
      if (field === 'id' && !operation.startsWith('flows.import'))
        return depth < 2 ? idsOf(operation) : messageIds
      return Object.hasOwn(fields, field) ? fields[field]?.() : undefined
    }
  }

  return { learn, knownFor }
}
