import type { GroupActEffect, LabelEffect } from '../../src/core/flow/index.ts'
import { GROUP, type Incoming } from './incoming.ts'
import type { GroupDeed } from './sim-groups.ts'
import type { CommittedChange, MemoryStorage } from './storage/memory-storage.ts'
import type { TableName, Tables } from './storage/rows.ts'

type Event = Tables['inboundEvent']
type Effect = Tables['effect']
type Call = Tables['call']

interface Changed<Row> {
  before: Row | undefined
  after: Row | null
}

/** The changes of one table in a commit. */
const of = <Name extends TableName>(
  changes: readonly CommittedChange[],
  name: Name,
): Changed<Tables[Name]>[] =>
  changes.filter(({ table }) => table === name) as unknown as Changed<Tables[Name]>[]

/** The rows that a commit added to a table. */
export const added = <Name extends TableName>(
  changes: readonly CommittedChange[],
  name: Name,
): Tables[Name][] =>
  of(changes, name).flatMap(({ before, after }) => (before === undefined && after !== null ? [after] : []))

/** Whether a flow that is active now begins by that. */
const listens = (storage: MemoryStorage, trigger: string): boolean =>
  storage.rows('flow').some(({ isActive, publishedVersionId }) => {
    const version = storage.rows('flowVersion').find(({ id }) => id === publishedVersionId)
    return isActive && version?.doc.includes(`"${trigger}"`) === true
  })

const messageOf = ({ event }: Event): unknown =>
  (event.result as { output?: { messageId?: unknown } } | undefined)?.output?.messageId

/** Watches every commit for what groups, calls and labels must never show. */
export class HappeningWatch {
  private readonly storage: MemoryStorage
  /** Acts on groups that a decision asked for, by the effects' ids. */
  private readonly asked = new Map<string, GroupActEffect>()

  constructor(storage: MemoryStorage) {
    this.storage = storage
  }

  /** What is wrong with a commit. */
  check(changes: readonly CommittedChange[]): string[] {
    for (const { id, kind, request } of added(changes, 'effect'))
      if (kind === 'group_act') this.asked.set(id, request as GroupActEffect)
    return [
      ...this.checkCalls(changes),
      ...this.checkNotices(changes),
      ...this.checkGroupSends(changes),
      ...this.checkLabels(changes),
    ]
  }

  /** The database lost this. */
  onLost({ table, key, before }: CommittedChange): void {
    if (table === 'effect' && before === undefined) this.asked.delete(key)
  }

  /** What is wrong with the network's having done this. */
  checkDeed({ act, person }: GroupDeed): string[] {
    const isAsked = [...this.asked.values()].some(
      (effect) => effect.act === act && effect.people.includes(person),
    )
    return isAsked ? [] : [`${person} met ${act} in the group, which nothing asked for`]
  }

  /** A call is over once, and flows are told of each state in the commit that stores it. */
  private checkCalls(changes: readonly CommittedChange[]): string[] {
    const problems: string[] = []
    const told = added(changes, 'inboundEvent').filter(({ eventType }) => eventType === 'phone_call')
    const changed = of(changes, 'call').filter(({ before, after }) => before?.state !== after?.state)
    for (const { before, after } of changed) {
      const { id = '', state = '' } = after ?? {}
      if (before && before.state !== 'ringing') problems.push(`call ${id} was ${before.state}, then ${state}`)
      const isTold = told.some(({ eventId }) => eventId === `call:${id}:${state}`)
      if (!isTold && listens(this.storage, 'trigger.call'))
        problems.push(`flows were not told that call ${id} is ${state}`)
    }
    const isOf = (event: Event) => (call: Changed<Call>) =>
      event.eventId === `call:${call.after?.id}:${call.after?.state}`
    for (const event of told)
      if (!changed.some(isOf(event))) problems.push(`flows were told ${event.eventId}, which is not so`)
    return problems
  }

  /** Flows are told what a notice says in the commit that notes it, each person in both conversations. */
  private checkNotices(changes: readonly CommittedChange[]): string[] {
    const noted = new Set(added(changes, 'groupNotice').map(({ id }) => id))
    const events = added(changes, 'inboundEvent').filter(({ eventType }) => eventType === 'group_changed')
    const told = new Map<string, number>()
    for (const { eventId } of events) {
      const notice = eventId.split(':')[1] ?? ''
      told.set(notice, (told.get(notice) ?? 0) + 1)
    }
    if (noted.size + told.size === 0) return []
    const isHeard = listens(this.storage, 'trigger.group')
    return [
      ...[...told.keys()].filter((id) => !noted.has(id)).map((id) => `flows were told notice ${id} again`),
      ...[...noted]
        .filter((id) => isHeard && told.get(id) !== 2)
        .map((id) => `flows were told notice ${id} in ${told.get(id) ?? 0} conversations`),
    ]
  }

  /** A message to the group is stored with its run's answer, and no other is. */
  private checkGroupSends(changes: readonly CommittedChange[]): string[] {
    const answers = added(changes, 'inboundEvent').filter(
      (event) => event.eventType === 'effect_result' && messageOf(event) !== undefined,
    )
    const named = new Set(answers.map(messageOf))
    const rows = added(changes, 'outbox')
    const stored = rows.filter(({ flowStateId, contactJid }) => flowStateId === null && contactJid === GROUP)
    const ids = new Set<unknown>(rows.map(({ messageId }) => messageId))
    return [
      ...stored
        .filter(({ messageId }) => !named.has(messageId))
        .map(({ messageId }) => `no answer names message ${messageId} to the group`),
      ...answers
        .filter((event) => this.asksToSend(event) && !ids.has(messageOf(event)))
        .map(({ eventId }) => `${eventId} names a message to the group that is not stored`),
    ]
  }

  private asksToSend({ event }: Event): boolean {
    return this.asked.get(String(event.effectId))?.act === 'send'
  }

  /** Labels change with the effect that asks for it, and what one run changes in the order it did. */
  private checkLabels(changes: readonly CommittedChange[]): string[] {
    const done = of(changes, 'effect').flatMap(({ before, after }) =>
      after === null && before?.kind === 'label' ? [before] : [],
    )
    const earlier = ({ flowStateId, seq }: Effect) =>
      this.storage.rows('effect').some((row) => {
        return row.kind === 'label' && row.flowStateId === flowStateId && row.seq < seq
      })
    const names = (which: 'add' | 'remove') =>
      new Set(
        done.flatMap(({ request }) => (request as LabelEffect)[which].map((name) => name.toLowerCase())),
      )
    const [adds, removes] = [names('add'), names('remove')]
    const nameOf = (row: Tables['conversationLabel'] | null | undefined) =>
      this.storage.base('label').get(row?.labelId ?? '')?.name ?? ''
    const unasked = of(changes, 'conversationLabel').filter(({ before, after }) =>
      after === null ? !removes.has(nameOf(before)) : !adds.has(nameOf(after)),
    )
    return [
      ...done.filter(earlier).map(({ id }) => `label effect ${id} was carried out before an earlier one`),
      ...unasked.map(
        ({ before, after }) => `nothing asked for what became of label ${nameOf(after ?? before)}`,
      ),
    ]
  }
}

/** The runs that wrote to the group by an act, by the messages' ids. */
export const findActors = (storage: MemoryStorage): Map<unknown, string> =>
  new Map(storage.rows('inboundEvent').map((row) => [messageOf(row), String(row.event.runId)]))

/** What happened in the group and who called is stored, each notice told of once. */
export function checkHappenings(storage: MemoryStorage, incoming: readonly Incoming[]): string[] {
  const logged = storage.rows('eventLog').map(({ data }) => data.notice)
  const calls = new Set(storage.rows('call').map(({ id }) => id))
  return incoming.flatMap(({ id, kind, text, aboutId }) => {
    const times = logged.filter((notice) => notice === id).length
    if (kind === 'group' && times !== 1) return [`notice ${id} was logged ${times} times`]
    if (kind === 'call' && text === 'offered' && !calls.has(aboutId ?? ''))
      return [`call ${aboutId} was lost`]
    return []
  })
}
