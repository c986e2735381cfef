import { type ReactNode, useEffect } from 'react'
import { useText } from '../i18n/language.tsx'
import { classes } from './classes.ts'
import { pageTitle } from './messages/page-title.ts'

interface PageProps {
  title: string
  intro?: string
  /** Above the title, for example the way back. */
  lead?: ReactNode
  /** Beside the title. */
  actions?: ReactNode
  /** For pages that show a canvas beside their text. */
  wide?: boolean
  children: ReactNode
}

/** The frame of a page: its title, what can be done, and its content. */
export function Page({ title, intro, lead, actions, wide = false, children }: PageProps) {
  const text = useText()
  useEffect(() => {
    pageTitle.show(`${title} · ${text.shell.product}`)
  }, [title, text])
  return (
    <div
      className={classes('mx-auto w-full px-4 py-6 sm:px-8 sm:py-10', wide ? 'max-w-[100rem]' : 'max-w-5xl')}
    >
      {lead}
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4 sm:mb-8">
        <div className="min-w-0">
          <h1 className="truncate text-2xl font-semibold sm:text-[1.75rem] sm:leading-9">{title}</h1>
          {intro && <p className="mt-1 text-ink-soft">{intro}</p>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {children}
    </div>
  )
}
