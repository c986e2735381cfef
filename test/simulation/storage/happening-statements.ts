import { earlyStatements } from './early-statements.ts'
import type { View } from './memory-storage.ts'
import type { Tables } from './rows.ts'
import { readJson, type Statements, unnest } from './statement.ts'

type Call = Tables['call']

const toCall = ({ id, chat, caller, isVideo, state }: Call) => ({ id, chat, caller, isVideo, state })

const newCall = (
  view: View,
  [clientId, id, chat, caller, creator, isVideo, atSec]: readonly unknown[],
): Call =>
  ({
    ...{ clientId, id, chat, caller, creator, isVideo, state: 'ringing' },
    ...{ beganAt: (atSec as number) * 1_000, endedAt: null, endedBy: null, createdAt: view.now },
  }) as Call

const callStatements: Statements = {
  chat_begin_call(view, values) {
    const call = newCall(view, values)
    return view.insertNew('call', call) ? [toCall(call)] : []
  },
  chat_end_call(view, values) {
    const [, id, , , , , atSec, state, endedBy] = values
    const end = { state: state as string, endedBy: endedBy as string, endedAt: (atSec as number) * 1_000 }
    const known = view.get('call', id as string)
    if (state !== 'missed' && !known) return []
    const call = { ...newCall(view, values), ...end }
    if (view.insertNew('call', call)) return [toCall(call)]
    const found = view.get('call', id as string)
    if (!found) return []
    view.lock('call', found.id)
    if (found.state !== 'ringing' && !view.storage.mutations.endsCallsAgain) return []
    return [toCall(view.update('call', found, end))]
  },
  chat_end_lost_calls(view) {
    const isLost = ({ state, createdAt }: Call) => state === 'ringing' && createdAt < view.now - 120_000
    return view.find('call', isLost).map((call) => {
      const end = { state: 'missed', endedAt: view.now, endedBy: 'contact' }
      return { clientId: call.clientId, ...toCall(view.update('call', call, end)) }
    })
  },
  // No call is refused by the service in the simulation.
  calls_ringing: () => [],
  calls_owed: () => [],
}

const noticeStatements: Statements = {
  chat_flows_listen(view, [clientId, trigger]) {
    const listens = view.find('flow', (flow) => {
      if (flow.clientId !== clientId || !flow.isActive) return false
      return view.get('flowVersion', flow.publishedVersionId)?.doc.includes(trigger as string) === true
    })
    return [{ listens: listens.length > 0 }]
  },
  chat_log_group_notices(view, [clientId, ids, , notices, names, , data]) {
    const isFresh = (id: string) =>
      view.insertNew('groupNotice', { id }) || view.storage.mutations.forgetsNotices
    const fresh = new Set((ids as string[]).filter(isFresh))
    return unnest(notices, names, data).flatMap(([notice, name, text]) => {
      if (!fresh.has(notice as string)) return []
      const seq = view.nextSeq('eventLog')
      const row = { seq, clientId: clientId as string, name: name as string }
      view.insert('eventLog', { ...row, data: { ...readJson<object>(text), notice } })
      return [{ seq }]
    })
  },
}

/** As the trigger does that follows messages: the conversation is there from the contact's first one on. */
export function noteWritten(view: View, message: Tables['message']): void {
  const { clientId, chat, seq, fromMe, origin } = message
  if (!fromMe && origin === 'contact') {
    const state = needsPerson(view, chat) ? 'waiting' : 'open'
    if (view.insertNew('conversation', { clientId, chat, state, lastSeq: seq })) return
    const known = view.get('conversation', chat)
    const next = known?.state === 'waiting' ? known.state : state
    if (known) view.update('conversation', known, { state: next, lastSeq: seq })
    return
  }
  const known = fromMe && origin === 'phone' ? view.get('conversation', chat) : undefined
  if (known?.state === 'waiting' && known.lastSeq < seq) view.update('conversation', known, { state: 'open' })
}

/** A person has it, or there is no flow that would. */
function needsPerson(view: View, chat: string): boolean {
  if (chat.endsWith('@g.us')) return false
  const handoffUntil = view.get('contactAutomation', chat)?.handoffUntil ?? 0
  return handoffUntil > view.now || view.find('flow', (flow) => flow.isActive).length === 0
}

/** As the trigger does that follows a flow's handing over. */
export function noteHandoff(
  view: View,
  before: Tables['contactAutomation'],
  after: Tables['contactAutomation'],
): void {
  const { clientId, jid: chat, handoffUntil, handoffBy } = after
  const same =
    before.handoffUntil === handoffUntil && JSON.stringify(before.handoffBy) === JSON.stringify(handoffBy)
  if (same) return
  const isOver = handoffUntil === null || handoffUntil <= view.now
  const known = view.get('conversation', chat)
  if (isOver) {
    if (known?.state === 'waiting') view.update('conversation', known, { state: 'open' })
    return
  }
  if (handoffBy?.kind !== 'flow' && handoffBy?.kind !== 'loop_guard') return
  const newest = findNewest(view, chat)
  if (!newest || view.insertNew('conversation', { clientId, chat, state: 'waiting', lastSeq: newest.seq }))
    return
  const there = view.get('conversation', chat)
  if (there) view.update('conversation', there, { state: 'waiting' })
}

function findNewest(view: View, chat: string): Tables['message'] | undefined {
  return view
    .find('message', (row) => row.chat === chat)
    .sort((a, b) => b.atSec - a.atSec || b.seq - a.seq)[0]
}

const labelStatements: Statements = {
  assign_find_labels: (view, [, names]) =>
    view
      .find('label', ({ name }) => (names as string[]).includes(name.toLowerCase()))
      .map(({ id, name }) => ({ id, name }))
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
  chat_hold_conversation(view, [clientId, jid]) {
    const chat = jid as string
    const newest = findNewest(view, chat)
    if (!newest) return []
    const row = { clientId: clientId as string, chat, state: 'open', lastSeq: newest.seq }
    if (view.insertNew('conversation', row)) return [{ state: row.state, lastSeq: row.lastSeq }]
    const known = view.get('conversation', chat)
    if (!known) return []
    const { state, lastSeq } = view.update('conversation', known, {})
    return [{ state, lastSeq }]
  },
  chat_add_label(view, [, chat, labelId, , , most]) {
    const there = view.find('conversationLabel', (row) => row.chat === chat)
    const has = there.some((row) => row.labelId === labelId)
    const added = !has && there.length < (most as number)
    if (added) view.insert('conversationLabel', { chat: chat as string, labelId: labelId as string })
    return [{ has, added }]
  },
  chat_remove_label: (view, [, chat, labelId]) =>
    view
      .find('conversationLabel', (row) => row.chat === chat && row.labelId === labelId)
      .map((row) => {
        view.remove('conversationLabel', row)
        return { id: row.labelId }
      }),
  chat_log_labels: () => [],
  // No label is linked.
  label_note_to_phone: () => [],
  label_read_changes: () => [],
  chat_record_entry: () => [{ note_entry: '' }],
}

export const happeningStatements: Statements = {
  // The account follows no channel, so none has a mark.
  channel_marks_read: () => [],
  // How groups are called is shown to people; no flow of the simulation reads it.
  group_note_subjects: () => [],
  ...callStatements,
  ...earlyStatements,
  ...noticeStatements,
  ...labelStatements,
}
