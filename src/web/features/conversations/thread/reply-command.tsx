import {
  type KeyboardEvent,
  lazy,
  type RefObject,
  Suspense,
  useCallback,
  useId,
  useRef,
  useState,
} from 'react'
import type { ChosenReply } from '../../replies/reply-menu.tsx'
import { findCommand } from '../../replies/reply-search.ts'
import { KeptFile } from './kept-file.ts'

const ReplyMenu = lazy(async () => ({ default: (await import('../../replies/reply-menu.tsx')).ReplyMenu }))

interface ReplyCommandProps {
  clientId: string
  jid: string
  field: RefObject<HTMLTextAreaElement | null>
  setDraft: (draft: string) => void
  onFile: (file: File) => void
}

/** `/` in the field of a message lists the canned replies; one that is chosen stands in its place, to be read before it is sent. */
export function useReplyCommand({ clientId, jid, field, setDraft, onFile }: ReplyCommandProps) {
  const id = useId()
  const keys = useRef<((key: string) => boolean) | null>(null)
  const [asked, setAsked] = useState<{ from: number; query: string } | null>(null)
  const [activeId, setActive] = useState<string>()
  /** Where the list was closed by Escape, it stays closed. */
  const closedAt = useRef(-1)
  const close = () => {
    setAsked(null)
    setActive(undefined)
  }
  const onActive = useCallback((next: string | undefined) => setActive(next), [])
  const choose = ({ text, file }: ChosenReply) => {
    const control = field.current
    if (!control || !asked) return
    const before = control.value.slice(0, asked.from) + text
    setDraft(before + control.value.slice(asked.from + asked.query.length + 1))
    if (file) onFile(new KeptFile(file))
    close()
    requestAnimationFrame(() => {
      control.focus()
      control.setSelectionRange(before.length, before.length)
    })
  }
  return {
    control: asked
      ? { 'aria-autocomplete': 'list' as const, 'aria-controls': id, 'aria-activedescendant': activeId }
      : {},
    /** After each change of the field. */
    onWrite({ value, selectionStart }: HTMLTextAreaElement): void {
      const found = findCommand(value, selectionStart)
      if (!found) closedAt.current = -1
      setAsked(found && found.from === closedAt.current ? null : found)
    },
    /** Whether the key was meant for the list. */
    onKeyDown(event: KeyboardEvent): boolean {
      if (!asked || event.shiftKey || event.nativeEvent.isComposing) return false
      if (event.key === 'Escape') {
        closedAt.current = asked.from
        close()
      } else if (!keys.current?.(event.key)) return false
      event.preventDefault()
      event.stopPropagation()
      return true
    },
    close,
    menu: asked && (
      <Suspense>
        <ReplyMenu
          id={id}
          clientId={clientId}
          jid={jid}
          query={asked.query}
          keys={keys}
          onActive={onActive}
          onChoose={choose}
        />
      </Suspense>
    ),
  }
}
