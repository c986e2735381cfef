import type { EventSummary, SummaryParams } from '../../../core/flow/index.ts'
import type { Sentences } from '../../sentences.ts'
import { describeSendError } from './send-error.ts'

const quote = (text: string): string => `"${text}"`

/** The line that the interface answers for an event of a run (`payloadSummary`): one language only, as clients read it. */
const lines: Sentences<SummaryParams> = {
  EVENT: ({ type }) => type.replaceAll('_', ' '),
  GIVEN_UP: ({ type }) => type,
  MESSAGE: ({ type, text }) => (text === null ? type : `${type} ${quote(text)}`),
  PERSON_WROTE: ({ text }) => `human ${quote(text)}`,
  STARTED: ({ flowId }) => `start ${flowId}`,
  SCHEDULED: ({ nodeId, flowId }) => `schedule ${nodeId} of ${flowId}`,
  GROUP_CHANGED: ({ change, group, person }) => `${person} ${change} in ${group}`,
  CALLED: ({ state }) => `call ${state}`,
  RESUMED: 'resume',
  RESUMED_AT: ({ nodeId }) => `resume at ${nodeId}`,
  FLAG_SET: ({ flag, value }) => `${flag} ${value}`,
  HTTP_ANSWERED: ({ status, size }) => `http ${status} ${size} B`,
  SCRIPT_RETURNED: ({ size }) => `code ${size} B`,
  TOOL_RETURNED: ({ size }) => `tool ${size} B`,
  DOCUMENTS_FOUND: ({ pieces }) => `documents ${pieces}`,
  MODEL_ANSWERED: ({ inputTokens, outputTokens }) =>
    `ai ${inputTokens ?? '?'} + ${outputTokens ?? '?'} tokens`,
  APPROVAL_DECIDED: ({ as, by }) => `${as} by ${by}`,
  EFFECT_FAILED: ({ code }) => `effect failed: ${code}`,
  EDITED: ({ before, after }) => `edited ${quote(before)} -> ${quote(after)}`,
  DELETED: ({ message }) => `deleted ${message === null ? 'message' : describeLine(message)}`,
  SEND_FAILED: ({ error }) => `send failed: ${describeSendError(error)}`,
  CONTACTS_MERGED: 'two contacts became one',
  TEST_ENDED: 'flow published, its test ended',
  OTHER: ({ line }) => line,
}

function describeLine({ code, params }: EventSummary): string {
  const line = lines[code] as string | ((params: SummaryParams[keyof SummaryParams]) => string)
  return typeof line === 'string' ? line : line(params)
}

const MAX_LINE_CHARS = 200

/** At most 200 characters. */
export const describeSummary = (summary: EventSummary): string =>
  describeLine(summary).slice(0, MAX_LINE_CHARS)
