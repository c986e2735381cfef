import { Play, RotateCw, Square, Unplug } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { MenuItem, MoreMenu } from '../../ui/menu.tsx'
import { ConfirmDialog } from '../../ui/messages/confirm-dialog.tsx'
import { useWorkerActions, useWorkerStatus } from './client-data.ts'

/** Start or stop, and behind a menu what is needed less often. */
export function WorkerButtons({ clientId }: { clientId: string }) {
  const { clients: text } = useText()
  const { data: status } = useWorkerStatus(clientId)
  const { start, stop, restart, logOut } = useWorkerActions()
  const [isAsking, setAsking] = useState(false)
  if (!status) return null
  const input = { clientId }
  if (status.desiredState === 'stopped') {
    return (
      <Button right="manage" busy={start.isPending} onClick={() => start.mutate(input)}>
        <Play aria-hidden />
        {text.start}
      </Button>
    )
  }
  return (
    <>
      <Button right="manage" variant="secondary" busy={stop.isPending} onClick={() => stop.mutate(input)}>
        <Square aria-hidden />
        {text.stop}
      </Button>
      <MoreMenu label={text.more} variant="secondary">
        <MenuItem right="manage" onSelect={() => restart.mutate(input)}>
          <RotateCw aria-hidden />
          {text.restart}
        </MenuItem>
        <MenuItem right="manage" tone="danger" onSelect={() => setAsking(true)}>
          <Unplug aria-hidden />
          {text.logOut}
        </MenuItem>
      </MoreMenu>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={text.logOutTitle}
        description={text.logOutBody}
        action={text.logOut}
        busy={logOut.isPending}
        onConfirm={() => logOut.mutate(input, { onSettled: () => setAsking(false) })}
      />
    </>
  )
}
