/** How many loudness values a voice note shows, and the loudest. */
export const WAVEFORM_POINTS = 64
export const WAVEFORM_MAX = 100

/** Samples that are measured as one: 20 ms at 48 kHz. */
const BLOCK_SAMPLES = 960

/** Measures loudness as sound goes by; `read` gives it in as many values as a voice note shows. */
export function createWaveform() {
  const blocks: number[] = []
  let sum = 0
  let counted = 0

  function closeBlock(): void {
    blocks.push(sum / counted)
    sum = 0
    counted = 0
  }

  return {
    add(samples: Float32Array): void {
      for (const sample of samples) {
        sum += Math.abs(sample)
        counted += 1
        if (counted === BLOCK_SAMPLES) closeBlock()
      }
    },
    read(): Uint8Array {
      if (counted > 0) closeBlock()
      const points = Array.from({ length: WAVEFORM_POINTS }, (_, point) => {
        const from = Math.floor((point * blocks.length) / WAVEFORM_POINTS)
        const to = Math.max(from + 1, Math.floor(((point + 1) * blocks.length) / WAVEFORM_POINTS))
        const part = blocks.slice(from, to)
        return part.reduce((total, block) => total + block, 0) / Math.max(1, part.length)
      })
      const loudest = Math.max(...points)
      return Uint8Array.from(points, (point) =>
        loudest > 0 ? Math.round((point / loudest) * WAVEFORM_MAX) : 0,
      )
    },
  }
}
