import { useEditorText } from '../editor-text.ts'

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Keys as this keyboard and this language call them. */
export function useKeyNames(): (keys: string) => string {
  const { canvas } = useEditorText()
  return (keys) =>
    keys
      .replaceAll('Mod', isMac() ? '⌘' : 'Ctrl')
      .replace('SPACE', canvas.space)
      .replace('DRAG', canvas.drag)
}
