import type { AddressPolicy } from '../../address-policy.ts'
import type { FlowDefinition, FlowNode } from '../definition.ts'
import { type Finding, finding, type Issue } from '../findings.ts'
import { type ContactText, listContactTexts } from '../languages/contact-texts.ts'
import { findPlaceholderProblem } from '../languages/placeholders.ts'
import { readTranslation, stateOf, textsOf, translateDefinition } from '../languages/translate.ts'
import { findNodeType } from '../nodes/registry.ts'
import type { GraphView } from './graph.ts'
import type { ValidationContext } from './triggers.ts'

/** What each language lacks and what no longer fits: one finding a kind and a node, which names its languages. */
export function checkLanguages(view: GraphView, { addresses = null }: ValidationContext): Issue[] {
  const { definition } = view
  const { languages } = definition.settings
  if (!languages || languages.others.length === 0) return []
  const texts = listContactTexts(definition)
  const found = new FoundByNode()
  for (const language of languages.others) {
    const said = textsOf(languages, language)
    for (const text of texts) {
      const state = stateOf(text, said)
      if (state !== 'there') found.note(text.nodeId, state, language)
      const translation = readTranslation(said, text.key)
      if (translation === undefined || text.kind === 'words') continue
      if (findPlaceholderProblem(text.text, translation) !== null) found.note(text.nodeId, 'unfit', language)
    }
  }
  return [...found.issues(), ...languages.others.flatMap((one) => checkLanguage(view, one, texts, addresses))]
}

type Kind = 'missing' | 'stale' | 'unfit'

const FINDINGS = {
  missing: (languages: string) => finding('TRANSLATION_MISSING', { languages }),
  stale: (languages: string) => finding('TRANSLATION_STALE', { languages }),
  unfit: (languages: string) => finding('TRANSLATION_UNFIT', { languages }),
} satisfies Record<Kind, (languages: string) => Finding>

const CODES = {
  missing: 'TRANSLATION_MISSING',
  stale: 'TRANSLATION_STALE',
  unfit: 'TRANSLATION_UNFIT',
} as const

/** The languages of each kind of finding by node. */
class FoundByNode {
  private readonly byPlace = new Map<string, { nodeId: string | null; kind: Kind; languages: Set<string> }>()

  note(nodeId: string | null, kind: Kind, language: string): void {
    const place = `${kind} ${nodeId}`
    const known = this.byPlace.get(place) ?? { nodeId, kind, languages: new Set<string>() }
    known.languages.add(language)
    this.byPlace.set(place, known)
  }

  issues(): Issue[] {
    return [...this.byPlace.values()].map(({ nodeId, kind, languages }) => ({
      code: CODES[kind],
      severity: 'warning',
      ...FINDINGS[kind]([...languages].join(', ')),
      ...(nodeId === null ? {} : { nodeId }),
    }))
  }
}

/** What its type refuses in a language, and texts that cannot be rendered: such a text would never be sent. */
function checkLanguage(
  { definition, snapshot }: GraphView,
  language: string,
  texts: readonly ContactText[],
  addresses: AddressPolicy | null,
): Issue[] {
  const said = translateDefinition(definition, language)
  const broken = new Set(
    said.nodes.flatMap((node, index) => {
      const original = definition.nodes[index]
      if (original === undefined || node === original || !snapshot.nodes.has(node.id)) return []
      return isBroken(node, original, said, addresses) ? [node.id] : []
    }),
  )
  const own = textsOf(definition.settings.languages, language)
  for (const { key, nodeId, kind } of texts) {
    const text = readTranslation(own, key)
    if (text === undefined || kind === 'words') continue
    if (!snapshot.expressions.template(text).ok) broken.add(nodeId ?? '')
  }
  return [...broken].map((nodeId) => ({
    code: 'INVALID_DATA',
    severity: 'error',
    ...finding('TRANSLATION_BROKEN', { language }),
    ...(nodeId === '' ? {} : { nodeId }),
  }))
}

function isBroken(
  node: FlowNode,
  original: FlowNode,
  said: FlowDefinition,
  addresses: AddressPolicy | null,
): boolean {
  const type = findNodeType(node.type)
  const bound = type?.bind(node.id, node.data)
  if (!bound?.ok) return true
  const before = type?.bind(original.id, original.data)
  const known = before?.ok ? before.node.check(said, addresses).length : 0
  return bound.node.check(said, addresses).length > known
}
