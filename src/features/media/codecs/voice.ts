import { Worker } from 'node:worker_threads'
import { threadEnv } from '../../../platform/process/thread-env.ts'

/** What is read without help from outside. */
export type VoiceCodec = 'wav' | 'mp3' | 'flac' | 'vorbis' | 'opus'

export interface VoiceTask {
  path: string
  codec: VoiceCodec
  /** Where the voice note is written; null only to measure. */
  target: string | null
  maxSeconds: number
}

export interface VoiceFacts {
  seconds: number
  /** 64 loudness values of 0 to 100. */
  waveform: Uint8Array
}

export type VoiceFailure = 'UNREADABLE' | 'TOO_LONG' | 'TIMEOUT'

/** `why` is for the log. */
export type VoiceAnswer = ({ ok: true } & VoiceFacts) | { ok: false; code: VoiceFailure; why?: string }

/** Longer ones are refused: a voice note of an hour is a file. */
export const MAX_VOICE_SECONDS = 3_600
/** An hour takes about 90 s of a slow processor. */
const TIMEOUT_MS = 300_000
const THREAD = new URL('./voice-thread.ts', import.meta.url)

function runThread(task: VoiceTask): Promise<VoiceAnswer> {
  return new Promise((resolve) => {
    const thread = new Worker(THREAD, {
      workerData: task,
      env: threadEnv(),
      resourceLimits: { maxOldGenerationSizeMb: 128 },
    })
    let answer: VoiceAnswer | null = null
    const settle = (given: VoiceAnswer): void => {
      answer ??= given
      void thread.terminate()
    }
    const timer = setTimeout(() => settle({ ok: false, code: 'TIMEOUT' }), TIMEOUT_MS)
    thread.once('message', settle)
    thread.once('error', (error) => settle({ ok: false, code: 'UNREADABLE', why: String(error) }))
    // Only then is what it held open closed.
    thread.once('exit', () => {
      clearTimeout(timer)
      resolve(answer ?? { ok: false, code: 'UNREADABLE', why: 'its thread ended' })
    })
  })
}

/** Reads sound and writes voice notes, one file at a time, each in a thread of its own that ends with it. */
export function createVoice() {
  let last: Promise<unknown> = Promise.resolve()
  return (task: Omit<VoiceTask, 'maxSeconds'>): Promise<VoiceAnswer> => {
    const run = last.then(() => runThread({ ...task, maxSeconds: MAX_VOICE_SECONDS }))
    last = run
    return run
  }
}
