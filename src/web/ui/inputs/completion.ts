import { type RefObject, useEffect, useRef, useState } from 'react'
import { rewriteField } from './rewrite-field.ts'

/** Where something is written; it keeps the focus, and its keys choose from the list. */
export type CompletedField = RefObject<HTMLTextAreaElement | null>

/** What is typed behind a sign such as `/`, and where the sign stands. */
export interface AskedWord {
  from: number
  query: string
}

/** What is asked for where the caret stands; null where nothing is, and where the list was closed. `find` looks in the text. */
export function useAsked(
  { field, draft }: { field: CompletedField; draft: string },
  find: (text: string, caret: number) => AskedWord | null,
) {
  const [asked, setAsked] = useState<AskedWord | null>(null)
  /** Where the list was closed by Escape, it stays closed. */
  const closedAt = useRef(-1)
  useEffect(() => {
    const control = field.current
    const found = control && document.activeElement === control && find(draft, control.selectionStart)
    if (!found) closedAt.current = -1
    setAsked(found && found.from !== closedAt.current ? found : null)
  }, [field, draft, find])
  useEffect(() => {
    const control = field.current
    const close = () => setAsked(null)
    control?.addEventListener('blur', close)
    return () => control?.removeEventListener('blur', close)
  }, [field])
  const close = () => {
    closedAt.current = asked?.from ?? -1
    setAsked(null)
  }
  return { asked, close }
}

/** Puts a text in the place of what was typed to find it, the sign included; the caret is behind it. `onDraft` gets the whole. */
export function putInPlace(
  control: HTMLTextAreaElement,
  { asked, by, onDraft }: { asked: AskedWord; by: string; onDraft: (draft: string) => void },
): void {
  const before = control.value.slice(0, asked.from) + by
  const after = control.value.slice(asked.from + asked.query.length + 1)
  rewriteField(control, () => onDraft(before + after), before.length)
}

/** Keys of the field go here first; what is done with one by `take` goes no further. */
export function useKeys(field: CompletedField, take: (key: string) => boolean): void {
  useEffect(() => {
    const control = field.current
    const onKey = (event: KeyboardEvent) => {
      if (event.shiftKey || event.isComposing || !take(event.key)) return
      event.preventDefault()
      event.stopPropagation()
    }
    control?.addEventListener('keydown', onKey)
    return () => control?.removeEventListener('keydown', onKey)
  })
}

/** Ties the field to the list, so that who hears the screen hears what is chosen. */
export function useTied(field: CompletedField, listId: string, activeId: string | undefined): void {
  useEffect(() => {
    const control = field.current
    if (!control || activeId === undefined) return
    const tie = { 'aria-autocomplete': 'list', 'aria-controls': listId, 'aria-activedescendant': activeId }
    for (const [name, value] of Object.entries(tie)) control.setAttribute(name, value)
    return () => {
      for (const name of Object.keys(tie)) control.removeAttribute(name)
    }
  }, [field, listId, activeId])
}
