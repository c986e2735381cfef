import { API_PREFIX } from 'virtual:contract'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import {
  Activity,
  Cable,
  ChartNoAxesColumn,
  Contact,
  FlaskConical,
  Inbox,
  type LucideIcon,
  Megaphone,
  Settings,
  Smartphone,
  Workflow,
} from 'lucide-react'
import { Fragment } from 'react'
import { sessionQuery, startInfoQuery } from '../app/session.ts'
import { useMay } from '../app/workspace.ts'
import { useCounts } from '../features/conversations/desk/counts.ts'
import { useDeskText } from '../features/conversations/desk/desk-text.ts'
import { useText } from '../i18n/language.tsx'
import { toCount } from '../ui/messages/page-title.ts'
import { findPlace, type Place, SECTIONS, type Section } from './sections.ts'

const ITEM =
  'group flex h-9 shrink-0 items-center gap-3 rounded-lg px-3 text-sm font-medium text-ink-soft transition-colors hover:bg-sunken hover:text-ink aria-[current]:bg-accent-soft aria-[current]:text-accent'
const TAB =
  '-mb-px border-b-2 border-transparent px-0.5 py-3 text-sm font-medium whitespace-nowrap text-ink-soft transition-colors hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink'

const ICONS: Record<Section, LucideIcon> = {
  inbox: Inbox,
  flows: Workflow,
  people: Contact,
  campaigns: Megaphone,
  overview: ChartNoAxesColumn,
  sandbox: FlaskConical,
  numbers: Smartphone,
  connect: Cable,
  settings: Settings,
  system: Activity,
}
/** A line is drawn above it: what is set up once stands below what is used all day. */
const FIRST_OF_SETUP: Section = 'numbers'

/** The pages of each section that this person may open; sections without one are left out. */
function useSections(): { section: Section; places: Place[] }[] {
  const { data: session } = useSuspenseQuery(sessionQuery)
  const { data: info } = useQuery(startInfoQuery)
  const may = useMay()
  const isShown = ({ right, only }: Place): boolean => {
    if (only === 'administrators' && session?.user.role !== 'admin') return false
    if (only === 'with-sandbox' && !info?.hasSandbox) return false
    return right === undefined || may(right)
  }
  return SECTIONS.map(({ section, places }) => ({ section, places: places.filter(isShown) })).filter(
    ({ places }) => places.length > 0,
  )
}

/** How many conversations wait for a person. */
function WaitingBadge() {
  const text = useDeskText()
  const waiting = useCounts()?.waiting ?? 0
  if (waiting === 0) return null
  return (
    <span className="ms-auto rounded-full bg-accent px-2 text-xs leading-5 font-semibold text-on-accent">
      <span aria-hidden>{toCount(waiting)}</span>
      <span className="sr-only">{text.waitingCount(waiting)}</span>
    </span>
  )
}

/**
 * Links to the sections of the dashboard, which scroll where the window is too low for all of them. `onNavigate` closes the
 * menu they stand in on a phone.
 */
export function Navigation({ onNavigate }: { onNavigate?: () => void }) {
  const { shell } = useText()
  const { pathname } = useLocation()
  const here = findPlace(pathname)
  return (
    <nav
      aria-label={shell.navigation}
      className="-mx-1 flex min-h-0 flex-col gap-0.5 overflow-y-auto overscroll-contain px-1 pb-2"
    >
      {useSections().map(({ section, places }) => {
        const [first] = places
        if (!first) return null
        const Icon = ICONS[section]
        return (
          <Fragment key={section}>
            {section === FIRST_OF_SETUP && <hr className="mx-3 my-2 border-line" />}
            <Link
              to={first.to}
              className={ITEM}
              aria-current={here?.section === section ? 'true' : undefined}
              onClick={onNavigate}
            >
              <Icon className="size-[1.125rem]" strokeWidth={1.9} aria-hidden />
              {shell.sections[section]}
              {section === 'inbox' && <WaitingBadge />}
            </Link>
          </Fragment>
        )
      })}
    </nav>
  )
}

/** The pages of the section that is open, above each of them; nothing where the section is one page. */
export function SectionTabs() {
  const { shell } = useText()
  const { pathname } = useLocation()
  const here = findPlace(pathname)
  const section = useSections().find((candidate) => candidate.section === here?.section)
  if (here?.place.to !== pathname || !section || section.places.length < 2) return null
  return (
    <nav
      aria-label={shell.sections[section.section]}
      className="flex gap-6 overflow-x-auto border-b border-line px-4 sm:px-8"
    >
      {section.places.map(({ to, name }) => (
        <Link key={to} to={to} className={TAB} aria-current={to === pathname ? 'page' : undefined}>
          {name && shell[name]}
        </Link>
      ))}
      {section.section === 'connect' && (
        <a href={API_PREFIX} target="_blank" rel="noopener" className={TAB}>
          {shell.apiReference}
        </a>
      )}
    </nav>
  )
}
