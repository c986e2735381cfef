import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  Activity,
  BookOpenText,
  BotMessageSquare,
  Contact,
  FlaskConical,
  Inbox,
  KeyRound,
  LockKeyhole,
  type LucideIcon,
  Route,
  ScrollText,
  Smartphone,
  Table2,
  UserRound,
  Users,
  UsersRound,
  Waypoints,
  Webhook,
  Workflow,
} from 'lucide-react'
import type { Right } from '../../contract/scopes.ts'
import { sessionQuery, startInfoQuery } from '../app/session.ts'
import { useMay } from '../app/workspace.ts'
import { useText } from '../i18n/language.tsx'

const ITEM =
  'group flex h-9 shrink-0 items-center gap-3 rounded-lg px-3 text-sm font-medium text-ink-soft transition-colors hover:bg-sunken hover:text-ink data-[status=active]:bg-accent-soft data-[status=active]:text-accent'

interface Entry {
  to:
    | '/clients'
    | '/inbox'
    | '/contacts'
    | '/tables'
    | '/flows'
    | '/runs'
    | '/sandbox'
    | '/webhooks'
    | '/secrets'
    | '/models'
    | '/knowledge'
    | '/account'
    | '/account/api-keys'
    | '/team'
    | '/admin/people'
    | '/admin/proxies'
    | '/admin/system'
    | '/admin/audit'
  name: string
  icon: LucideIcon
  exact?: boolean
  /** What one has to be allowed in the workspace to find anything there. */
  right?: Right
}

function useEntries(): Entry[] {
  const { shell } = useText()
  const { data: session } = useSuspenseQuery(sessionQuery)
  const { data: info } = useQuery(startInfoQuery)
  const may = useMay()
  const entries: Entry[] = [
    { to: '/clients', name: shell.clients, icon: Smartphone },
    { to: '/inbox', name: shell.inbox, icon: Inbox },
    { to: '/contacts', name: shell.contacts, icon: Contact },
    { to: '/tables', name: shell.tables, icon: Table2, right: 'inspect' },
    { to: '/flows', name: shell.flows, icon: Workflow },
    { to: '/runs', name: shell.runs, icon: Route },
    ...(info?.hasSandbox
      ? [{ to: '/sandbox' as const, name: shell.sandbox, icon: FlaskConical, right: 'manage' as const }]
      : []),
    { to: '/webhooks', name: shell.webhooks, icon: Webhook, right: 'inspect' },
    { to: '/secrets', name: shell.secrets, icon: LockKeyhole, right: 'inspect' },
    { to: '/models', name: shell.models, icon: BotMessageSquare, right: 'inspect' },
    { to: '/knowledge', name: shell.knowledge, icon: BookOpenText, right: 'inspect' },
    { to: '/account/api-keys', name: shell.apiKeys, icon: KeyRound, right: 'manage' },
    { to: '/team', name: shell.team, icon: Users },
    { to: '/account', name: shell.account, icon: UserRound, exact: true },
    ...(session?.user.role === 'admin'
      ? [
          { to: '/admin/people' as const, name: shell.people, icon: UsersRound },
          { to: '/admin/proxies' as const, name: shell.proxies, icon: Waypoints },
          { to: '/admin/system' as const, name: shell.system, icon: Activity },
          { to: '/admin/audit' as const, name: shell.audit, icon: ScrollText },
        ]
      : []),
  ]
  return entries.filter(({ right }) => right === undefined || may(right))
}

/**
 * Links to the parts of the dashboard, which scroll where the window is too low for all of them. `onNavigate` closes the menu
 * they stand in on a phone.
 */
export function Navigation({ onNavigate }: { onNavigate?: () => void }) {
  const { shell } = useText()
  return (
    <nav
      aria-label={shell.navigation}
      className="-mx-1 flex min-h-0 flex-col gap-0.5 overflow-y-auto overscroll-contain px-1 pb-2"
    >
      {useEntries().map(({ to, name, icon: Icon, exact = false }) => (
        <Link key={to} to={to} className={ITEM} activeOptions={{ exact }} onClick={onNavigate}>
          <Icon className="size-[1.125rem]" strokeWidth={1.9} aria-hidden />
          {name}
        </Link>
      ))}
    </nav>
  )
}
