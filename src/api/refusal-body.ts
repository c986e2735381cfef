import { isEnvelopeReason } from '../contract/errors.ts'
import type { OperationEntry } from '../contract/operation.ts'
import type { RefusalCode } from '../core/errors.ts'
import { describeWithoutField } from '../words/english.ts'

/** The error body of every refused call: the RPC library's own shape, and an envelope too where answers are one. */
export interface ErrorBody {
  defined: boolean
  code: string
  status: number
  message: string
  data?: unknown
  type?: 'error'
  client?: string
  error?: string
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What is wrong with a request is always told in two lists, empty where there is nothing to list. */
export function fillData<Data>(code: RefusalCode | string, data: Data): Data | Record<string, unknown> {
  if (code !== 'BAD_REQUEST') return data
  return { errors: listFieldProblems(data), warnings: [], ...(isRecord(data) ? data : {}) }
}

/** A field that is refused is listed as those are that do not fit their schema. */
function listFieldProblems(data: unknown): object[] {
  if (!isRecord(data) || typeof data.path !== 'string') return []
  const { path, reason, params } = data
  return [{ path, message: describeWithoutField({ message: '', data }), reason, params }]
}

/** What envelopes name: the reason where they have named it from the first, else the code. */
function toEnvelopeName(code: string, data: unknown): string {
  const reason = isRecord(data) ? data.reason : undefined
  return typeof reason === 'string' && isEnvelopeReason(reason) ? reason : code
}

/** `input` is the body of the call as far as it was read. Who reads nothing but envelopes understands these refusals too. */
export function buildErrorBody(
  error: ErrorBody,
  entry: OperationEntry | undefined,
  input?: unknown,
): ErrorBody {
  const data = fillData(error.code, error.data)
  const body: ErrorBody = { ...error, ...(data === undefined ? {} : { data }) }
  if (!entry?.answersEnvelope) return body
  const client = isRecord(input) && typeof input.clientId === 'string' ? input.clientId : ''
  const name = toEnvelopeName(error.code, data)
  return { ...body, type: 'error', client, error: `${name}: ${error.message}` }
}
