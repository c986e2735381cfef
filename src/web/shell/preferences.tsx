import { LANGUAGE_CODES, LANGUAGES } from '../../words/languages.ts'
import { type Theme, useTheme } from '../app/theme.tsx'
import { useLanguage } from '../i18n/language.tsx'
import { MenuChoice, MenuSeparator } from '../ui/menu.tsx'

/** Each by its own name. */
const CHOICES = LANGUAGE_CODES.map((value) => ({ value, name: LANGUAGES[value].name }))

/** Appearance and language, as entries of a menu. */
export function Preferences() {
  const { theme, choose } = useTheme()
  const { text, language, choose: chooseLanguage } = useLanguage()
  const themes: { value: Theme; name: string }[] = [
    { value: 'system', name: text.shell.themeSystem },
    { value: 'light', name: text.shell.themeLight },
    { value: 'dark', name: text.shell.themeDark },
  ]
  return (
    <>
      <MenuChoice label={text.shell.theme} value={theme} choices={themes} onChoose={choose} />
      <MenuSeparator />
      <MenuChoice label={text.shell.language} value={language} choices={CHOICES} onChoose={chooseLanguage} />
    </>
  )
}
