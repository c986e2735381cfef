/** How a message on its way is shown, and known again once it is stored. */
export interface ShownUnderway {
  text: string | null
  kind: string
  written?: { words: string }
}

interface Stored {
  message: { id: string; fromMe: boolean; type: string; text: string | null }
}

interface Pending<Shown> {
  underway: Shown
  /** Messages of the account that stood in the conversation before it went on its way. */
  stood: ReadonlySet<string>
}

const isOf = ({ text, kind, written }: ShownUnderway, { message }: Stored): boolean =>
  message.type === kind && (message.text ?? '') === (text ?? written?.words ?? '')

/**
 * What is on its way without what stands in the conversation already. A stored message does not name the call that sends
 * it, so it is known by being new and saying the same; of equal ones each stored message answers for one, the oldest first.
 * `settled` are ids of messages whose calls have ended: they stand for no other.
 * `messages` are newest first.
 */
export function dropStored<Shown extends ShownUnderway>(
  pending: readonly Pending<Shown>[],
  messages: readonly Stored[],
  settled: ReadonlySet<string | undefined>,
): Shown[] {
  const left = messages.filter(({ message }) => message.fromMe && !settled.has(message.id)).reverse()
  return pending.flatMap(({ underway, stood }) => {
    const found = left.findIndex((one) => !stood.has(one.message.id) && isOf(underway, one))
    if (found < 0) return [underway]
    left.splice(found, 1)
    return []
  })
}
