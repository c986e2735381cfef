import { useEffect } from 'react'
import { useNotify } from '../../ui/messages/notify.ts'
import { useCommands } from '../editor-commands.ts'
import { useEditor } from '../editor-context.tsx'
import { useEditorText } from '../editor-text.ts'
import { type Command, matchKey } from '../model/canvas/keymap.ts'

const TYPED_IN = 'input, textarea, select, [contenteditable="true"]'
/** Where keys belong to somebody else. */
const FOREIGN = '[role="dialog"], [role="menu"], [role="listbox"]'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(TYPED_IN) !== null
const isForeign = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(FOREIGN) !== null

/** A press that must stay with what has the focus: Enter on a button presses it, arrows scroll a list. */
function belongsToFocus(event: KeyboardEvent, command: Command): boolean {
  const { target } = event
  if (!(target instanceof Element) || target.closest('#editor-canvas')) return false
  const isControl = target.closest('button, a, [role="tab"], summary') !== null
  return (isControl && command === 'edit') || command === 'nudge'
}

/** The keys of the editor, for as long as it is open. */
export function useKeys(): void {
  const run = useCommands()
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isForeign(event.target)) return
      const command = matchKey(event, isTyping(event.target))
      if (!command || belongsToFocus(event, command)) return
      event.preventDefault()
      run(command, event)
    }
    addEventListener('keydown', handle)
    return () => removeEventListener('keydown', handle)
  }, [run])
}

/** Copy, cut and paste of nodes, by the browser's own events: no permission is asked for. */
export function useClipboard(): void {
  const { actions } = useEditor()
  const { canvas } = useEditorText()
  const { done } = useNotify()
  useEffect(() => {
    const isOurs = (event: ClipboardEvent) =>
      !(isTyping(event.target) || isForeign(event.target)) && (getSelection()?.isCollapsed ?? true)
    const take = (event: ClipboardEvent, isCut: boolean) => {
      const text = isOurs(event) ? actions.copy() : undefined
      if (text === undefined) return
      event.preventDefault()
      event.clipboardData?.setData('text/plain', text)
      done(canvas.copied(actions.store.get().selection.nodes.size))
      if (isCut) actions.removeSelected()
    }
    const copy = (event: ClipboardEvent) => take(event, false)
    const cut = (event: ClipboardEvent) => take(event, true)
    const paste = (event: ClipboardEvent) => {
      if (isTyping(event.target) || isForeign(event.target)) return
      const count = actions.paste(event.clipboardData?.getData('text/plain') ?? '')
      if (count > 0) done(canvas.pasted(count))
    }
    addEventListener('copy', copy)
    addEventListener('cut', cut)
    addEventListener('paste', paste)
    return () => {
      removeEventListener('copy', copy)
      removeEventListener('cut', cut)
      removeEventListener('paste', paste)
    }
  }, [actions, canvas, done])
}
