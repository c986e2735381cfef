/**
 * Waits for whichever comes first of several things that may happen, and a time. What happened while nobody waited ends the
 * next wait at once, so that nothing is missed between two looks.
 */
export class Wake {
  #hasHappened = false
  #end: (() => void) | null = null

  happened(): void {
    this.#hasHappened = true
    this.#end?.()
  }

  async wait(atMostMs: number): Promise<void> {
    if (!this.#hasHappened) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, atMostMs)
      this.#end = resolve
      await promise
      clearTimeout(timer)
      this.#end = null
    }
    this.#hasHappened = false
  }
}
