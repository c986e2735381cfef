import type { CallContext, Handlers } from '../../../contract/handlers.ts'
import type { AddressPolicy } from '../../../core/address-policy.ts'
import type { FlowContent } from '../../../core/conversation/content.ts'
import { toActor } from '../../../core/conversation/conversation-entry.ts'
import type { ConversationEvent, EventSource, NewFlowEvent } from '../../../core/conversation/flow-event.ts'
import { missing, refusal } from '../../../core/errors.ts'
import {
  type ConversationState,
  type Decision,
  nameStep,
  processEvent,
  type RunState,
} from '../../../core/flow/index.ts'
import type { Database } from '../../../db/client.ts'
import { findContactId } from '../../contacts/index.ts'
import { allowSecretUse, createSecretUse } from '../../flows/index.ts'
import type { ConversationReader } from '../decide/conversation-reader.ts'
import { type AskUsername, findPerson } from '../records/people/named-people.ts'
import { refuseRequest } from './requests.ts'
import { runStore } from './run-pages.ts'

type PreviewHandler = Handlers['flows']['states']['preview']
type StartInput = Parameters<PreviewHandler>[0]
type Preview = Awaited<ReturnType<PreviewHandler>>
type Caller = Pick<CallContext, 'owner' | 'principal'>

/** Who asks: people use the dashboard, machines use keys. */
export const sourceOf = ({ via }: Pick<CallContext['principal'], 'via'>): EventSource =>
  via === 'session' ? 'dashboard' : 'api'

/** The number of a flow that can start; else the caller is refused. */
async function requireActive(db: Database, flowId: string, owner: CallContext['owner']): Promise<string> {
  const flow = await runStore.readFlow(db, flowId, owner)
  if (!flow) throw missing('flow')
  if (flow.clientId === null || !flow.isActive)
    throw refusal('CONFLICT', 'FLOW_NOT_ACTIVE', { why: 'unpublished' })
  return flow.clientId
}

/** A person may start a flow that nothing but its keywords start; a machine needs a trigger.api, or names a step. */
function toEvent(
  { flowId, inputs = {}, nodeId, replace, endPause }: StartInput,
  eventId: string,
  principal: CallContext['principal'],
): NewFlowEvent {
  return {
    ...{
      type: principal.via === 'session' ? ('manual_start' as const) : ('api_start' as const),
      eventId,
      flowId,
      inputs,
    },
    ...(nodeId === undefined ? {} : { nodeId }),
    ...(replace ? { replaces: true } : {}),
    ...(endPause ? { endsPause: true, by: toActor(principal) } : {}),
  }
}

export interface StartDeps {
  db: Database
  /** Whom the network finds by a username. */
  askUsername: AskUsername
}

/** The event that asks the contact's conversation for a start, when the caller may ask for it. */
export async function buildStart(
  { db, askUsername }: StartDeps,
  input: StartInput,
  eventId: string,
  { owner, principal }: Caller,
): Promise<ConversationEvent> {
  const clientId = await requireActive(db, input.flowId, owner)
  const checkUse = createSecretUse(principal)
  if (checkUse !== allowSecretUse) checkUse({ nodes: await runStore.readPublishedNodes(db, input.flowId) })
  const event = toEvent(input, eventId, principal)
  const contactJid = await findPerson(askUsername, clientId, input.contactJid)
  return { clientId, contactJid, source: sourceOf(principal), event }
}

export interface PreviewDeps extends StartDeps {
  reader: ConversationReader
  newId(): string
  addresses: AddressPolicy
}

/** Decides a start as the conversation would, and keeps nothing of it. */
export function createStartPreview({
  db,
  askUsername,
  reader,
  newId,
  addresses,
}: PreviewDeps): PreviewHandler {
  return async (input, { owner, principal }) => {
    const clientId = await requireActive(db, input.flowId, owner)
    const person = await findPerson(askUsername, clientId, input.contactJid, false)
    const contactJid = await findContactId(db, clientId, person)
    const [conversation] = await reader.read(db, clientId, [contactJid], true)
    if (!conversation) throw missing('client')
    const { state, nowMs: now } = conversation
    const event = { ...toEvent(input, `preview:${newId()}`, principal), receivedAt: now }
    const decision = processEvent(state, event, { now, newId, addresses })
    const { status, error, runId } = decision.event
    const run = status === 'processed' ? findRun(decision, runId) : undefined
    if (!run) throw refuseRequest({ status, error, refusal: decision.refusal, runId })
    return toPreview(state, decision, run)
  }
}

const findRun = ({ runs }: Decision, id: string | null): RunState | undefined =>
  runs.flatMap((change) => (change.op !== 'delete' && change.run.id === id ? change.run : []))[0]

function toPreview(conversation: ConversationState, decision: Decision, run: RunState): Preview {
  const { live, versions, contact } = conversation
  const snapshot = versions(run.context.flowVersionId)
  const left = live && live.id !== run.id ? findRun(decision, live.id) : undefined
  const isOver = run.state === 'completed' || run.state === 'failed'
  return {
    messages: decision.sends.map(({ content }) => toMessage(content)),
    state: run.state,
    step: isOver || !snapshot ? null : nameStep(snapshot, run.currentNodeId),
    replaces: left
      ? {
          ...{ id: left.id, flowId: left.flowId, state: left.state },
          flowName: versions(left.versionId)?.name ?? left.flowId,
        }
      : null,
    endsPause: contact.handoffUntil !== null && decision.contact.handoffUntil === null,
  }
}

/** A message as people read it; what a file holds is not in it. */
function toMessage(content: FlowContent): Preview['messages'][number] {
  switch (content.type) {
    case 'text':
      return { type: 'text', text: content.text, options: null }
    case 'poll':
      return { type: 'poll', text: content.question, options: [...content.options] }
    case 'media':
      return { type: content.kind, text: content.caption ?? content.fileName ?? '', options: null }
    case 'album':
      return {
        type: 'album',
        text: content.items.map(({ caption }) => caption ?? '').join('\n'),
        options: null,
      }
    case 'location':
      return {
        type: 'location',
        text: [content.name, content.address].filter(Boolean).join('\n'),
        options: null,
      }
    case 'contacts':
      return {
        type: 'contacts',
        text: content.contacts.map((card) => card.displayName ?? '').join('\n'),
        options: null,
      }
  }
}
