import { type FlowDefinition, type FlowSettings, VARIABLE_NAME } from '../definition.ts'
import { listFormulaReads } from '../expressions/formula/formula.ts'
import { listReads } from '../expressions/liquid.ts'
import { SPECIAL_NAMES } from '../expressions/plain-template.ts'
import { listContactTexts, sourceOf } from '../languages/contact-texts.ts'
import type { Translation } from '../languages/languages-schema.ts'
import { RESERVED_ROOTS } from '../nodes/fields/text-field.ts'
import { listScriptReads } from './script-reads.ts'
import { mapNodeData, type NodeVisitor } from './walk-node.ts'

/** A place of a flow that has to do with a variable; `nodeId` is null for the flow's own fallback text. */
export interface VariableUse {
  nodeId: string | null
  /** Dotted place in the node's data. */
  path: string
  kind: 'reads' | 'writes'
}

/** Why a variable cannot have a name; null for one it can have. `taken` are the names of the other variables. */
export function findNameProblem(
  name: string,
  taken: Iterable<string> = [],
): 'malformed' | 'reserved' | 'taken' | null {
  if (!VARIABLE_NAME.test(name)) return 'malformed'
  if (RESERVED_ROOTS.some((root) => root === name) || SPECIAL_NAMES.has(name)) return 'reserved'
  return [...taken].includes(name) ? 'taken' : null
}

/** A name in a text, with the span of the source that says it. */
interface NamePlace {
  name: string
  start: number
  end: number
  /** True where the name stands alone, without `vars.` before it. */
  isBare: boolean
}

type TextKind = Parameters<NodeVisitor['text']>[1]

const ROOTS: ReadonlySet<string> = new Set(RESERVED_ROOTS)
const OF_VARS = /vars\s*(?:\.\s*|\[\s*['"])/y

/** Where a text names variables of the run; nowhere in one that does not parse. */
function listNames(text: string, kind: TextKind, names: readonly string[] = []): NamePlace[] {
  if (kind === 'script') {
    return listScriptReads(text).map(({ name, at }) => ({
      name,
      start: at,
      end: at + name.length,
      isBare: false,
    }))
  }
  const reads = kind === 'formula' ? listFormulaReads(text) : listReads(text, kind)
  return (reads ?? []).flatMap(({ path: [root, name], at }): NamePlace[] => {
    if (names.includes(root)) return []
    if (!ROOTS.has(root)) return [{ name: root, start: at, end: at + root.length, isBare: true }]
    if (root !== 'vars' || name === null) return []
    OF_VARS.lastIndex = at
    const start = OF_VARS.test(text) ? OF_VARS.lastIndex : at
    return [{ name, start, end: start + name.length, isBare: false }]
  })
}

/** Every place where each variable of a flow is read or written, by the variable's name. */
export function listVariableUses({
  nodes,
  fallbackText,
  settings,
}: FlowDefinition): ReadonlyMap<string, readonly VariableUse[]> {
  const uses = new Map<string, VariableUse[]>()
  const add = (name: string, use: VariableUse) => {
    const known = uses.get(name)
    if (!known) uses.set(name, [use])
    else if (!known.some((other) => other.path === use.path && other.nodeId === use.nodeId)) known.push(use)
  }
  for (const node of nodes) {
    mapNodeData(node, {
      name(name, path) {
        if (name !== '') add(name, { nodeId: node.id, path, kind: 'writes' })
        return name
      },
      text(text, kind, path, names) {
        for (const { name } of listNames(text, kind, names))
          add(name, { nodeId: node.id, path, kind: 'reads' })
        return text
      },
    })
  }
  for (const { name } of listNames(fallbackText ?? '', 'template')) {
    add(name, { nodeId: null, path: 'fallbackText', kind: 'reads' })
  }
  for (const [language, texts] of Object.entries(settings.languages?.texts ?? {})) {
    for (const [key, { text }] of Object.entries(texts)) {
      const nodeId = key.slice(0, key.indexOf('.'))
      const place = {
        nodeId: nodes.some(({ id }) => id === nodeId) ? nodeId : null,
        path: `${language}: ${key}`,
      }
      for (const { name } of listNames(text, 'template')) add(name, { ...place, kind: 'reads' })
    }
  }
  return uses
}

/**
 * Gives a variable another name wherever the flow declares, writes or reads it: templates, expressions, conditions,
 * scripts, inputs and outputs. What called flows name their own variables stays. The caller asks `findNameProblem`
 * before. Answers the same definition when nothing names the variable.
 */
export function renameVariable(definition: FlowDefinition, from: string, to: string): FlowDefinition {
  const visitor: NodeVisitor = {
    name: (name) => (name === from ? to : name),
    text: (text, kind, _path, names) => (names.includes(from) ? text : renameInText(text, kind, from, to)),
  }
  const nodes = definition.nodes.map((node) => {
    const data = mapNodeData(node, visitor)
    return data === node.data ? node : { ...node, data }
  })
  const variables = definition.variables.map((variable) =>
    variable.name === from ? { ...variable, name: to } : variable,
  )
  const { fallbackText: text } = definition
  const fallbackText = text === null ? null : renameInText(text, 'template', from, to)
  const settings = renameInTranslations(definition, { ...definition, nodes, fallbackText }, from, to)
  const isSame =
    fallbackText === text &&
    settings === definition.settings &&
    nodes.every((node, index) => node === definition.nodes[index]) &&
    variables.every((variable, index) => variable === definition.variables[index])
  return isSame ? definition : { ...definition, nodes, variables, fallbackText, settings }
}

/** Translations follow, and stay as fresh as they were: what they were made of is renamed too. */
function renameInTranslations(
  before: FlowDefinition,
  after: FlowDefinition,
  from: string,
  to: string,
): FlowSettings {
  const { languages } = before.settings
  if (!languages) return before.settings
  const old = new Map(listContactTexts(before).map((text) => [text.key, sourceOf(text)]))
  const present = new Map(listContactTexts(after).map((text) => [text.key, sourceOf(text)]))
  let isSame = true
  const rename = ([key, { text, of }]: [string, Translation]): [string, Translation] => {
    const renamed = {
      text: renameInText(text, 'template', from, to),
      of: of === old.get(key) ? (present.get(key) ?? of) : of,
    }
    if (renamed.text !== text || renamed.of !== of) isSame = false
    return [key, renamed]
  }
  const texts = Object.fromEntries(
    Object.entries(languages.texts).map(([language, said]) => [
      language,
      Object.fromEntries(Object.entries(said).map(rename)),
    ]),
  )
  return isSame ? before.settings : { ...before.settings, languages: { ...languages, texts } }
}

function renameInText(text: string, kind: TextKind, from: string, to: string): string {
  // Tags can give names of their own, which would hide a bare one.
  const bare = kind === 'template' && text.includes('{%') ? `vars.${to}` : to
  return listNames(text, kind)
    .filter(({ name, start, end }) => name === from && text.slice(start, end) === from)
    .sort((a, b) => b.start - a.start)
    .reduce(
      (renamed, { start, end, isBare }) =>
        renamed.slice(0, start) + (isBare ? bare : to) + renamed.slice(end),
      text,
    )
}
