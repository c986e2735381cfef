import { useMutation, useQueryClient } from '@tanstack/react-query'
import { queries } from '../../app/api.ts'
import { ConfirmDialog } from '../../ui/messages/confirm-dialog.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { useModelsText } from './models-text.ts'

/** Asks before a model goes. */
export function RemoveModelDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const text = useModelsText()
  const cache = useQueryClient()
  const notify = useNotify()
  const remove = useMutation(
    queries.models.delete.mutationOptions({
      onError: notify.failed,
      async onSuccess() {
        await cache.invalidateQueries({ queryKey: queries.models.key() })
        notify.done(text.removed(name))
        onClose()
      },
    }),
  )
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={text.removeTitle(name)}
      description={text.removeBody}
      action={text.remove}
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ name })}
    />
  )
}
