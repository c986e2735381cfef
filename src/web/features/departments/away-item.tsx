import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { hasRight } from '../../../contract/scopes.ts'
import { api, queries } from '../../app/api.ts'
import { sessionQuery } from '../../app/session.ts'
import { useChange } from '../../app/use-change.ts'
import { MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { useDepartmentsText } from './departments-text.ts'

/** A person says that they are away, or back. */
export function AwayItem({ isAway }: { isAway: boolean }) {
  const { away } = useDepartmentsText()
  const cache = useQueryClient()
  const change = useChange(
    queries.workspaces.key(),
    () => void cache.invalidateQueries({ queryKey: queries.departments.key() }),
  )
  const act = () => api.workspaces.members.setAway({ isAway: !isAway })
  return (
    <MenuItem onSelect={() => change.mutate({ act, done: isAway ? away.back : away.left })}>
      {isAway ? away.comeBack : away.leave}
    </MenuItem>
  )
}

/** The same wherever somebody works; nothing for who answers nobody, or has no team that conversations would go to. */
export function OwnAwayItem() {
  const { data: session } = useSuspenseQuery(sessionQuery)
  const { data: members = [] } = useQuery(queries.workspaces.members.list.queryOptions({ input: {} }))
  const own = members.find(({ userId }) => userId === session?.user.id)
  if (!own || members.length < 2 || !hasRight(own.role, 'talk')) return null
  return (
    <>
      <AwayItem isAway={own.awaySince !== null} />
      <MenuSeparator />
    </>
  )
}
