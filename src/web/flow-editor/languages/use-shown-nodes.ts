import { useMemo, useRef } from 'react'
import { type FlowDefinition, type FlowNode, textsOf, translateNode } from '../../../core/flow/index.ts'
import { useEditor, usePiece } from '../editor-context.tsx'
import type { EditorView } from '../editor-view.ts'

const pickLanguage = ({ language }: EditorView) => language

/** The language that nodes are shown in: the one chosen above, as long as the flow speaks it; null for the main one. */
export function useShownLanguage({
  settings: { languages },
}: Pick<FlowDefinition, 'settings'>): string | null {
  const language = usePiece(useEditor().view, pickLanguage)
  return language !== null && languages?.others.includes(language) ? language : null
}

interface Shown {
  said: FlowNode
  language: string
}

/**
 * A flow whose nodes say what contacts of the chosen language read. Only for showing: what is edited is the document. A node
 * that stayed the same is the same object again, so that it is not drawn again.
 */
export function useShownDefinition(definition: FlowDefinition): FlowDefinition {
  const language = useShownLanguage(definition)
  const shown = useRef<{ texts: object; nodes: WeakMap<FlowNode, Shown> }>({
    texts: {},
    nodes: new WeakMap(),
  })
  return useMemo(() => {
    if (language === null) return definition
    const texts = textsOf(definition.settings.languages, language)
    if (shown.current.texts !== texts) shown.current = { texts, nodes: new WeakMap() }
    const { nodes } = shown.current
    const say = (node: FlowNode): FlowNode => {
      const known = nodes.get(node)
      if (known?.language === language) return known.said
      const said = translateNode(node, texts)
      nodes.set(node, { said, language })
      return said
    }
    return { ...definition, nodes: definition.nodes.map(say) }
  }, [definition, language])
}
