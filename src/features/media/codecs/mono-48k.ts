import { OPUS_RATE } from './opus-file.ts'

/** Samples from -1 to 1, one array a channel. */
export interface Sound {
  channelData: readonly Float32Array[]
  sampleRate: number
}

const NOTHING = new Float32Array(0)

function mix(channels: readonly Float32Array[]): Float32Array {
  const [only = NOTHING, ...others] = channels
  if (others.length === 0) return only
  const mono = new Float32Array(only.length)
  for (let at = 0; at < mono.length; at++) {
    let sum = 0
    for (const channel of channels) sum += channel[at] ?? 0
    mono[at] = sum / channels.length
  }
  return mono
}

/** The curve through two samples that also fits those around them, at `t` of the way. */
function between(a: number, b: number, c: number, d: number, t: number): number {
  const slope = (c - a) / 2
  const bend = a - 2.5 * b + 2 * c - d / 2
  const twist = (d - a) / 2 + 1.5 * (b - c)
  return ((twist * t + bend) * t + slope) * t + b
}

/** Makes mono sound of 48 kHz out of any, piece by piece. Two pieces of another rate are told apart by a new one. */
export function createMono48k(sampleRate: number): (channels: readonly Float32Array[]) => Float32Array {
  // Of rates far above, neighbours are averaged first: what 48 kHz cannot hold would come back as noise.
  const factor = Math.max(1, Math.floor(sampleRate / OPUS_RATE))
  const step = sampleRate / factor / OPUS_RATE
  let pending: Float32Array = NOTHING
  let held: Float32Array = new Float32Array(1)
  let position = 1

  function average(mono: Float32Array): Float32Array {
    if (factor === 1) return mono
    const all = joined(pending, mono)
    const averaged = new Float32Array(Math.floor(all.length / factor))
    for (let at = 0; at < averaged.length; at++) {
      let sum = 0
      for (let of = 0; of < factor; of++) sum += all[at * factor + of] ?? 0
      averaged[at] = sum / factor
    }
    pending = all.slice(averaged.length * factor)
    return averaged
  }

  return (channels) => {
    const mono = average(mix(channels))
    if (step === 1) return mono
    const all = joined(held, mono)
    const out = new Float32Array(Math.max(0, Math.ceil((all.length - 2 - position) / step)))
    let made = 0
    for (; position < all.length - 2 && made < out.length; position += step) {
      const at = Math.floor(position)
      const [a = 0, b = 0, c = 0, d = 0] = all.subarray(at - 1, at + 3)
      out[made] = between(a, b, c, d, position - at)
      made += 1
    }
    const kept = Math.max(0, Math.min(all.length, Math.floor(position) - 1))
    held = all.slice(kept)
    position -= kept
    return out.subarray(0, made)
  }
}

function joined(first: Float32Array, second: Float32Array): Float32Array {
  const all = new Float32Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}
