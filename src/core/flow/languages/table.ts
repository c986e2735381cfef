import type { FlowDefinition } from '../definition.ts'
import { hashText } from '../expressions/filters.ts'
import { findLanguage } from './choose-language.ts'
import { type ContactText, listContactTexts } from './contact-texts.ts'
import type { FlowLanguages } from './languages-schema.ts'
import { putTranslations, readTranslation, type TranslatedText, textsOf } from './translate.ts'

/** Names of the columns before the languages; a language tag never begins with a capital. */
const KEY = 'Key'
const PLACE = 'Place'
const KIND = 'Kind'

export interface TranslationTable {
  columns: string[]
  rows: Record<string, string>[]
}

/** Every text of a flow beside its translations, a column a language: what a translator is given. */
export function toTranslationTable(definition: FlowDefinition): TranslationTable {
  const { languages } = definition.settings
  if (!languages) return { columns: [KEY, PLACE, KIND], rows: [] }
  const { main, others } = languages
  const places = new Map(definition.nodes.map(({ id, type, data }) => [id, nameOf(type, data)]))
  const rows = listContactTexts(definition).map(({ key, nodeId, kind, text }) => ({
    [KEY]: key,
    [PLACE]: nodeId === null ? '' : (places.get(nodeId) ?? ''),
    [KIND]: kind,
    [main]: text,
    ...Object.fromEntries(
      others.map((language) => [language, readTranslation(textsOf(languages, language), key) ?? '']),
    ),
  }))
  return { columns: [KEY, PLACE, KIND, main, ...others], rows }
}

const nameOf = (type: string, { label }: Readonly<Record<string, unknown>>): string =>
  typeof label === 'string' && label !== '' ? `${label} (${type})` : type

/** What became of a table that came back. */
export interface TranslationImport {
  definition: FlowDefinition
  /** Cells that say something else than before. */
  changed: number
  /** Keys that no text of the flow has; what stands beside them is left out. */
  unknownKeys: string[]
  /** Columns that are no language of the flow. */
  unknownColumns: string[]
  /** Keys whose text in the flow is another one than the translator saw; their translations are stale. */
  staleKeys: string[]
}

/** The columns that stand for languages, and those that stand for none. */
function readColumns(languages: FlowLanguages, names: readonly string[]) {
  const columns = names
    .filter((name) => ![KEY, PLACE, KIND].includes(name))
    .map((name) => ({ name, language: findLanguage(languages, name) }))
  return {
    main: columns.find(({ language }) => language === languages.main)?.name,
    others: columns.flatMap(({ name, language }) =>
      language === null || language === languages.main ? [] : [{ name, language }],
    ),
    unknown: columns.flatMap(({ name, language }) => (language === null ? [name] : [])),
  }
}

/** Takes over a table of translations. A blank cell leaves what is there. Null for a table without keys. */
export function readTranslationTable(
  definition: FlowDefinition,
  rows: readonly Readonly<Record<string, string>>[],
): TranslationImport | null {
  const { languages } = definition.settings
  const names = Object.keys(rows[0] ?? {})
  if (!languages || !names.includes(KEY)) return null
  const known = new Map(listContactTexts(definition).map((text) => [text.key, text]))
  const columns = readColumns(languages, names)
  const keyed = rows.map((row) => ({ row, key: (row[KEY] ?? '').trim() }))
  const found = keyed.flatMap(({ row, key }) => {
    const source = known.get(key)
    return source
      ? [{ row, source, seen: columns.main === undefined ? source.text : settle(row[columns.main], source) }]
      : []
  })
  const said = found.flatMap(({ row, source, seen }) =>
    columns.others.flatMap(({ name, language }): TranslatedText[] => {
      const text = settle(row[name], source)
      const isNew = text.trim() !== '' && text !== readTranslation(textsOf(languages, language), source.key)
      return isNew ? [{ language, key: source.key, text, of: hashText(seen) }] : []
    }),
  )
  return {
    definition: said.length === 0 ? definition : putTranslations(definition, said),
    changed: said.length,
    unknownKeys: [...new Set(keyed.flatMap(({ key }) => (key === '' || known.has(key) ? [] : [key])))],
    unknownColumns: columns.unknown,
    staleKeys: [...new Set(found.flatMap(({ source, seen }) => (seen === source.text ? [] : [source.key])))],
  }
}

/** Line ends as the flow has them, whatever a spreadsheet made of them; words one to a line without blanks. */
function settle(cell: string | undefined, { kind, text }: ContactText): string {
  const plain = (cell ?? '').replace(/\r\n?/g, '\n')
  if (kind === 'text') return plain.trim() === text.trim() ? text : plain
  return plain
    .split('\n')
    .map((word) => word.trim())
    .filter((word) => word !== '')
    .join('\n')
}
