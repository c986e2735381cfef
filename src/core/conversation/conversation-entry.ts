/**
 * What a conversation's own record tells beside its messages: what was done with it, and the notes of the team, which the
 * contact never sees. Each is written in the transaction of the act. `snooze_ended`: its time came; the contact's writing is
 * `reopened`.
 */
export const ENTRY_KINDS = [
  'assigned',
  'unassigned',
  'resolved',
  'reopened',
  'snoozed',
  'snooze_ended',
  'taken_over',
  'given_back',
  'needs_person',
  'label_added',
  'label_removed',
  'call_missed',
  'call_refused',
  'call_answered',
  'chat_cleared',
  'chat_deleted',
  'note',
] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

/** Who did something, as it is stored: `flow:` with the flow's id; `system` is the service itself, at a time or as something went. */
export type Actor = `user:${string}` | `key:${string}` | `flow:${string}` | 'phone' | 'contact' | 'system'

/** `name` is that of the moment: labels get others, and go. */
interface LabelFacts {
  labelId: string
  name: string
}

interface CallFacts {
  callId: string
  isVideo: boolean
}

/** What is known of an act beside who did it and when. Times are ISO 8601. */
export interface EntryFacts {
  /** Nobody where it waits for a member of the department. The department where it was given to that. */
  assigned: { userId?: string; departmentId?: string }
  /** Whose it was. */
  unassigned: { userId: string }
  resolved: Record<string, never>
  reopened: Record<string, never>
  snoozed: { until: string }
  snooze_ended: Record<string, never>
  taken_over: { until: string }
  /** Of a flow that took it up again: at which trigger. */
  given_back: { nodeId?: string }
  /** Of a flow: where it handed over, and until when people have the chat. */
  needs_person: { nodeId?: string; until?: string }
  label_added: LabelFacts
  label_removed: LabelFacts
  call_missed: CallFacts
  /** By whom: somebody here, the service as it was set, or the phone. */
  call_refused: CallFacts
  call_answered: CallFacts
  /** On WhatsApp; what is here stays unless somebody deleted it here too. */
  chat_cleared: Record<string, never>
  chat_deleted: Record<string, never>
  note: Record<string, never>
}

/** Who calls. A caller without the id of a key acts as the key's owner. */
export const toActor = ({
  via,
  userId,
  keyId,
}: {
  via: string
  userId: string
  keyId?: string | undefined
}): Actor => (via === 'session' || keyId === undefined ? `user:${userId}` : `key:${keyId}`)
