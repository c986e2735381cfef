import { Languages } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useText } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Menu } from '../ui/menu.tsx'
import { Logo } from './logo.tsx'
import { Preferences } from './preferences.tsx'

interface EntranceProps {
  title: string
  /** Beneath the title; what the product is, unless something else is to be said. */
  intro?: string | undefined
  /** For what stands side by side. */
  isWide?: boolean
  children: ReactNode
}

/** The frame of the pages that are open to people who are not signed in. */
export function Entrance({ title, intro, isWide, children }: EntranceProps) {
  const { shell } = useText()
  useEffect(() => {
    document.title = `${title} · ${shell.product}`
  }, [title, shell])
  return (
    <div className="relative flex min-h-dvh flex-col items-center justify-center px-4 py-12">
      <div className="absolute top-4 end-4">
        <Menu
          trigger={
            <Button variant="quiet" size="icon" aria-label={`${shell.language}, ${shell.theme}`}>
              <Languages aria-hidden />
            </Button>
          }
        >
          <Preferences />
        </Menu>
      </div>
      <main className={classes('w-full', isWide ? 'max-w-3xl' : 'max-w-sm')}>
        <div className="mb-7 flex flex-col items-center text-center">
          <Logo className="mb-5 size-12" />
          <h1 className="text-2xl font-semibold">{title}</h1>
          <p className="mt-1.5 text-pretty text-ink-soft">{intro ?? shell.tagline}</p>
        </div>
        {children}
      </main>
    </div>
  )
}
