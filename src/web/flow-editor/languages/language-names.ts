import { useMemo } from 'react'
import { useLanguage } from '../../i18n/language.tsx'

/** What languages are called in the language of the dashboard; the tag itself where nobody knows. */
export function useLanguageNames(): (tag: string) => string {
  const { language } = useLanguage()
  return useMemo(() => {
    const names = new Intl.DisplayNames([language], { type: 'language' })
    return (tag) => {
      try {
        return names.of(tag) ?? tag
      } catch {
        return tag
      }
    }
  }, [language])
}
