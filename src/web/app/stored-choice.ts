const PREFIX = 'parley.'

/** A choice this browser remembers, or undefined; browsers may forbid storage, and then nothing is remembered. */
export function readChoice<const T extends string>(name: string, allowed: readonly T[]): T | undefined {
  try {
    const stored = localStorage.getItem(PREFIX + name)
    return allowed.find((value) => value === stored)
  } catch {
    return undefined
  }
}

export function writeChoice(name: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value)
  } catch {
    // Without storage the choice lasts until the page is left.
  }
}
