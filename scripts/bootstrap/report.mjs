/** A failure a person can act on: printed as one sentence, without a stack. */
export class BootstrapError extends Error {
  /** @override */
  name = 'BootstrapError'
}

/**
 * Tells the person what the bootstrap is doing. Always on stderr, so that a command's own output stays clean.
 * @param {string} sentence
 */
export function report(sentence) {
  process.stderr.write(`parley: ${sentence}\n`)
}
