import { spawnSync } from 'node:child_process'
import { closeSync, constants, openSync, rmSync } from 'node:fs'
import { Refusal } from '../../core/errors.ts'
import { isErrno } from '../../platform/process/process-identity.ts'

/**
 * A named pipe that keeps the server alive: every process that uses the server holds its writing end, and the
 * shell that started the server reads the other. When the last user ends, by whatever death, the reader sees
 * the end of the pipe and stops the server. So nothing is left running, and a user may outlive the starter.
 */
export interface Guard {
  /** Lets go of the server; the last one to do so stops it. */
  release(): void
}

/** The shell that waits for the end of its standard input, then stops the server in $p and waits for it. */
export const GUARD_SCRIPT = '"$0" "$@" </dev/null & p=$!; cat >/dev/null; kill -INT $p 2>/dev/null; wait $p'

/** Takes part in keeping a running server alive. Undefined when nothing guards it any more. */
export function joinGuard(pipe: string): Guard | undefined {
  try {
    return createGuard(openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK))
  } catch (error) {
    if (isErrno(error, 'ENXIO', 'ENOENT')) return undefined
    throw error
  }
}

/**
 * Makes the pipe and opens both ends: the guard for us, and the reading end to hand to the shell as its
 * standard input. The caller closes its copy of the reading end after spawning.
 */
export function createGuardPipe(pipe: string): { guard: Guard; readEnd: number } {
  rmSync(pipe, { force: true })
  const made = spawnSync('mkfifo', ['-m', '600', pipe], { encoding: 'utf8' })
  if (made.status !== 0) {
    throw new Refusal(
      'SERVICE_UNAVAILABLE',
      `A named pipe could not be made at ${pipe} (${made.error?.message ?? made.stderr.trim()}). Choose a DATA_DIR on a local disk, or set DATABASE_URL.`,
      { data: { reason: 'DATA_DIR_UNUSABLE' } },
    )
  }
  const opened: number[] = []
  const openEnd = (flags: number): number => {
    const descriptor = openSync(pipe, flags)
    opened.push(descriptor)
    return descriptor
  }
  try {
    // Opened for both directions first, because opening one end alone waits for the other.
    const both = openEnd(constants.O_RDWR | constants.O_NONBLOCK)
    const readEnd = openEnd(constants.O_RDONLY)
    const writeEnd = openEnd(constants.O_WRONLY | constants.O_NONBLOCK)
    closeSync(both)
    return { guard: createGuard(writeEnd), readEnd }
  } catch (error) {
    opened.forEach(closeSync)
    throw error
  }
}

function createGuard(descriptor: number): Guard {
  let isOpen = true
  return {
    release() {
      if (!isOpen) return
      isOpen = false
      closeSync(descriptor)
    },
  }
}
