import { API_PREFIX } from 'virtual:contract'
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { BookOpen, ChevronsUpDown, LogOut } from 'lucide-react'
import { lazy } from 'react'
import { queries } from '../app/api.ts'
import { sessionQuery, signOut } from '../app/session.ts'
import { workspacesQuery } from '../app/workspace.ts'
import { useText } from '../i18n/language.tsx'
import { Avatar } from '../ui/avatar/avatar.tsx'
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { useNotify } from '../ui/messages/notify.ts'
import { Part, untilLoaded } from '../ui/messages/part.tsx'
import { Preferences } from './preferences.tsx'

const OwnAwayItem = lazy(
  untilLoaded(async () => ({
    default: (await import('../features/departments/away-item.tsx')).OwnAwayItem,
  })),
)

/** Another of the person's workspaces to work in; nothing while there is one, which is most people's case. */
function WorkspaceChoice() {
  const { workspace: text } = useText()
  const notify = useNotify()
  const { data = [] } = useQuery(workspacesQuery)
  const enter = useMutation(
    queries.workspaces.enter.mutationOptions({
      onError: notify.failed,
      // Loaded anew, so that nothing of the other one stays in the page.
      onSuccess: () => location.assign('/'),
    }),
  )
  if (data.length < 2) return null
  return (
    <>
      <MenuChoice
        label={text.switchTo}
        value={data.find(({ isActive }) => isActive)?.id ?? ''}
        choices={data.map(({ id, name }) => ({ value: id, name }))}
        onChoose={(id) => enter.mutate({ id })}
      />
      <MenuSeparator />
    </>
  )
}

/** Who is signed in, with what concerns only them. */
export function PersonMenu() {
  const { shell } = useText()
  const { data: session } = useSuspenseQuery(sessionQuery)
  const notify = useNotify()
  const leave = useMutation({
    mutationFn: signOut,
    onError: notify.failed,
    // Loaded anew, so that nothing of this person stays in the page.
    onSuccess: () => location.assign('/sign-in'),
  })
  const { id = '', name = '', email = '' } = session?.user ?? {}
  const trigger = (
    <button
      type="button"
      className="flex w-full items-center gap-3 rounded-lg p-2 text-start transition-colors hover:bg-sunken"
    >
      <Avatar id={id} name={name} />
      <span className="min-w-0 flex-1 leading-tight">
        <span className="block truncate text-sm font-medium">{name}</span>
        <span className="block truncate text-xs text-ink-soft">{email}</span>
      </span>
      <ChevronsUpDown className="size-4 shrink-0 text-ink-soft" aria-hidden />
    </button>
  )
  return (
    <Menu trigger={trigger} align="start" side="top">
      <WorkspaceChoice />
      <Part>
        <OwnAwayItem />
      </Part>
      <Preferences />
      <MenuSeparator />
      <MenuItem onSelect={() => window.open(API_PREFIX, '_blank', 'noopener')}>
        <BookOpen aria-hidden />
        {shell.apiReference}
      </MenuItem>
      <MenuItem onSelect={() => leave.mutate()}>
        <LogOut aria-hidden />
        {shell.signOut}
      </MenuItem>
    </Menu>
  )
}
