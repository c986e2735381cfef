interface Said {
  message: { timestamp: number }
}

interface Done {
  at: string
}

/**
 * Messages and what was done beside them, oldest first; both come newest first. Messages have whole seconds, so what was done
 * in the second of a message stands behind it. What is older than `from`, in milliseconds, waits for the messages of its time.
 */
export function sortByTime<Message extends Said, Entry extends Done>(
  messages: readonly Message[],
  entries: readonly Entry[],
  from: number,
): (Message | Entry)[] {
  const sorted: (Message | Entry)[] = []
  const left = entries.filter(({ at }) => Date.parse(at) >= from)
  for (const message of messages.toReversed()) {
    const saidAt = message.message.timestamp * 1_000
    for (let entry = left.at(-1); entry && Date.parse(entry.at) < saidAt; entry = left.at(-1)) {
      sorted.push(entry)
      left.pop()
    }
    sorted.push(message)
  }
  return [...sorted, ...left.toReversed()]
}
