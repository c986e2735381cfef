import type { EffectResult, FlowEvent } from '../../conversation/flow-event.ts'
import type { Message } from '../../conversation/message.ts'
import type { CaseAnswer, CaseStep } from '../simulate/case-format.ts'
import { TESTED_FLOW } from '../simulate/read-cases.ts'
import type { Recording } from './recording.ts'

export type RecordedStep = Omit<CaseStep, 'jid'>

/** No more of a conversation becomes a case. */
const MAX_RECORDED_STEPS = 200

/** Of the network and of other runs: the replay makes its own, or they answer nothing. */
const QUIET: ReadonlySet<string> = new Set([
  'send_acked',
  'client_reconnected',
  'message_edited',
  'message_revoked',
  'reaction_received',
  'flow_call',
  'flow_return',
  'flow_unpublished',
])

/** A moment at which a timer was due: the clock runs on to it. */
const ELAPSED: RecordedStep = {}

/** What happened, as steps. `endsBefore` is the type of the first event that no step can be. */
export function toSteps(recording: Recording): { steps: RecordedStep[]; endsBefore: string | null } {
  const { events } = recording
  const first = events[0]?.at ?? 0
  const steps: RecordedStep[] = []
  let clock = 0
  for (const { at, event } of events) {
    if (QUIET.has(event.type)) continue
    const step = steps.length < MAX_RECORDED_STEPS ? toStep(event, at, recording) : null
    if (step === null) return { steps, endsBefore: event.type }
    clock = Math.max(clock, (at - first) / 1_000)
    steps.push({ at: clock, ...step })
  }
  return { steps, endsBefore: recording.endsBefore }
}

function toStep(event: FlowEvent, at: number, recording: Recording): RecordedStep | null {
  switch (event.type) {
    case 'message_received':
      return toMessageStep(event.message, at)
    case 'poll_vote_received':
      return toVoteStep(event.message, recording)
    case 'human_message':
      // A number of seconds is asked for in the dashboard, without a message.
      return event.handoffSec === undefined ? { human: event.text || '.' } : null
    case 'timeout':
    case 'reminder_due':
    case 'delay_elapsed':
    case 'handoff_ended':
    case 'ttl_expired':
      return ELAPSED
    case 'effect_result':
    case 'effect_failed':
      return toAnswerStep(event, recording)
    default:
      return toControlStep(event, recording)
  }
}

type StartEvent = Extract<FlowEvent, { type: 'api_start' | 'manual_start' }>

/** A start of the flow itself, or of one that it calls. */
function toStartStep(
  { flowId, inputs = {}, triggerId: node, nodeId: step, replaces, endsPause }: StartEvent,
  { flows }: Recording,
): RecordedStep['start'] {
  return {
    ...{ flow: flowId in flows ? flowId : TESTED_FLOW, inputs: { ...inputs } },
    ...(node === undefined ? {} : { node }),
    ...(step === undefined ? {} : { step }),
    ...(replaces === undefined ? {} : { replaces }),
    ...(endsPause === undefined ? {} : { endsPause }),
  }
}

function toControlStep(event: FlowEvent, recording: Recording): RecordedStep | null {
  switch (event.type) {
    case 'api_start':
    case 'manual_start':
      return { start: toStartStep(event, recording) }
    case 'group_changed': {
      const { group, change, place, person, by } = event
      return { groupChange: { group, change, place, person: { ...person }, by: by && { ...by } } }
    }
    case 'phone_call':
      return { phoneCall: { state: event.state, isVideo: event.isVideo } }
    case 'schedule_start':
      return { schedule: { flow: TESTED_FLOW, node: event.nodeId } }
    case 'api_resume': {
      const { nodeId: node, text, replaces } = event
      return {
        resume: {
          ...(node === undefined ? {} : { node }),
          ...(text === undefined ? {} : { text }),
          ...(replaces === undefined ? {} : { replaces }),
        },
      }
    }
    case 'call_received': {
      const { place, visit, call } = event
      return {
        call: { place, visit, body: call.body, query: { ...call.query }, headers: { ...call.headers } },
      }
    }
    case 'approval_decided': {
      const { decision } = event
      if (decision.as === 'changed') return { approval: { text: decision.text } }
      return { approval: decision.as === 'approved' ? 'approve' : 'decline' }
    }
    case 'cancel_requested':
      return { cancel: true }
    case 'flag_changed':
      return { flag: { flag: event.flag, value: event.value } }
    default:
      return null
  }
}

function toMessageStep({ type, text, media, group, sentAt }: Message, at: number): RecordedStep {
  const ageSec = sentAt === undefined ? 0 : Math.max(0, Math.round((at - sentAt) / 1_000))
  return {
    ...(type === 'text' ? { text } : { type, ...(text === '' ? {} : { text }) }),
    ...(media === undefined ? {} : { media: { ...media } }),
    ...(group ? { group: true } : {}),
    ...(ageSec > 0 ? { ageSec } : {}),
  }
}

function toVoteStep({ poll }: Message, { sent }: Recording): RecordedStep {
  const polls = sent.filter(({ isPoll }) => isPoll)
  const index = polls.findIndex(({ id }) => id === poll?.sendId)
  return { vote: [...(poll?.options ?? [])], ...(index < 0 ? {} : { poll: index }) }
}

type EffectEnd = Extract<FlowEvent, { type: 'effect_result' | 'effect_failed' }>

function toAnswerStep(event: EffectEnd, { effects }: Recording): RecordedStep | null {
  const kind = effects[event.effectId]
  if (kind === undefined) return null
  if (event.type === 'effect_result') return { [kind]: toCaseAnswer(event.result) }
  const { code: error, message } = event.error
  return { [kind]: { error, message } }
}

function toCaseAnswer({ headers, calls, sources, found, usage, ...rest }: EffectResult): CaseAnswer {
  return {
    ...rest,
    ...(headers === undefined ? {} : { headers: { ...headers } }),
    ...(calls === undefined ? {} : { calls: calls.map(({ id, name, input }) => ({ id, name, input })) }),
    ...(sources === undefined ? {} : { sources: sources.map((source) => ({ ...source })) }),
    ...(found === undefined ? {} : { found: found.map((piece) => ({ ...piece })) }),
    ...(usage === undefined ? {} : { usage: { ...usage } }),
  }
}

/** Names of headers that the flow does not read are left out: some open doors. */
export function dropHeaders(step: RecordedStep, flowTexts: string): RecordedStep {
  const text = flowTexts.toLowerCase()
  const keep = (headers: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => text.includes(name.toLowerCase())))
  const { call, http } = step
  const answer = http === undefined || Array.isArray(http) || 'error' in http ? undefined : http
  return {
    ...step,
    ...(call?.headers ? { call: { ...call, headers: keep(call.headers) } } : {}),
    ...(answer?.headers ? { http: { ...answer, headers: keep(answer.headers) } } : {}),
  }
}
