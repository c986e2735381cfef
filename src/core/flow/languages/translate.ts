import type { FlowDefinition, FlowNode } from '../definition.ts'
import { foldKeyword } from '../expressions/fold.ts'
import {
  type ContactText,
  FLOW_TEXTS,
  listContactTexts,
  mapNodeTexts,
  sourceOf,
  toWordList,
} from './contact-texts.ts'
import type { FlowLanguages, Translation } from './languages-schema.ts'

type Texts = Readonly<Record<string, Translation>>

/** The texts of one language by key; none for the main one. */
export function textsOf(languages: FlowLanguages | undefined, language: string): Texts {
  const { texts = {} } = languages ?? {}
  return Object.hasOwn(texts, language) ? (texts[language] ?? {}) : {}
}

/** What a key says in one language; undefined when nobody said it, or nothing of it. */
export function readTranslation(texts: Texts, key: string): string | undefined {
  const found = Object.hasOwn(texts, key) ? texts[key]?.text : undefined
  return found === undefined || found.trim() === '' ? undefined : found
}

/** A node in one language, text by text: what has no translation stays in the main language. */
export function translateNode(node: FlowNode, texts: Texts): FlowNode {
  const said = mapNodeTexts(node, ({ key }) => readTranslation(texts, key))
  return said === node ? node : withOwnNames(node, said)
}

/**
 * Contacts may go on to answer with what an option is called in the main language, as long as no other option has that
 * name in theirs.
 */
function withOwnNames(node: FlowNode, said: FlowNode): FlowNode {
  const [before, after] = [optionsOf(node), optionsOf(said)]
  if (before.length === 0) return said
  const names = after.map((option) => new Set(namesOf(option).map((name) => foldKeyword(name))))
  const options = after.map((option, index) => {
    const own = names[index] ?? new Set<string>()
    const isFree = (name: string) => {
      const folded = foldKeyword(name)
      return !own.has(folded) && !/^\d{1,2}$/.test(folded) && !names.some((other) => other.has(folded))
    }
    const kept = namesOf(before[index] ?? {}).filter((name) => !name.includes('{') && isFree(name))
    const aliases = [...aliasesOf(option), ...new Set(kept)].slice(0, MAX_ALIASES)
    return aliases.length === 0 ? option : { ...option, aliases }
  })
  return { ...said, data: { ...said.data, options } }
}

/** An option has at most so many (`optionSchema`). */
const MAX_ALIASES = 20

type OptionData = Readonly<Record<string, unknown>>

const optionsOf = ({ type, data: { options } }: FlowNode): OptionData[] =>
  (type === 'menu' || type === 'menu.list') && Array.isArray(options)
    ? options.filter((option): option is OptionData => typeof option === 'object' && option !== null)
    : []

const aliasesOf = ({ aliases }: OptionData): string[] =>
  Array.isArray(aliases) ? aliases.filter((alias) => typeof alias === 'string') : []

const namesOf = (option: OptionData): string[] => [
  ...(typeof option.label === 'string' ? [option.label] : []),
  ...aliasesOf(option),
]

/** A flow as contacts of one language meet it. */
export function translateDefinition(definition: FlowDefinition, language: string): FlowDefinition {
  const { languages, synonyms } = definition.settings
  if (!languages || language === languages.main) return definition
  const texts = textsOf(languages, language)
  return {
    ...definition,
    nodes: definition.nodes.map((node) => translateNode(node, texts)),
    fallbackText: readTranslation(texts, `${FLOW_TEXTS}.fallbackText`) ?? definition.fallbackText,
    settings: {
      ...{ ...definition.settings, locale: language },
      ...(synonyms ? { synonyms: [...synonyms, ...synonymsOf(synonyms.length, texts)] } : {}),
    },
  }
}

function synonymsOf(count: number, texts: Texts): string[][] {
  return Array.from({ length: count }, (_, index) =>
    toWordList(readTranslation(texts, `${FLOW_TEXTS}.synonyms.${index}`) ?? ''),
  ).filter((group) => group.length > 1)
}

const LISTENING: ReadonlySet<string> = new Set(['trigger.keyword', 'trigger.main_menu'])

/** A trigger with its keywords of every language: whoever writes first may have no language yet. Other nodes stay. */
export function listenInAll(node: FlowNode, languages: FlowLanguages | undefined): FlowNode {
  if (!languages || !LISTENING.has(node.type)) return node
  return mapNodeTexts(node, ({ key, text }) => {
    const others = languages.others.flatMap(
      (language) => readTranslation(textsOf(languages, language), key) ?? [],
    )
    return others.length === 0 ? undefined : [...new Set([text, ...others].flatMap(toWordList))].join('\n')
  })
}

/** How a text stands in one language. */
export type TranslationState = 'missing' | 'stale' | 'there'

export function stateOf(text: ContactText, texts: Texts): TranslationState {
  if (readTranslation(texts, text.key) === undefined) return text.text === '' ? 'there' : 'missing'
  return texts[text.key]?.of === sourceOf(text) ? 'there' : 'stale'
}

/** A flow with one text said otherwise in one language; a blank one takes it back. */
export function putTranslation(
  definition: FlowDefinition,
  language: string,
  key: string,
  text: string,
): FlowDefinition {
  return putTranslations(definition, [{ language, key, text }])
}

/** A text that somebody translated. `of` names what it was made of where that is not the present text. */
export interface TranslatedText {
  language: string
  key: string
  text: string
  of?: number
}

/** A flow with texts said otherwise; those that no node has any more go. Languages and keys nobody knows are left out. */
export function putTranslations(definition: FlowDefinition, said: readonly TranslatedText[]): FlowDefinition {
  const { languages } = definition.settings
  if (!languages) return definition
  const known = new Map(listContactTexts(definition).map((text) => [text.key, text]))
  const texts = Object.fromEntries(
    languages.others.map((language) => {
      const present = Object.entries(textsOf(languages, language)).filter(([key]) => known.has(key))
      const changed = new Map<string, Translation>(present)
      for (const { key, text, of, ...one } of said) {
        const source = one.language === language ? known.get(key) : undefined
        if (!source) continue
        if (text.trim() === '') changed.delete(key)
        else changed.set(key, { text, of: of ?? sourceOf(source) })
      }
      return [language, Object.fromEntries(changed)]
    }),
  )
  return { ...definition, settings: { ...definition.settings, languages: { ...languages, texts } } }
}
