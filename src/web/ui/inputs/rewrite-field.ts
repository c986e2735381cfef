import { flushSync } from 'react-dom'

/**
 * Changes the text of a field and sets its caret, or what is selected, before anything else happens: what is typed right after it
 * stands behind the caret, where a frame later it stood before it.
 */
export function rewriteField(
  control: HTMLInputElement | HTMLTextAreaElement | null,
  change: () => void,
  start: number,
  end = start,
): void {
  flushSync(change)
  control?.focus()
  control?.setSelectionRange(start, end)
}
