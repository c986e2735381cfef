import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, queries } from '../app/api.ts'
import { workspaceLeftQuery } from '../app/session.ts'
import { shownWorkspace } from '../app/shown-workspace.ts'
import { workspacesQuery } from '../app/workspace.ts'
import { useTeamText } from '../features/team/team-text.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/messages/dialog.tsx'

/**
 * Says that the person works in another workspace now than the one this page shows, by what they did in another tab or by being
 * taken out, and lets them choose. Nothing can be done in the page meanwhile.
 */
export function WorkspaceLeftDialog() {
  const text = useTeamText()
  const client = useQueryClient()
  const known = useQuery({ ...workspacesQuery, enabled: false })
  const name = known.data?.find(({ id }) => id === shownWorkspace.id)?.name ?? ''
  const goOn = () => location.assign('/')
  const back = useMutation(
    queries.workspaces.enter.mutationOptions({ onSuccess: () => location.reload(), onError: goOn }),
  )
  useEffect(() => {
    // It may have been changed back in the other tab.
    const look = () => {
      const asked = api.workspaces.get({})
      void asked
        .then(() => {
          client.setQueryData(workspaceLeftQuery.queryKey, false)
          dispatchEvent(new Event('online'))
          return client.invalidateQueries()
        })
        .catch(() => undefined)
    }
    addEventListener('focus', look)
    return () => removeEventListener('focus', look)
  }, [client])
  return (
    <Dialog
      open
      onOpenChange={() => undefined}
      title={text.leftTitle}
      description={text.leftBody(name)}
      modal="strict"
      onTop
    >
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={goOn}>
          {text.goOnThere}
        </Button>
        <Button busy={back.isPending} onClick={() => back.mutate({ id: shownWorkspace.id ?? '' })}>
          {text.backHere}
        </Button>
      </div>
    </Dialog>
  )
}
