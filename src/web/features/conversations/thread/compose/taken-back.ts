import { useEffect, useRef } from 'react'
import type { InboxMessage } from '../../chat-data.ts'
import { type Unsent, useUnsent } from './composing.ts'
import { placeRefused, useRefused } from './refused.ts'
import { inOrderOfSending, unsureOf } from './send-files.ts'

/** Where a message is written, with what stands there beside the words. */
interface Field {
  clientId: string
  jid: string
  files: readonly File[]
  replyTo: InboxMessage | null
  editing: InboxMessage | null
  onFiles: (files: readonly File[]) => void
  onReply: (entry: InboxMessage) => void
}

/**
 * What was refused is where it was written again, or beside the field where that has something else. But for the rest of a press that
 * is sent anyway: who was asked at its first file and said so is not asked at each of the others, which `sendAgain` gets.
 */
export function useTakenBack(
  { clientId, jid, files, replyTo, editing, onFiles, onReply }: Field,
  [draft, setDraft]: [string, (words: string) => void],
  sendAgain: (these: readonly Unsent[]) => void,
) {
  const anyway = useRef(new Set<string>())
  const { refused, change, ...rest } = useRefused(clientId, jid)
  const { refused: failed, takeBack } = useUnsent(clientId, jid)
  const isFieldFree = draft === '' && files.length === 0 && replyTo === null && editing === null
  function putInField(these: readonly Unsent[]): void {
    const written = these.flatMap((one) => one.written ?? [])
    const words = written.find((one) => one.words)?.words
    if (words !== undefined) setDraft(words)
    const given = written.flatMap(({ file }) => file ?? [])
    for (const one of these) if (one.written?.file) unsureOf.set(one.written.file, one)
    if (given.length > 0) onFiles(inOrderOfSending([...given, ...files]))
    const reply = written.find((one) => one.replyTo)?.replyTo
    if (reply) onReply(reply)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refused message is taken back once
  useEffect(() => {
    const isRest = ({ isAnswered, written }: Unsent) =>
      isAnswered && written !== undefined && anyway.current.has(written.call)
    const { rest = [], back = [] } = Object.groupBy(takeBack(), (one) => (isRest(one) ? 'rest' : 'back'))
    sendAgain(rest)
    if (back.length === 0) return
    const placed = placeRefused(back, { isEmpty: isFieldFree, refused })
    change(() => placed.refused)
    putInField(placed.toField)
  }, [failed])
  return {
    ...rest,
    unsent: refused.inField,
    held: refused.held,
    isFieldFree,
    /** Whatever of the press in the field is still on its way goes too, whoever else answered. */
    noteAnyway(): void {
      const call = refused.inField?.written?.call
      if (call !== undefined) anyway.current.add(call)
    },
    writeAgain(one: Unsent): void {
      change(({ held }) => ({ inField: one, held: held.filter(({ id }) => id !== one.id) }))
      putInField([one])
    },
  }
}
