declare global {
  /** Answers that `public/begin.js` asked for, by path and body. */
  var parleyPrefetched: Map<string, Promise<Response>> | undefined
}

/** The answer to a call that was begun before this script was there, once; undefined when it was not. */
export function takePrefetched(path: string, input?: unknown): Promise<Response> | undefined {
  const key = input === undefined ? path : `${path} ${JSON.stringify(input)}`
  const answer = globalThis.parleyPrefetched?.get(key)
  globalThis.parleyPrefetched?.delete(key)
  return answer
}

/** Once the first page has asked for what it needs: who asks later wants to know how it is then. */
export function dropPrefetched(): void {
  globalThis.parleyPrefetched?.clear()
}
