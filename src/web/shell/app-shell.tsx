import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { Menu as MenuIcon } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { lazy, Suspense, useState } from 'react'
import { workspaceLeftQuery } from '../app/session.ts'
import { useText } from '../i18n/language.tsx'
import { LiveProvider } from '../live/live.tsx'
import { Button } from '../ui/button.tsx'
import { Part, untilLoaded } from '../ui/messages/part.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { Logo } from './logo.tsx'
import { Navigation, SectionTabs } from './navigation.tsx'
import { PersonMenu } from './person-menu.tsx'
import { SessionEndDialog } from './session-end-dialog.tsx'

const WorkspaceLeftDialog = lazy(async () => ({
  default: (await import('./workspace-left-dialog.tsx')).WorkspaceLeftDialog,
}))

const NoticeWatch = lazy(
  untilLoaded(async () => ({
    default: (await import('../features/notifications/notice-watch.tsx')).NoticeWatch,
  })),
)

/** What stands over a page when its session is not what it was. */
function SessionDialogs() {
  const { data: isLeft } = useQuery(workspaceLeftQuery)
  return (
    <>
      <SessionEndDialog />
      {isLeft && (
        <Suspense>
          <WorkspaceLeftDialog />
        </Suspense>
      )}
    </>
  )
}

function Brand() {
  const { shell } = useText()
  return (
    <Link to="/" className="flex items-center gap-2.5 rounded-lg px-2 py-1">
      <Logo className="size-7" />
      <span className="text-[1.0625rem] font-semibold tracking-tight">{shell.product}</span>
    </Link>
  )
}

/** On narrow screens: a bar at the top whose button opens the navigation beside the page. */
function NarrowBar() {
  const { shell } = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <header className="sticky top-0 z-30 flex h-14 items-center justify-between border-b border-line bg-canvas px-2 lg:hidden">
      <Brand />
      <Radix.Root open={isOpen} onOpenChange={setOpen}>
        <Radix.Trigger asChild>
          <Button variant="quiet" size="icon" aria-label={shell.openMenu}>
            <MenuIcon aria-hidden />
          </Button>
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Overlay className="animate-fade fixed inset-0 z-40 bg-black/40" />
          <Radix.Content
            aria-describedby={undefined}
            className="animate-fade fixed inset-y-0 end-0 z-50 flex w-72 max-w-[85vw] flex-col justify-between border-s border-line bg-surface p-3 shadow-raised"
          >
            <div className="flex min-h-0 flex-col">
              <Radix.Title className="px-3 pt-2 pb-3 font-semibold">{shell.product}</Radix.Title>
              <Navigation onNavigate={() => setOpen(false)} />
            </div>
            <PersonMenu />
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </header>
  )
}

/** The page with its tabs. The one before stays until the next is loaded, and grows pale where that takes a while. */
function Content() {
  const isLoading = useRouterState({ select: (state) => state.isLoading })
  return (
    <main
      id="content"
      tabIndex={-1}
      aria-busy={isLoading}
      className="outline-none motion-safe:aria-busy:opacity-60 motion-safe:aria-busy:transition-opacity motion-safe:aria-busy:delay-300"
    >
      <SectionTabs />
      <Outlet />
    </main>
  )
}

/** The frame around every page of a signed-in person. */
export function AppShell() {
  const { shell } = useText()
  return (
    <LiveProvider>
      <div className="min-h-dvh lg:ps-64">
        <ConnectionBanner />
        <a
          href="#content"
          className="sr-only z-50 rounded-lg bg-surface px-4 py-2 focus:not-sr-only focus:fixed focus:top-3 focus:start-3"
        >
          {shell.skipToContent}
        </a>
        <aside className="fixed inset-y-0 start-0 hidden w-64 flex-col justify-between border-e border-line bg-surface px-3 py-4 lg:flex">
          <div className="flex min-h-0 flex-col">
            <div className="mb-5">
              <Brand />
            </div>
            <Navigation />
          </div>
          <PersonMenu />
        </aside>
        <NarrowBar />
        <Content />
        <SessionDialogs />
        <Part>
          <NoticeWatch />
        </Part>
      </div>
    </LiveProvider>
  )
}

/** For pages that have the whole screen to themselves. */
export function FullShell() {
  return (
    <>
      <Outlet />
      <SessionDialogs />
    </>
  )
}
