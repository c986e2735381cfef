import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react'
import {
  chooseLanguage,
  chooseRegion,
  LANGUAGE_CODES,
  LANGUAGES,
  type Language,
} from '../../words/languages.ts'
import { readChoice, writeChoice } from '../app/stored-choice.ts'
import { createDates, type Dates } from './date-words.ts'
import type { Catalogue } from './en/index.ts'
import type { ServiceWords } from './service/service-words.ts'
import { useServiceWords } from './service/use-service-words.ts'

/** What every page needs, in each language; `public/begin.js` has the one on its way before our scripts are read. */
const CATALOGUES: Readonly<Record<Language, () => Promise<Catalogue>>> = {
  en: () => import('./en/index.ts').then(({ en }) => en),
  pt: () => import('./pt/index.ts').then(({ pt }) => pt),
  es: () => import('./es/index.ts').then(({ es }) => es),
}

/** A language with the strings that every page needs. */
export interface Spoken {
  language: Language
  text: Catalogue
}

interface LanguageContext extends Spoken {
  /** For dates and numbers. */
  tag: string
  dates: Dates
  /** For what the service answers. */
  serviceWords: ServiceWords
  choose(language: Language): void
}

const Context = createContext<LanguageContext | null>(null)

/** The language that was chosen here before, else the first of the browser's that we have. */
export const presentLanguage = (): Language =>
  readChoice('language', LANGUAGE_CODES) ?? chooseLanguage(navigator.languages)

export const loadLanguage = async (language: Language): Promise<Spoken> => ({
  language,
  text: await CATALOGUES[language](),
})

/** Speaks `initial` until somebody chooses another language. */
export function LanguageProvider({ initial, children }: { initial: Spoken; children: ReactNode }) {
  const [{ language, text }, setSpoken] = useState(initial)
  useEffect(() => {
    document.documentElement.lang = LANGUAGES[language].tag
  }, [language])
  const serviceWords = useServiceWords(language)
  const tag = useMemo(() => chooseRegion(language, navigator.languages), [language])
  const dates = useMemo(() => createDates(tag, text), [tag, text])
  const value = useMemo(
    () => ({
      language,
      text,
      tag,
      dates,
      serviceWords,
      choose(next: Language) {
        writeChoice('language', next)
        loadLanguage(next).then(
          (spoken) => startTransition(() => setSpoken(spoken)),
          // The service is away: it is spoken from the next time the dashboard is opened.
          () => {},
        )
      },
    }),
    [language, text, tag, dates, serviceWords],
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
