import { isLid, toPhoneNumber } from '../../core/addresses.ts'
import { useText } from './language.tsx'

const ENDING_CHARS = 4

/**
 * An address as people read it: the number, where it is one. A LID is none, and in its digits anybody would look for a number, so
 * it is called by its end alone, which tells two people apart.
 */
export function toReadable(jid: string, hidden: (ending: string) => string): string {
  if (isLid(jid)) return hidden(jid.slice(0, jid.indexOf('@')).slice(-ENDING_CHARS))
  return toPhoneNumber(jid) ?? jid
}

/** What somebody is called of whom no name is known. */
export function useReadable(): (jid: string) => string {
  const { hiddenNumber } = useText().chat
  return (jid) => toReadable(jid, hiddenNumber)
}
