/** Resolves with the first SIGINT or SIGTERM; a second one ends the process at once. */
export function waitForSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let asked = false
    const handle = (signal: NodeJS.Signals): void => {
      if (asked) process.exit(1)
      asked = true
      resolve(signal)
    }
    process.on('SIGINT', handle)
    process.on('SIGTERM', handle)
  })
}
