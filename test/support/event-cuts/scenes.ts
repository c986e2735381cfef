import type { EventName } from '../../../src/contract/events/event-data.ts'
import type { CutWorld, Told } from './cut-world.ts'

/** What has an order among itself, as it comes by one way of the network. */
type Lane =
  | 'stanzas'
  | 'receipts'
  | 'blocklist'
  | 'people'
  | 'flows'
  | 'marks'
  | 'rest'
  | 'labels'
  | 'labelled'
  | 'entries'
  | 'name'

/** What was done in one conversation, or in what stands for one. */
export interface SceneRun {
  title: string
  isOf(event: Told): boolean
  /** Ids of messages, calls and the like, and how the scene calls them. */
  named: Readonly<Record<string, string>>
  /** What is told of it, in the order in which it was done, as `describeTold` puts it. */
  expected: string[]
}

export interface Scene {
  title: string
  /** The kinds of events that are told in it. */
  shows: readonly EventName[]
  /** It is about the same thing each time, so only what is told by then is of it. */
  isShared?: boolean
  /** What has to be so before, once. */
  prepare?(world: CutWorld): Promise<void>
  act(world: CutWorld, n: number): Promise<Omit<SceneRun, 'title'>>
}

/** What of an event's data tells it from others of its kind. */
const PARTS = [
  'change',
  'id',
  'messageId',
  'callId',
  'status',
  'reaction',
  'options',
  'text',
  'state',
] as const
/** All messages are received in one status, and what is said with it is known by its id. */
const IN_STATUS = ['message.status']
const IN_TEXT = ['message.edited', 'channel.post']

/** An event in a line, such as `message.edited one One`. */
export function describeTold({ name, data }: Told, named: SceneRun['named'] = {}): string {
  const parts = PARTS.flatMap((part) => {
    const value = data[part]
    if (value === undefined || value === null) return []
    if (part === 'status' && !IN_STATUS.includes(name)) return []
    if (part === 'text' && !IN_TEXT.includes(name)) return []
    return named[String(value)] ?? String(value)
  })
  return [name, ...('isBlocked' in data ? ['blocked'] : []), ...parts].join(' ')
}

const LANES: Readonly<Record<string, Lane>> = {
  'message.status': 'receipts',
  'status.seen': 'receipts',
  'message.starred': 'rest',
  'whatsapp.label': 'labels',
  'whatsapp.labelled': 'labelled',
  'conversation.entry': 'entries',
  'flow.state.changed': 'flows',
  'flow.event': 'flows',
  'profile.updated name': 'name',
  'chat.updated muted': 'rest',
  'chat.updated cleared': 'rest',
  'chat.updated deleted': 'rest',
  'chat.updated': 'marks',
  'contact.updated blocked': 'blocklist',
  'contact.updated': 'people',
}

/**
 * Receipts are told ahead of what came with them (`ClientConversations.ingest`), collections of app state are read one by one, and
 * webhooks have an order within a conversation, of which a label is none.
 */
export function laneOf(line: string): Lane {
  const [name = '', what = ''] = line.split(' ')
  return LANES[`${name} ${what}`] ?? LANES[name] ?? 'stanzas'
}

export const ofChat =
  (jid: string) =>
  ({ data }: Told): boolean =>
    data.jid === jid || data.contactJid === jid
