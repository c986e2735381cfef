import { Dialog } from '../../ui/messages/dialog.tsx'
import { useEditor, useStoreValue } from '../editor-context.tsx'
import { useEditorText } from '../editor-text.ts'
import { useKeyNames } from '../hooks/key-names.ts'
import { KEYMAP } from '../model/canvas/keymap.ts'

/** Keys that are no commands: those of the clipboard, and those held while the mouse moves. */
const OTHERS = [
  { command: 'clipboard', keys: ['Mod+C', 'Mod+X', 'Mod+V'] },
  { command: 'pan', keys: ['SPACE+DRAG'] },
  { command: 'choose', keys: ['Shift+DRAG'] },
] as const

/** All keys of the editor. */
export function HelpDialog() {
  const { canvas } = useEditorText()
  const { view } = useEditor()
  const { isHelpOpen } = useStoreValue(view)
  const show = useKeyNames()
  return (
    <Dialog
      open={isHelpOpen}
      onOpenChange={(isOpen) => view.set({ ...view.get(), isHelpOpen: isOpen })}
      title={canvas.helpTitle}
      description={canvas.helpBody}
    >
      <dl className="divide-y divide-line text-sm">
        {[...KEYMAP, ...OTHERS].map(({ command, keys }) => (
          <div key={command} className="flex items-center justify-between gap-4 py-1.5">
            <dt>{canvas.commands[command]}</dt>
            <dd className="flex flex-wrap justify-end gap-1.5">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="rounded-md border border-line bg-sunken px-1.5 py-0.5 font-sans text-xs whitespace-nowrap"
                >
                  {show(key)}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
