import { useEffect, useState } from 'react'
import type { Language } from '../../../words/languages.ts'
import type { ServiceWords } from './service-words.ts'

/** Until the words are there, what the service said is shown as it came. */
const NONE: ServiceWords = { refusals: {}, sendErrors: null, calls: null, inputs: {}, causes: null }

/** Loaded after the first page, as most pages never show a refusal, and all of them would wait for the words. */
const LOADERS: Readonly<Record<Language, () => Promise<{ serviceWords: ServiceWords }>>> = {
  en: () => import('./en.ts'),
  pt: () => import('./pt.ts'),
  es: () => import('./es.ts'),
}

/** The words of a language, which come a moment after it was chosen. */
export function useServiceWords(language: Language): ServiceWords {
  const [loaded, setLoaded] = useState<{ language: string; words: ServiceWords } | null>(null)
  useEffect(() => {
    let isWanted = true
    LOADERS[language]().then(
      ({ serviceWords }) => {
        if (isWanted) setLoaded({ language, words: serviceWords })
      },
      // The service is away: sentences stay as they came.
      () => {},
    )
    return () => {
      isWanted = false
    }
  }, [language])
  return loaded?.language === language ? loaded.words : NONE
}
