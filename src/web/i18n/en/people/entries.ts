import type { EntryKind } from '../../../../core/conversation/conversation-entry.ts'

/** Who did something, and with what it is told. */
export interface EntryWords {
  who: string
  /** Who reads it did it. */
  isOwn: boolean
  by: 'person' | 'key' | 'flow' | 'phone' | 'contact' | 'system'
  /** Null where it waits for a member of a department. */
  whom: string | null
  /** To which it was given, by name. */
  department: string | null
  label: string
  /** Who did it is whom it concerns. */
  isSelf: boolean
  /** A moment; empty where none is known. */
  until: string
  /** Of a call. */
  isVideo: boolean
}

type Line = (words: EntryWords) => string

const untilPart = (until: string): string => (until ? `; flows are paused until ${until}` : '')

const callOf = (isVideo: boolean): string => (isVideo ? 'video call' : 'call')

const lines: Readonly<Record<Exclude<EntryKind, 'note'>, Line>> = {
  assigned: ({ who, whom, isSelf, department }) => {
    if (whom === null) return `${who} gave it to ${department}`
    if (department !== null) return `${who} gave it to ${department}: it is with ${whom}`
    return isSelf ? `${who} took the conversation` : `${who} assigned it to ${whom}`
  },
  unassigned: ({ who, whom, by, isSelf }) => {
    if (by === 'system') return `${whom} left the team: the conversation is nobody’s`
    return isSelf ? `${who} let go of the conversation` : `${who} took it from ${whom}: it is nobody’s`
  },
  resolved: ({ who }) => `${who} resolved it`,
  reopened: ({ who, by }) =>
    by === 'contact' ? 'The contact wrote: it is open again' : `${who} opened it again`,
  snoozed: ({ who, until }) => `${who} snoozed it until ${until}`,
  snooze_ended: () => 'The snooze is over: it waits for a person',
  taken_over: ({ who, by, until }) =>
    `${by === 'phone' ? 'Somebody wrote on the phone and took over' : `${who} took over`}${untilPart(until)}`,
  given_back: ({ who, by }) =>
    by === 'flow' ? `${who} took it up again` : `${who} gave it back to the flows`,
  needs_person: ({ who, by }) =>
    by === 'flow' ? `${who} handed over: a person is needed` : `${who} has it wait for a person`,
  label_added: ({ who, label }) => `${who} put the label “${label}” on`,
  label_removed: ({ who, label }) => `${who} took the label “${label}” off`,
  call_missed: ({ isVideo }) => `Missed ${callOf(isVideo)}`,
  call_refused: ({ who, by, isVideo }) =>
    by === 'phone' ? `A ${callOf(isVideo)} was refused on the phone` : `${who} refused a ${callOf(isVideo)}`,
  call_answered: ({ isVideo }) => `A ${callOf(isVideo)} was answered on the phone`,
  chat_cleared: ({ who, by }) =>
    by === 'phone' ? 'The chat was cleared on the phone' : `${who} cleared the chat on WhatsApp`,
  chat_deleted: ({ who, by }) =>
    by === 'phone' ? 'The chat was deleted on the phone' : `${who} deleted the chat on WhatsApp`,
}

export const entries = {
  me: 'You',
  toMe: 'you',
  gone: 'somebody who has left',
  departmentGone: 'a department that is gone',
  notes: {
    choose: 'What you write',
    toContact: 'Message',
    toTeam: 'Note',
    shortcut: 'Alt+N: message or note',
    write: 'Write a note',
    placeholder: 'A note for the team. The contact does not see it. @ names somebody.',
    save: 'Keep note',
    members: 'Members',
    label: 'Note for the team',
    edited: 'changed',
    actions: 'What to do with the note',
    edit: 'Change',
    remove: 'Delete',
  },
  actors: {
    person: (name: string | null) => name ?? 'Somebody who has left',
    key: (name: string | null) => (name === null ? 'A program' : `The key “${name}”`),
    flow: (name: string | null) => (name === null ? 'A flow' : `The flow “${name}”`),
    phone: (_name: string | null) => 'The phone',
    contact: (_name: string | null) => 'The contact',
    system: (_name: string | null) => 'Parley',
  },
  lines,
}
