import { parsePhone } from '../expressions/answers.ts'
import type { FlowSnapshot } from '../snapshot.ts'
import { type FlowLanguages, toLanguageTag } from './languages-schema.ts'

/** Whom a flow speaks to, as far as its language goes. */
export interface Listener {
  phone: string | null
  fields: Readonly<Record<string, unknown>>
}

/** The flow in the language of a contact; a flow without languages is the same for all. */
function speakTo(snapshot: FlowSnapshot, contact: Listener): FlowSnapshot {
  const { languages } = snapshot.definition.settings
  return languages ? snapshot.inLanguage(chooseLanguage(languages, contact)) : snapshot
}

/** A version in the language of a contact as they are now: a node may have changed it. Chosen once for each change of the contact. */
export class SpokenVersion {
  private readonly version: FlowSnapshot
  private listener: Listener | null = null
  private spoken: FlowSnapshot

  constructor(version: FlowSnapshot) {
    this.version = version
    this.spoken = version
  }

  /** A contact is never changed, but replaced by another. */
  to(contact: Listener): FlowSnapshot {
    if (contact !== this.listener) this.spoken = speakTo(this.version, contact)
    this.listener = contact
    return this.spoken
  }
}

/** Which of a flow's languages a contact reads: what their field names, else the main one. */
export function chooseLanguage(languages: FlowLanguages, { fields }: Pick<Listener, 'fields'>): string {
  const wanted = Object.hasOwn(fields, languages.field) ? fields[languages.field] : undefined
  return (typeof wanted === 'string' ? findLanguage(languages, wanted) : null) ?? languages.main
}

/** The language of a flow that a tag means: itself, else one of the same language (`pt` takes `pt-BR`). */
export function findLanguage({ main, others }: FlowLanguages, wanted: string): string | null {
  const tag = toLanguageTag(wanted)
  if (tag === null) return null
  const spoken = [main, ...others]
  return spoken.find((one) => one === tag) ?? spoken.find((one) => baseOf(one) === baseOf(tag)) ?? null
}

const baseOf = (tag: string): string => tag.split('-', 1)[0] ?? tag

/**
 * The language to keep for a contact who has none, when the flow guesses: the one most spoken in their number's country, by
 * the likely subtags of Unicode's CLDR. Null when the flow does not guess, knows enough or does not speak it.
 */
export function guessLanguage(languages: FlowLanguages, { fields, phone }: Listener): string | null {
  const known = fields[languages.field]
  if (!languages.guess || phone === null || (known !== undefined && known !== null && known !== ''))
    return null
  const country = parsePhone(phone.startsWith('+') ? phone : `+${phone}`, null)?.country
  if (country === undefined) return null
  const { language, region } = new Intl.Locale('und', { region: country }).maximize()
  return findLanguage(languages, region === undefined ? language : `${language}-${region}`)
}
