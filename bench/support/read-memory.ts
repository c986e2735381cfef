import { readFileSync, rmSync } from 'node:fs'
import type { Subject } from './subject.ts'

const LOOK_EVERY_MS = 50
/** A subject is idle once it used less of the processor than this in a second. */
const IDLE_MS_A_SECOND = 60

/** What a process holds after a collection, in bytes. */
export interface Memory {
  rss: number
  used: number
}

async function awaitIdle(subject: Subject): Promise<void> {
  for (let seconds = 0; seconds < 60; seconds += 1) {
    const before = subject.cpuMs()
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    if (seconds > 2 && subject.cpuMs() - before < IDLE_MS_A_SECOND) return
  }
}

/** Has it collect its garbage and tell what it holds; it was started with `memory-in-process.ts` and this MEMORY_FILE. */
export async function readMemory(subject: Subject, file: string): Promise<Memory> {
  rmSync(file, { force: true })
  process.kill(subject.pid, 'SIGUSR2')
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as Memory
    } catch (error) {
      if ((error as { code?: string }).code !== 'ENOENT') throw error
    }
  }
}

/** The same once it has nothing to do. */
export async function readIdleMemory(subject: Subject, file: string): Promise<Memory> {
  await awaitIdle(subject)
  return readMemory(subject, file)
}
