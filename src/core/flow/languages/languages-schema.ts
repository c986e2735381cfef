import { z } from 'zod'
import { CONTACT_FIELD_NAME } from '../../contact/contact-fields.ts'
import { MAX_LANGUAGES, MAX_TEXT_CHARS, MAX_TRANSLATED_TEXTS } from '../limits.ts'

/** A language as its canonical tag: `pt-BR`, `en`. */
const language = z
  .string()
  .max(35)
  .refine((tag) => toLanguageTag(tag) === tag, 'use a language tag such as en or pt-BR')

/** What a text is in another language. `of` is `hashText` of the text it was translated from: another one makes it stale. */
const translationSchema = z.strictObject({
  text: z.string().max(MAX_TEXT_CHARS),
  of: z.number().int().min(0),
})
export type Translation = z.infer<typeof translationSchema>

/** The texts of one language by key; see `listContactTexts` for the keys. */
const textsSchema = z
  .record(z.string().max(250), translationSchema)
  .refine((texts) => Object.keys(texts).length <= MAX_TRANSLATED_TEXTS, {
    error: `a language has at most ${MAX_TRANSLATED_TEXTS} texts`,
  })

/** The languages a flow speaks. Texts of the main one stand in the nodes, those of the others here. */
export const languagesSchema = z
  .strictObject({
    main: language,
    others: z.array(language).max(MAX_LANGUAGES).default([]),
    /** The field of the contact that holds their language. */
    field: z.string().regex(CONTACT_FIELD_NAME, 'use the name of a contact field').default('language'),
    /** Whether a run that starts for a contact without a language takes that of their number's country and keeps it. */
    guess: z.boolean().default(false),
    texts: z.record(language, textsSchema).default({}),
  })
  .refine(({ main, others }) => new Set([main, ...others]).size === others.length + 1, {
    error: 'a language is there twice',
    path: ['others'],
  })
export type FlowLanguages = z.infer<typeof languagesSchema>

/** The canonical form of what people write for a language (`pt_br` is `pt-BR`); null for what names none. */
export function toLanguageTag(text: string): string | null {
  try {
    return Intl.getCanonicalLocales(text.trim().replaceAll('_', '-'))[0] ?? null
  } catch {
    return null
  }
}
