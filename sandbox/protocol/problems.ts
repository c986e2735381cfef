import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import type { Companion } from '../state/companion.ts'
import type { Network } from '../state/network.ts'

/** Puts on record that a client did something a real network or phone would refuse, ignore or correct. */
export function noteProblem(
  network: Network,
  { record: { number, device } }: Companion,
  stanza: BinaryNode,
  rule: string,
  detail: string,
): void {
  network.recorder.addProblem({ at: network.now(), number, device, rule, detail, stanza })
}
