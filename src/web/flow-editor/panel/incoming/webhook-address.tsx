import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { queries } from '../../../app/api.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { useNotify } from '../../../ui/messages/notify.ts'
import { ErrorState, LoadingRows } from '../../../ui/messages/states.tsx'
import { useEditor } from '../../editor-context.tsx'
import { useEditorText } from '../../editor-text.ts'
import { IncomingCalls } from './incoming-calls.tsx'

function useRenew() {
  const cache = useQueryClient()
  const notify = useNotify()
  return useMutation(
    queries.flows.incoming.renew.mutationOptions({
      onError: notify.failed,
      onSuccess: () => cache.invalidateQueries({ queryKey: queries.flows.incoming.key() }),
    }),
  )
}

/** The address at which other systems start the flow, and what came in there. */
export function WebhookAddress({ nodeId }: { nodeId: string }) {
  const { incoming } = useEditorText()
  const { flowId } = useEditor()
  const renew = useRenew()
  const addresses = useQuery(queries.flows.incoming.list.queryOptions({ input: { id: flowId } }))
  if (addresses.isPending) return <LoadingRows rows={1} />
  if (addresses.isError)
    return <ErrorState error={addresses.error} onRetry={() => void addresses.refetch()} />
  const own = addresses.data.find((address) => address.nodeId === nodeId)
  const make = (close?: () => void) => renew.mutate({ id: flowId, nodeId }, { onSettled: () => close?.() })
  if (!own) {
    return (
      <section className="space-y-2">
        <h3 className="text-sm font-semibold">{incoming.address}</h3>
        <p className="text-[0.8125rem] text-ink-soft">{incoming.noAddress}</p>
        <Button size="small" variant="secondary" busy={renew.isPending} onClick={() => make()}>
          {incoming.make}
        </Button>
      </section>
    )
  }
  const url = new URL(own.path, location.origin).href
  return (
    <section className="space-y-3">
      <h3 className="text-sm font-semibold">{incoming.address}</h3>
      <code className="block rounded-lg bg-sunken p-2 text-xs break-all">{url}</code>
      <p className="text-[0.8125rem] text-ink-soft">{incoming.about}</p>
      <div className="flex flex-wrap gap-2">
        <CopyButton value={url} />
        <ConfirmButton
          variant="quiet"
          question={incoming.renewQuestion}
          busy={renew.isPending}
          onConfirm={make}
        >
          {incoming.renew}
        </ConfirmButton>
      </div>
      <h3 className="text-sm font-semibold">{incoming.cameIn}</h3>
      <IncomingCalls nodeId={nodeId} />
    </section>
  )
}
