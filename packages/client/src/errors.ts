export interface ParleyErrorFacts {
  readonly code: string
  readonly status: number
  readonly data?: Readonly<Record<string, unknown>> | undefined
  readonly requestId?: string | null | undefined
}

/** A call that was refused, in the service's own words. `code` is one of the codes of the reference page. */
export class ParleyError extends Error {
  readonly code: string
  readonly status: number
  readonly data: Readonly<Record<string, unknown>> | undefined
  /** What the operator of the service finds it in the log by. */
  readonly requestId: string | null

  constructor(message: string, { code, status, data, requestId }: ParleyErrorFacts) {
    super(message)
    this.name = 'ParleyError'
    this.code = code
    this.status = status
    this.data = data
    this.requestId = requestId ?? null
  }

  /** The finer reason that many refusals carry, such as `CLIENT_NOT_CONNECTED`. */
  get reason(): string | null {
    const reason = this.data?.reason
    return typeof reason === 'string' ? reason : null
  }
}

/** The service gave no answer that could be understood: it is away, or something in front of it answered. */
export class ParleyUnreachable extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.name = 'ParleyUnreachable'
  }
}

interface ErrorBody {
  code: string
  message: string
  data?: Readonly<Record<string, unknown>>
}

function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== 'object' || body === null) return false
  return (
    'code' in body && typeof body.code === 'string' && 'message' in body && typeof body.message === 'string'
  )
}

/** The error of an answer that is not 200. */
export async function readError(response: Response): Promise<ParleyError | ParleyUnreachable> {
  const { status } = response
  const body: unknown = await response.json().catch(() => null)
  if (!isErrorBody(body)) return new ParleyUnreachable(`${status} was answered, and not by Parley.`)
  const { code, message, data } = body
  return new ParleyError(message, { code, status, data, requestId: response.headers.get('x-request-id') })
}
