import { type InboxMessage, keyOf } from '../../chat-data.ts'
import { newId, toFileMessage, type Underway, type Unsent, type useSend } from './composing.ts'

/** Files that were sent, by when: several that are refused one by one come back in their order. */
const sentAt = new WeakMap<File, number>()
let sentFiles = 0

/** Files of which nobody knows whether they arrived. */
export const unsureOf = new WeakMap<File, Unsent>()

export const inOrderOfSending = (files: readonly File[]): File[] =>
  files.toSorted(
    (a, b) => (sentAt.get(a) ?? Number.MAX_SAFE_INTEGER) - (sentAt.get(b) ?? Number.MAX_SAFE_INTEGER),
  )

export const quote = (replyTo: InboxMessage | null) => (replyTo ? { quoted: keyOf(replyTo) } : {})

interface FilesSent {
  replyTo: InboxMessage | null
  seen: Underway['seen']
  onUnread: (left: readonly File[], words: string) => void
}

/**
 * The same message keeps its id while nobody knows whether it arrived, so that it is not shown twice; then it asks for just
 * what it asked for.
 */
export function chooseId(
  unsent: Unsent | null,
  message: Underway['message'],
  seen: Underway['seen'],
): Pick<Underway, 'id' | 'seen'> {
  const isSame = unsent && !unsent.isSure && JSON.stringify(unsent.message) === JSON.stringify(message)
  return isSame ? { id: unsent.id, seen: unsent.seen } : { id: newId(), seen }
}

/** The same message once more; of what somebody else answered meanwhile the person knows by now. */
function toRepeat(one: Unsent): Underway {
  const { text, kind, message, written, seen, isAnswered } = one
  const again = { ...chooseId(one, message, isAnswered ? undefined : seen), text, kind, message }
  return written ? { ...again, written } : again
}

/** Sends what was refused once more, in its order. */
export function repeat(send: ReturnType<typeof useSend>, these: readonly Unsent[]): void {
  for (const one of these) send.mutate(toRepeat(one))
}

/** WhatsApp shows no words with a sound. */
const isSound = (file: File | undefined): boolean => file?.type.startsWith('audio/') === true

/**
 * What is written beside files goes with the first of them, before it where that is a sound. `onUnread` gets back what could
 * not be read any more, and what was to follow it.
 */
export async function sendFiles(
  send: ReturnType<typeof useSend>,
  files: readonly File[],
  words: string,
  { replyTo, seen, onUnread }: FilesSent,
): Promise<void> {
  const quoted = quote(replyTo)
  const call = newId()
  for (const file of files) sentAt.set(file, ++sentFiles)
  const isApart = words !== '' && isSound(files[0])
  if (isApart) {
    const message = { text: words, ...quoted }
    send.mutate({
      ...{ id: newId(), text: words, kind: 'text', message, seen },
      written: { words, file: null, replyTo, call },
    })
  }
  for (const [i, file] of files.entries()) {
    const caption = i === 0 && !isApart ? words : ''
    const content = await toFileMessage(file, caption).catch(() => null)
    if (content === null) return onUnread(files.slice(i), caption)
    const message = { ...content, ...quoted }
    const kind = Object.keys(content)[0] ?? 'document'
    const written = { words: caption, file, replyTo, call }
    send.mutate({
      ...chooseId(unsureOf.get(file) ?? null, message, seen),
      text: null,
      kind,
      message,
      written,
    })
  }
}
