import type { WASocket } from 'baileys'

/** Holds outgoing frames back until what happened before them is durable. */
export interface CommitBarrier {
  /** Runs `write`, whose frame needs no commit that is still under way: its own has ended. */
  pass<T>(write: () => T): T
}

type Done = (error?: Error) => void

/** A write that fails ends the connection, which is how it is noticed. */
const ignoreOutcome: Done = () => {}

interface RawSocket {
  send(data: Uint8Array, done: Done): void
}

/**
 * The library answers a message (receipt, acknowledgement, question) as soon as it has handled it. This lets it go on
 * with the next one meanwhile, and keeps the promise at the last moment: no frame is written before every commit that
 * was handed over when it was made. Frames keep their order, which their encryption counts on. A frame whose commit
 * failed is never written; the connection ends then anyway.
 */
export function createCommitBarrier(
  socket: WASocket,
  pendingCommit: () => Promise<void> | null,
): CommitBarrier {
  const raw = (socket.ws as unknown as { socket: RawSocket }).socket
  const write = raw.send.bind(raw)
  let last: Promise<void> | null = null
  let isPassing = false

  async function writeAfter(before: Promise<void> | null, commit: Promise<void> | null, data: Uint8Array) {
    await before
    await commit
    write(data, ignoreOutcome)
  }

  raw.send = (data, done) => {
    const commit = isPassing ? null : pendingCommit()
    if (!last && !commit) {
      write(data, done)
      return
    }
    const mine = writeAfter(last, commit, data)
    last = mine
    mine.then(
      () => {
        if (last === mine) last = null
      },
      () => {},
    )
    // Whoever writes would wait for the commit otherwise, and everything behind it.
    queueMicrotask(done)
  }

  return {
    pass(work) {
      isPassing = true
      try {
        return work()
      } finally {
        isPassing = false
      }
    },
  }
}
