import type { Decision } from './decision.ts'
import type { SimulatedEvent, Simulation } from './simulate.ts'

/** Applies a decision to the tables, as one transaction would. `row` is null for events that are no inbound rows. */
export function commitDecision(
  world: Simulation,
  row: SimulatedEvent | null,
  decision: Decision,
  jid?: string,
): void {
  const contactJid = row?.jid ?? jid ?? ''
  if (row) {
    const decidedAs = world.nextDecision()
    Object.assign(row, { ...decision.event, refusal: decision.refusal?.code ?? null, decidedAs })
  }
  commitContact(world, contactJid, decision)
  for (const transition of decision.transitions) {
    world.transitions.push({ ...transition, eventSeq: row?.seq ?? world.events.length })
  }
  commitRuns(world, decision)
  for (const send of decision.sends) {
    world.outbox.push({ ...send, jid: contactJid, messageId: `M${world.newId()}`, status: 'pending' })
  }
  for (const effect of decision.effects) world.effects.add(contactJid, effect)
  for (const timer of decision.timers) {
    if (timer.op !== 'arm') continue
    const { timerId: id, runId, kind, dueAt } = timer
    world.timers.push({ id, jid: contactJid, runId, kind, dueAt, fired: false })
  }
  if (decision.runs.length > 0) reofferDeferred(world, contactJid, row)
}

function commitContact(world: Simulation, jid: string, { contact: patch }: Decision): void {
  const contact = world.contact(jid)
  const { lastFlowAt, fields, tags, ...plain } = patch
  const kept = contact.tags.filter((tag) => !tags?.remove.includes(tag))
  const merged = Object.entries({ ...contact.fields, ...fields }).filter(([, value]) => value !== null)
  world.contacts.set(jid, {
    ...contact,
    ...plain,
    tags: [...new Set([...kept, ...(tags?.add ?? [])])],
    fields: Object.fromEntries(merged),
    lastFlowAt: { ...contact.lastFlowAt, ...lastFlowAt },
  })
}

/** Runs are stored as JSON, so that nothing but JSON can survive from one event to the next. */
function commitRuns(world: Simulation, decision: Decision): void {
  for (const change of decision.runs) {
    if (change.op === 'delete') {
      deleteRun(world, change.runId)
      continue
    }
    const run = JSON.parse(JSON.stringify(change.run)) as typeof change.run
    const index = world.runs.findIndex((item) => item.id === run.id)
    if (index < 0) world.runs.push(run)
    else world.runs[index] = run
  }
}

function deleteRun(world: Simulation, runId: string): void {
  world.runs = world.runs.filter((run) => run.id !== runId)
  world.transitions = world.transitions.filter((transition) => transition.runId !== runId)
  world.outbox = world.outbox.filter((send) => send.runId !== runId || send.status !== 'pending')
  world.timers = world.timers.filter((timer) => timer.runId !== runId)
  world.effects.dropRun(runId)
}

function reofferDeferred(world: Simulation, jid: string, current: SimulatedEvent | null): void {
  for (const row of world.events) {
    if (row.jid === jid && row.status === 'deferred' && row !== current) row.status = 'received'
  }
}
