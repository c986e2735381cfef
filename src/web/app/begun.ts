declare global {
  /** Answers that `public/begin.js` asked for, by path and body. */
  var parleyBegun: Map<string, Promise<Response>> | undefined
}

/** The answer to a call that was begun before this script was there, once; undefined when it was not. */
export function takeBegun(path: string, input?: unknown): Promise<Response> | undefined {
  const key = input === undefined ? path : `${path} ${JSON.stringify(input)}`
  const answer = globalThis.parleyBegun?.get(key)
  globalThis.parleyBegun?.delete(key)
  return answer
}

/** Once the first page has asked for what it needs: who asks later wants to know how it is then. */
export function forgetBegun(): void {
  globalThis.parleyBegun?.clear()
}
