let describePlaces = (text: string): string => text

/** For a program that was built into a few files: how places in these become places in the sources. */
export function describeStacksBy(describe: (text: string) => string): void {
  describePlaces = describe
}

/** The stack of an error, or its message where it has none, with places in the sources: for what is shown. */
export const showStack = (error: Error): string => describePlaces(error.stack ?? String(error))
