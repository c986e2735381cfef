import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queries, toFailure } from '../../app/api.ts'
import { ConfirmDialog } from '../../ui/messages/confirm-dialog.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { useProxiesText } from './proxies-text.ts'
import { nameOf, type PoolProxy } from './proxy-data.ts'

const hasReason = (error: unknown, reason: string): boolean =>
  (toFailure(error).data as { reason?: string } | undefined)?.reason === reason

/** Asks before a proxy goes, and once more when its clients would connect without any. */
export function RemoveProxyDialog({ proxy, onClose }: { proxy: PoolProxy; onClose: () => void }) {
  const text = useProxiesText()
  const client = useQueryClient()
  const notify = useNotify()
  const [wouldGoDirect, setWouldGoDirect] = useState(false)
  const name = nameOf(proxy)
  const remove = useMutation(
    queries.proxies.remove.mutationOptions({
      onError(error) {
        if (hasReason(error, 'CLIENTS_WOULD_GO_DIRECT')) setWouldGoDirect(true)
        else notify.failed(error)
      },
      async onSuccess({ workers }) {
        notify.done(`${text.removed(name)} ${text.moved(workers.restarted.length)}`)
        for (const { clientId, error } of workers.failed) notify.warn(`${clientId}: ${error}`)
        await client.invalidateQueries({ queryKey: queries.proxies.key() })
        onClose()
      },
    }),
  )
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={wouldGoDirect ? text.directTitle : text.removeTitle(name)}
      description={wouldGoDirect ? text.directBody(proxy.clientCount) : text.removeBody(proxy.clientCount)}
      action={wouldGoDirect ? text.directAction : text.remove}
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ ids: [proxy.id], allowDirect: wouldGoDirect })}
    />
  )
}
