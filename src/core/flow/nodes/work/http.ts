import type { EffectResult } from '../../../conversation/flow-event.ts'
import { readJsonPath } from '../../expressions/json-path.ts'
import { MAX_HTTP_BODY_BYTES, MAX_NODE_RESULT_CHARS } from '../../limits.ts'
import { defineNode, fail, type StepContext, type StepResult } from '../node-type.ts'
import { checkHttp, httpTexts } from './http-check.ts'
import { type HttpData, httpSchema } from './http-data.ts'
import { buildRequest } from './http-request.ts'

/** Calls another system and goes on with what it answers. */
export const http = defineNode({
  type: 'http',
  group: 'action',
  schema: httpSchema,
  docs: {
    summary:
      'Calls another system; `map` puts parts of the answer into variables. With the kind of body `file`, `body` is the mediaId of a file that came in, and its bytes are posted; `fileId` puts a file into a form (`multipart`) or as base64 into JSON, as `fileField`. 2xx leaves by ok, everything else by error.',
    sample: {
      method: 'GET',
      url: 'https://api.example.com/orders/{{ contact.phone }}',
      headers: [{ name: 'Authorization', value: 'Bearer {{ secrets.shop }}' }],
      map: [{ path: 'items[0].status', var: 'status' }],
    },
  },
  hasInput: true,
  waits: true,
  handles: () => [
    { id: 'ok', label: 'ok', optional: false, unconnected: 'complete' },
    { id: 'error', label: 'error', optional: true, unconnected: 'fail' },
  ],
  texts: httpTexts,
  check: (data, _flow, addresses) => checkHttp(data, addresses),
  secrets: (data) => data.secretRefs,
  writes: (data) => [
    ...data.map.map((item) => item.var),
    ...(data.saveAs === undefined ? [] : [data.saveAs]),
  ],
  execute: (data, step) => {
    const effectId = step.newEffectId()
    const request = buildRequest(data, step, effectId)
    if (typeof request === 'string') return leaveByError(step, request)
    const mayRetry = data.idempotent ?? !['POST', 'PATCH'].includes(data.method)
    const { timeoutMs, retries } = data
    const maxBodyBytes = MAX_HTTP_BODY_BYTES
    return {
      kind: 'wait_effect',
      effect: { kind: 'http', effectId, request, timeoutMs, retries, mayRetry, maxBodyBytes },
    }
  },
  resume: (data, step, signal) => {
    if (signal.kind === 'effect_failed') return leaveByError(step, signal.error.code)
    if (signal.kind !== 'effect') return fail('SIGNAL_UNEXPECTED', { type: 'http', signal: signal.kind })
    return takeAnswer(data, step, signal.result)
  },
})

function leaveByError(step: StepContext, error: string): StepResult {
  step.setNodeResult({ status: null, body: null, error })
  return { kind: 'follow', handle: 'error', outcome: 'error' }
}

function takeAnswer(
  data: HttpData,
  step: StepContext,
  { status = 0, body = null }: EffectResult,
): StepResult {
  const size = typeof body === 'string' ? body.length : (JSON.stringify(body)?.length ?? 0)
  step.setNodeResult({ status, body: size > MAX_NODE_RESULT_CHARS ? null : body, error: null })
  if (status < 200 || status > 299) return { kind: 'follow', handle: 'error', outcome: 'error' }
  for (const { path, var: name } of data.map) step.setVariable(name, readJsonPath(body, path))
  if (data.saveAs !== undefined) step.setVariable(data.saveAs, body)
  return { kind: 'follow', handle: 'ok', outcome: 'ok' }
}
