/** What the codes mean with which the network refuses, as those of HTTP: words of a language, to stand in a sentence after a colon. */
interface NetworkCodeWords {
  /** 400 and 406. */
  notTaken: string
  /** 401, 403 and 405. */
  notAllowed: string
  /** 404 and 410. */
  notFound: string
  /** From 500 on. */
  failed: string
}

const NOT_TAKEN = new Set([400, 406])
const NOT_ALLOWED = new Set([401, 403, 405])
const NOT_FOUND = new Set([404, 410])
const FIRST_OF_SERVERS = 500
const LAST_OF_SERVERS = 599

/** Null for a code that is not known to mean anything. */
export function meaningOf(words: NetworkCodeWords, code: number): string | null {
  if (NOT_TAKEN.has(code)) return words.notTaken
  if (NOT_ALLOWED.has(code)) return words.notAllowed
  if (NOT_FOUND.has(code)) return words.notFound
  return code >= FIRST_OF_SERVERS && code <= LAST_OF_SERVERS ? words.failed : null
}
