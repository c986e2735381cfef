import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { readChoice, writeChoice } from '../app/stored-choice.ts'
import { createDates, type Dates } from './date-words.ts'
import { type Catalogue, en } from './en/index.ts'
import { pt } from './pt/index.ts'
import type { ServiceWords } from './service/service-words.ts'
import { useServiceWords } from './service/use-service-words.ts'

const CATALOGUES = { en, pt }
const TAGS = { en: 'en', pt: 'pt-BR' } as const

export type Language = keyof typeof CATALOGUES

/** Each language by its own name. */
export const LANGUAGES: readonly { value: Language; name: string }[] = [
  { value: 'en', name: 'English' },
  { value: 'pt', name: 'Português' },
]

interface LanguageContext {
  language: Language
  text: Catalogue
  /** For dates and numbers. */
  tag: string
  dates: Dates
  /** For what the service answers. */
  serviceWords: ServiceWords
  choose(language: Language): void
}

const Context = createContext<LanguageContext | null>(null)

const detectLanguage = (): Language =>
  readChoice('language', ['en', 'pt'] as const) ?? (navigator.language.startsWith('pt') ? 'pt' : 'en')

/** Speaks the language that was chosen here before, else the browser's. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(detectLanguage)
  useEffect(() => {
    document.documentElement.lang = TAGS[language]
  }, [language])
  const serviceWords = useServiceWords(language)
  const dates = useMemo(() => createDates(TAGS[language], CATALOGUES[language]), [language])
  const value = useMemo(
    () => ({
      language,
      text: CATALOGUES[language],
      tag: TAGS[language],
      dates,
      serviceWords,
      choose(next: Language) {
        writeChoice('language', next)
        setLanguage(next)
      },
    }),
    [language, dates, serviceWords],
  )
  return <Context value={value}>{children}</Context>
}

export function useLanguage(): LanguageContext {
  const value = useContext(Context)
  if (!value) throw new Error('useLanguage is only for what stands inside LanguageProvider')
  return value
}

/** The catalogue of the present language. */
export const useText = (): Catalogue => useLanguage().text

/**
 * For the strings of one part, which are loaded with the pages that show them and not with every page: a hook that gives
 * them in the present language.
 */
export function createTextHook<Text>(catalogues: Readonly<Record<Language, Text>>): () => Text {
  return () => catalogues[useLanguage().language]
}
