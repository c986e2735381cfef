import { randomUUID } from 'node:crypto'
import { type Sandbox, type SandboxOptions, startSandbox } from '../index.ts'

/**
 * What the times at which phones see their messages are drawn from in this test file; `PHONE_SEED` repeats those of a run that
 * failed.
 */
export const phoneSeed = process.env.PHONE_SEED ?? randomUUID()

/** Real phones take 50 to 500 ms (sandbox-truth.md, too kind 16); with none at all nothing would ever cross. */
const PHONE_DELAY = { minMs: 0, maxMs: 300 }

/**
 * Phones that see everything at once: for tests in which the library alone is the client and both sides write at the same
 * time. It damages sessions when messages cross (rc14 steps a ratchet before it checks the code), and sends nothing again
 * after a restart; our connector does neither.
 */
export const AT_ONCE = { minMs: 0, maxMs: 0 }

/** The network as tests have it: its phones see what is sent to them 0 to 300 ms later, unless the test says otherwise. */
export const startTestNetwork = (options: SandboxOptions = {}): Promise<Sandbox> =>
  startSandbox({ phoneDelay: PHONE_DELAY, phoneSeed, ...options })
