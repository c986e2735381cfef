const FREQUENCIES_HZ = [660, 880]
const NOTE_SEC = 0.16
const LOUDNESS = 0.12

/**
 * The sound of a notification: two short notes, made here. Browsers let a page sound only after somebody did something in it, so the
 * way is opened with the first press of a key or a button.
 */
export class OwnTone {
  #context: AudioContext | undefined
  readonly #ended = new AbortController()

  /** Opens the way with a gesture, once a sound is wanted. */
  awaitGesture(isWanted: () => boolean): void {
    const { signal } = this.#ended
    for (const gesture of ['pointerup', 'keydown'])
      addEventListener(gesture, () => isWanted() && this.unlock(), { signal, capture: true })
  }

  /** Does nothing where nobody did anything in this page yet. */
  unlock(): void {
    if (!('AudioContext' in globalThis) || navigator.userActivation?.hasBeenActive === false) return
    this.#context ??= new AudioContext()
    if (this.#context.state === 'suspended') void this.#context.resume().catch(() => {})
  }

  get canSound(): boolean {
    return this.#context?.state === 'running'
  }

  play(): void {
    const context = this.#context
    if (!context || !this.canSound) return
    for (const [index, frequency] of FREQUENCIES_HZ.entries()) {
      const begin = context.currentTime + index * NOTE_SEC
      const note = context.createOscillator()
      const loudness = context.createGain()
      note.frequency.value = frequency
      // It comes and goes softly: a note that is cut clicks.
      loudness.gain.setValueAtTime(0, begin)
      loudness.gain.linearRampToValueAtTime(LOUDNESS, begin + 0.02)
      loudness.gain.exponentialRampToValueAtTime(0.001, begin + NOTE_SEC)
      note.connect(loudness).connect(context.destination)
      note.start(begin)
      note.stop(begin + NOTE_SEC)
    }
  }

  close(): void {
    this.#ended.abort()
    void this.#context?.close().catch(() => {})
  }
}
