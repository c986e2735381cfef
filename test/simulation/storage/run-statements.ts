import { insertEvent } from './conversation-statements.ts'
import { deleteRun, reopenConversation } from './decision-statements.ts'
import type { View } from './memory-storage.ts'
import { isLiveState, NO_ERROR, type Tables } from './rows.ts'
import { readJson, type Statements, toJsonb } from './statement.ts'

const TERMINAL = ['completed', 'failed', 'cancelled', 'expired']

function insertRunEvent(
  view: View,
  run: Tables['flowState'],
  event: { eventId: string; eventType: string; source: string; event: Record<string, unknown> },
): Tables['inboundEvent'] | null {
  return insertEvent(view, { clientId: run.clientId, contactJid: run.contactJid, ...event })
}

const toPlace = (row: Tables['inboundEvent'] | null): object[] =>
  row === null ? [] : [{ seq: row.seq, clientId: row.clientId, contactJid: row.contactJid }]

/** Takes an effect away for good when this claimant still has it. */
function takeEffect(view: View, id: unknown, claimant: unknown): Tables['effect'] | null {
  const row = view.get('effect', id as string)
  if (!row || row.claimedBy !== claimant) return null
  view.remove('effect', row)
  return row
}

const timerStatements: Statements = {
  timer_fire(view, [id]) {
    const timer = view.get('timer', id as string)
    if (!timer || timer.firedAt !== null || timer.dueAt === null) return []
    view.update('timer', timer, { firedAt: view.now })
    const run = view.get('flowState', timer.flowStateId)
    const event = {
      ...{ eventId: `timer:${timer.id}`, eventType: timer.kind, source: 'timer' },
      event: { timerId: timer.id, runId: run?.id },
    }
    if (!run || insertRunEvent(view, run, event) === null) return []
    return [{ clientId: run.clientId, contactJid: run.contactJid }]
  },
  outbox_acked(view, [sendId, runId, order, messageId, atMs]) {
    const run = view.get('flowState', runId as string)
    if (run?.state !== 'waiting_input' || !run.context.includes(String(sendId))) return []
    const [first] = view.find('message', (row) => row.id === messageId && row.fromMe)
    const ownMs = order === null && first ? first.atSec * 1_000 : Infinity
    const event = { eventId: `ack:${String(sendId)}`, eventType: 'send_acked', source: 'system' }
    const seen = {
      ackedAt: Math.floor(view.now),
      ...(order === null ? {} : { order: readJson(order) }),
      seenFrom: Math.min(atMs as number, ownMs),
    }
    return toPlace(insertRunEvent(view, run, { ...event, event: { sendId, runId: run.id, ...seen } }))
  },
  outbox_failed(view, [sendId, runId, nodeId, error, why]) {
    const run = view.get('flowState', runId as string)
    if (!run || !isLiveState(run.state)) return []
    const event = { eventId: `fail:${String(sendId)}`, eventType: 'send_failed', source: 'system' }
    return toPlace(
      insertRunEvent(view, run, {
        ...event,
        event: { sendId, runId, nodeId, error, failure: readJson(why) },
      }),
    )
  },
  client_reconnected(view, [clientId, occasion]) {
    const isFired = (row: Tables['inboundEvent']) =>
      row.clientId === clientId &&
      row.status === 'received' &&
      row.source === 'timer' &&
      ['timeout', 'reminder_due', 'delay_elapsed'].includes(row.eventType)
    for (const row of view.find('inboundEvent', isFired))
      view.update('inboundEvent', row, { status: 'deferred', processedAt: view.now })
    return view
      .find('flowState', (run) => run.clientId === clientId && isLiveState(run.state))
      .flatMap((run) => {
        const timer = run.timeoutJobId === null ? undefined : view.get('timer', run.timeoutJobId)
        if (!timer || timer.dueAt === null || timer.dueAt >= view.now + 60_000) return []
        return ['timeout', 'reminder_due', 'delay_elapsed'].includes(timer.kind)
          ? [{ run, dueAt: timer.dueAt }]
          : []
      })
      .sort((a, b) => a.dueAt - b.dueAt || (a.run.id < b.run.id ? -1 : 1))
      .flatMap(({ run }) => {
        const eventId = `reconnected:${String(occasion)}:${run.id}`
        const event = { eventId, eventType: 'client_reconnected', source: 'system', event: {} }
        return insertRunEvent(view, run, event) === null ? [] : [{ contactJid: run.contactJid }]
      })
  },
  job_add(view, [task, payload, , runAt, , key]) {
    const job = {
      key: key as string,
      task: task as string,
      payload: readJson<Record<string, unknown>>(payload),
      runAt: (runAt as Date).getTime(),
    }
    const known = view.get('job', job.key)
    if (known) view.update('job', known, job)
    else view.insert('job', job)
    return [{ id: '0' }]
  },
}

const effectStatements: Statements = {
  effects_insert(view, [records]) {
    type Input = {
      id: string
      runId: string
      nodeId: string
      kind: string
      awaited: boolean
      request: unknown
      ord: number
    }
    for (const { id, runId, nodeId, kind, awaited, request } of readJson<Input[]>(records).sort(
      (a, b) => a.ord - b.ord,
    )) {
      const run = view.get('flowState', runId)
      if (!run) continue
      view.insert('effect', {
        ...{ id, clientId: run.clientId, flowStateId: runId, nodeId, kind, awaited, request },
        ...{
          seq: view.nextSeq('effect'),
          attempts: 0,
          nextAt: view.now,
          claimedBy: null,
          claimedUntil: null,
        },
      })
    }
    return []
  },
  effects_drop(view, [ids]) {
    for (const row of view.find('effect', (item) => (ids as string[]).includes(item.id)))
      view.remove('effect', row)
    return []
  },
  run_marks_insert(view, [records]) {
    type Input = Pick<Tables['flowMark'], 'kind' | 'name' | 'arm' | 'amount'> & { runId: string }
    for (const { runId, kind, name, arm, amount } of readJson<Input[]>(records)) {
      const run = view.get('flowState', runId)
      if (!run || view.get('flowMark', `${runId}/${kind}/${name}`)) continue
      const { flowId, clientId, contactJid } = run
      view.insert('flowMark', { flowStateId: runId, kind, name, flowId, clientId, contactJid, arm, amount })
    }
    return []
  },
  event_note_refusal(view, [seq, refusal]) {
    const row = view.get('inboundEvent', String(seq))
    if (row) view.update('inboundEvent', row, { refusal: readJson(refusal) })
    return []
  },
  effects_claim(view, [clientId, claimant, limit, areQuestions]) {
    const isDue = (row: Tables['effect']) =>
      row.clientId === clientId &&
      (row.kind === 'ai') === areQuestions &&
      row.nextAt <= view.clock &&
      (row.claimedUntil === null || row.claimedUntil < view.clock)
    const waits = ({ flowStateId, kind, seq }: Tables['effect']) =>
      !view.storage.mutations.labelsInAnyOrder &&
      (kind === 'assign' || kind === 'label') &&
      view.find('effect', (b) => b.flowStateId === flowStateId && b.kind === kind && b.seq < seq).length > 0
    return view
      .find('effect', (row) => isDue(row) && !waits(row))
      .sort((a, b) => a.nextAt - b.nextAt || a.seq - b.seq)
      .filter((row) => !view.isHeldByOther('effect', row.id))
      .slice(0, limit as number)
      .map((row) => {
        const attempts = row.attempts + 1
        view.update('effect', row, {
          claimedBy: claimant as string,
          claimedUntil: view.clock + 90_000,
          attempts,
        })
        return { ...row, attempts }
      })
      .sort((a, b) => a.seq - b.seq)
      .flatMap(({ id, kind, request, attempts, awaited, flowStateId }) => {
        const run = view.get('flowState', flowStateId)
        const { contactJid, flowId } = run ?? {}
        return contactJid === undefined
          ? []
          : [{ id, kind, request, attempts, awaited, clientId, contactJid, flowId, userId: 'user' }]
      })
  },
  effect_put_off(view, [id, claimant, pauseMs, isBrokenOff]) {
    const row = view.get('effect', id as string)
    if (row?.claimedBy !== claimant || !row) return []
    view.update('effect', row, {
      claimedBy: null,
      claimedUntil: null,
      nextAt: view.clock + (pauseMs as number),
      attempts: isBrokenOff ? row.attempts - 1 : row.attempts,
    })
    return []
  },
  effects_void_claims(view, [clientId, claimant]) {
    const isForeign = (row: Tables['effect']) =>
      row.clientId === clientId && row.claimedBy !== null && row.claimedBy !== claimant
    for (const row of view.find('effect', isForeign))
      view.update('effect', row, { claimedBy: null, claimedUntil: null })
    return []
  },
  effect_answer(view, [id, claimant, eventType, answer]) {
    const done = takeEffect(view, id, claimant)
    const run = done && view.get('flowState', done.flowStateId)
    if (!done || !run) return []
    const place = { effectId: done.id, runId: run.id }
    const event = insertRunEvent(view, run, {
      eventId: `fx:${done.id}`,
      eventType: eventType as string,
      source: 'effect',
      event: { ...readJson<object>(answer), ...place },
    })
    return event === null ? [] : [{ contactJid: event.contactJid }]
  },
  effect_log(view, [id, claimant, data]) {
    const done = takeEffect(view, id, claimant)
    const run = done && view.get('flowState', done.flowStateId)
    if (!done || !run) return []
    const place = { flowId: run.flowId, flowStateId: run.id, contactJid: run.contactJid, nodeId: done.nodeId }
    const seq = view.nextSeq('eventLog')
    const row = {
      seq,
      clientId: run.clientId,
      name: 'flow.event',
      data: { ...readJson<object>(data), ...place },
    }
    view.insert('eventLog', row)
    return [{ seq }]
  },
  effect_notify_message(view, [id, claimant, outboxId, messageId, to, text]) {
    const done = takeEffect(view, id, claimant)
    const run = done && view.get('flowState', done.flowStateId)
    if (!done || !run) return []
    view.insert('outbox', {
      ...{
        id: outboxId as string,
        clientId: run.clientId,
        contactJid: to as string,
        flowStateId: null,
        nodeId: done.nodeId,
      },
      ...{ messageId: messageId as string, seq: view.nextSeq('outbox'), status: 'pending', attempts: 0 },
      ...{ ...NO_ERROR, ackedAt: null, nextAt: view.now, createdAt: view.now },
      content: toJsonb({ type: 'text', text, linkPreview: false, quoteMessageId: null, typing: 'none' }),
    })
    return [{ id: outboxId }]
  },
  effect_send_to_group(view, [id, clientId, group, messageId, text]) {
    const content = { type: 'text', text, linkPreview: true, quoteMessageId: null, typing: 'none' }
    const row = {
      ...{ id: id as string, clientId: clientId as string, contactJid: group as string },
      ...{ flowStateId: null, nodeId: null, messageId: messageId as string, content: toJsonb(content) },
      ...{ seq: view.nextSeq('outbox'), status: 'pending', attempts: 0, ...NO_ERROR, ackedAt: null },
      ...{ nextAt: view.now, createdAt: view.now },
    }
    if (view.storage.mutations.sendsToGroupAlone) storeAlone(view, row)
    else view.insert('outbox', row)
    return [{ id }]
  },
  effect_finish(view, [id, claimant]) {
    return takeEffect(view, id, claimant) ? [{ id }] : []
  },
}

function storeAlone({ storage }: View, row: Tables['outbox']): void {
  const session = storage.begin()
  storage.run(session, (view) => view.insert('outbox', row))
  storage.commit(session)
}

const contactStatements: Statements = {
  contact_flag_write(view, [, jid, flag, value]) {
    const row = view.get('contactAutomation', jid as string)
    if (row) view.update('contactAutomation', row, { [flag as 'blacklist' | 'favourite']: value as boolean })
    return []
  },
  contact_reopen_deferred(view, [clientId, jid]) {
    reopenConversation(view, clientId as string, jid as string)
    return []
  },
  contact_runs_delete(view, [clientId, jid]) {
    const isActive = (run: Tables['flowState']) =>
      run.clientId === clientId && run.contactJid === jid && !TERMINAL.includes(run.state)
    return view.find('flowState', isActive).map((run) => {
      deleteRun(view, run)
      return { id: run.id }
    })
  },
  flow_versions_read: (view, [ids]) =>
    view
      .find('flowVersion', (row) => (ids as string[]).includes(row.id))
      .map(({ id, flowId, n, doc }) => ({
        ...{ id, flowId, n },
        doc: view.storage.mutations.forgetsStopWords ? withoutStopWords(doc) : doc,
      })),
}

function withoutStopWords(doc: string): string {
  const { settings, ...flow } = JSON.parse(doc) as { settings?: object }
  return JSON.stringify({ ...flow, settings: { ...settings, stopWords: [] } })
}

export const runStatements: Statements = { ...timerStatements, ...effectStatements, ...contactStatements }
