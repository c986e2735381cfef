import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { readChoice, writeChoice } from './stored-choice.ts'

const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

interface ThemeContext {
  theme: Theme
  isDark: boolean
  choose(theme: Theme): void
}

const Context = createContext<ThemeContext | null>(null)

const prefersDark = () => matchMedia('(prefers-color-scheme: dark)')

/** Light or dark, as chosen here or as the system says, also when that changes. `public/begin.js` paints it first. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const [theme, setTheme] = useState<Theme>(() => readChoice('theme', THEMES) ?? 'system')
  const [isSystemDark, setSystemDark] = useState(() => prefersDark().matches)
  useEffect(() => {
    const query = prefersDark()
    const follow = (): void => setSystemDark(query.matches)
    query.addEventListener('change', follow)
    return () => query.removeEventListener('change', follow)
  }, [])
  const isDark = theme === 'dark' || (theme === 'system' && isSystemDark)
  useEffect(() => {
    document.documentElement.classList.toggle('dark', isDark)
  }, [isDark])
  const value = useMemo(
    () => ({
      theme,
      isDark,
      choose(next: Theme) {
        writeChoice('theme', next)
        setTheme(next)
      },
    }),
    [theme, isDark],
  )
  return <Context value={value}>{children}</Context>
}

export function useTheme(): ThemeContext {
  const value = useContext(Context)
  if (!value) throw new Error('useTheme is only for what stands inside ThemeProvider')
  return value
}
