/** The languages of everything that people read: the one list, from which types, loading and tests have theirs. */
export const LANGUAGES = {
  en: { tag: 'en', name: 'English' },
  pt: { tag: 'pt-BR', name: 'Português' },
  es: { tag: 'es-419', name: 'Español' },
} as const

export type Language = keyof typeof LANGUAGES

/** What a language is called in documents: `en`, `pt-BR`. */
export type LanguageTag = (typeof LANGUAGES)[Language]['tag']

export const LANGUAGE_CODES = Object.keys(LANGUAGES) as readonly Language[]

/** The first of the languages that somebody reads, most liked first; English where we have none of them. */
export function chooseLanguage(read: readonly string[]): Language {
  for (const tag of read) {
    const found = LANGUAGE_CODES.find((code) => tag.toLowerCase().split('-')[0] === code)
    if (found) return found
  }
  return 'en'
}

/** How dates and numbers are written: as where the reader is, when they read the language of a country, else as its tag says. */
export function chooseRegion(language: Language, read: readonly string[]): string {
  const theirs = read.find((tag) => tag.toLowerCase().startsWith(`${language}-`))
  if (theirs === undefined) return LANGUAGES[language].tag
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(theirs)[0] ?? LANGUAGES[language].tag
  } catch {
    // Some browsers name a language as no tag is written.
    return LANGUAGES[language].tag
  }
}
