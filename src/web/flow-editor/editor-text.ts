import type * as en from '../i18n/en/editor/editor.ts'
import { createTextHook } from '../i18n/text-hook.ts'

export type EditorText = typeof en

/** The strings of the editor. */
export const useEditorText = createTextHook<EditorText, EditorText>(
  {
    en: () => import('../i18n/en/editor/editor.ts'),
    pt: () => import('../i18n/pt/editor/editor.ts'),
    es: () => import('../i18n/es/editor/editor.ts'),
  },
  (text) => text,
)

/** What a node is called on the screen: its own label, else the name of its type. */
export function nameNode(
  { nodes }: EditorText,
  type: string,
  data: Readonly<Record<string, unknown>>,
): string {
  const label = typeof data.label === 'string' ? data.label.trim() : ''
  return label || nameType({ nodes }, type)
}

export function nameType({ nodes }: Pick<EditorText, 'nodes'>, type: string): string {
  return nodes.types[type]?.name ?? nodes.unknown(type)
}

/** What an exit is called: the words of the person who drew it, else those of the catalogue. */
export function nameExit({ nodes }: EditorText, exit: { id: string; label: string | null }): string {
  return exit.label ?? nodes.exits[exit.id] ?? exit.id
}
