import { Refusal } from '../core/errors.ts'

/** Oldest server that the schema and the job queue are written for. */
export const MINIMUM_SERVER_VERSION = 14

/** Turns what the driver says about a connection that could not be made into a sentence that says what to do. */
export function explainConnectionError(error: unknown, url: string): Refusal {
  const where = describeUrl(url)
  const { code, text } = readError(error)
  const refuse = (reason: string, message: string) =>
    new Refusal('SERVICE_UNAVAILABLE', message, { cause: error, data: { reason } })
  if (code === '28000' && /no encryption|SSL off/i.test(text)) {
    return refuse(
      'DATABASE_TLS',
      `The database at ${where} takes only encrypted connections from here: add ?sslmode=verify-full to DATABASE_URL, and for an authority of your own &sslrootcert=FILE with its certificate (PEM).`,
    )
  }
  if (code === '42501') {
    return refuse(
      'DATABASE_RIGHTS',
      `The user of DATABASE_URL may not make tables in the database at ${where} (${text}). Make it the owner of that database, or grant it create on the database and on its schema public.`,
    )
  }
  if (code === '28P01' || code === '28000') {
    return refuse(
      'DATABASE_AUTH_FAILED',
      `The database at ${where} refused the user name or the password. Correct them in DATABASE_URL.`,
    )
  }
  if (code === '3D000') {
    return refuse(
      'DATABASE_MISSING',
      `The server at ${where} has no database of that name. Create it, or correct the end of DATABASE_URL.`,
    )
  }
  if (code === '53300') {
    return refuse(
      'DATABASE_FULL',
      `The database at ${where} takes no more connections. Raise its max_connections, or lower DATABASE_POOL_SIZE.`,
    )
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return refuse('DATABASE_UNREACHABLE', `No such host: the database at ${where}. Correct DATABASE_URL.`)
  }
  const failure = explainTlsFailure(where, code, text)
  if (failure !== null) return refuse('DATABASE_TLS', failure)
  return refuse(
    'DATABASE_UNREACHABLE',
    `The database at ${where} cannot be reached (${text}). See that it runs and that DATABASE_URL is right; without DATABASE_URL the built-in one is used.`,
  )
}

/** What the driver and Node (its documentation, "X509 certificate error codes") say of encryption that did not come about. */
function explainTlsFailure(where: string, code: string | undefined, text: string): string | null {
  if (code === 'ENOENT' || code === 'EACCES') {
    return `A file that DATABASE_URL names cannot be read (${text}): correct sslrootcert, sslcert or sslkey in it.`
  }
  if (/^(SELF_SIGNED|DEPTH_ZERO|UNABLE_TO)_\w*(CERT|SIGNATURE|ISSUER)/.test(code ?? '')) {
    return `The authority that signed the certificate of the database at ${where} is not known here (${text}): name the file with its certificate (PEM) in DATABASE_URL, ?sslmode=verify-full&sslrootcert=FILE.`
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `The certificate of the database at ${where} is for other names (${text}): write one of these as host of DATABASE_URL.`
  }
  if (/does not support SSL/i.test(text)) {
    return `The database at ${where} takes no encrypted connections: switch ssl on in that server, or leave sslmode out of DATABASE_URL.`
  }
  if (!/certificate|SSL|TLS/i.test(text)) return null
  return `The encrypted connection to the database at ${where} failed (${text}): correct sslmode, sslrootcert, sslcert or sslkey in DATABASE_URL.`
}

/** Host, port and database of a connection string, never its user or password. */
export function describeUrl(url: string): string {
  try {
    const { hostname, port, pathname } = new URL(url)
    return `${hostname}:${port === '' ? '5432' : port}${pathname}`
  } catch {
    return 'DATABASE_URL'
  }
}

/** True while the server starts, recovers or is about to stop: 57P03. */
export function isStartingUp(error: unknown): boolean {
  return readError(error).code === '57P03'
}

/** True when nothing answers where the server was, or it went away while it was being asked. */
export function isServerGone(error: unknown): boolean {
  const { code, text } = readError(error)
  return (
    /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|57P01|57P02)$/.test(code ?? '') ||
    /connection terminated|timeout exceeded when trying to connect/i.test(text)
  )
}

/** What a caller is told whose call met a database that is away; null for every other error. */
export function toAwayRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal || !(isServerGone(error) || isStartingUp(error))) return null
  return new Refusal(
    'SERVICE_UNAVAILABLE',
    'The database is away at the moment. Call again in a few seconds, with the same Idempotency-Key if the call had one.',
    { data: { reason: 'DATABASE_UNAVAILABLE' }, cause: error },
  )
}

/**
 * What a caller is told who named something that was there when it was looked up and was removed before the row that
 * belongs to it was written: 23503, the violated foreign key. Calling a moment later is answered the same. Null for
 * every other error.
 */
export function toRemovedRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal || readError(error).code !== '23503') return null
  return new Refusal(
    'NOT_FOUND',
    'Something that this call is about was removed while it was under way, and nothing was changed. Look up what is left, and call again without it.',
    { cause: error },
  )
}

/** True when the server asks to run the whole transaction once more: serialization failure or deadlock. */
export function isRetryableConflict(error: unknown): boolean {
  const { code } = readError(error)
  return code === '40001' || code === '40P01'
}

/** True when a row broke a unique index: another has those values already. */
export const isUniqueViolation = (error: unknown): boolean => readError(error).code === '23505'

/** The SQLSTATE or system code of an error, looking through wrappers. */
export function readErrorCode(error: unknown): string | undefined {
  return readError(error).code
}

function readError(error: unknown): { code: string | undefined; text: string } {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; depth += 1) {
    if ('code' in current && typeof current.code === 'string') {
      return { code: current.code, text: current.message || current.code }
    }
    const nested: unknown = current instanceof AggregateError ? current.errors[0] : current.cause
    if (nested === undefined) return { code: undefined, text: current.message }
    current = nested
  }
  return { code: undefined, text: error instanceof Error ? error.message : String(error) }
}
