import { useMutation } from '@tanstack/react-query'
import { queries } from '../../app/api.ts'
import { useEndOfChange } from '../../app/end-change.ts'
import { ConfirmDialog } from '../../ui/messages/confirm-dialog.tsx'
import { useModelsText } from './models-text.ts'

/** Asks before a model goes. */
export function RemoveModelDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const text = useModelsText()
  const end = useEndOfChange('models', text.removed, onClose)
  const remove = useMutation(queries.models.delete.mutationOptions(end))
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
