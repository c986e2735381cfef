import { useMutation } from '@tanstack/react-query'
import { queries } from '../../app/api.ts'
import { useNotify } from '../../ui/messages/notify.ts'
import { ShownOnceDialog } from '../../ui/messages/shown-once-dialog.tsx'
import { useWebhookActions } from './webhook-data.ts'
import { WebhookForm } from './webhook-form.tsx'
import { useWebhooksText } from './webhooks-text.ts'

/** Makes a webhook and shows its secret once; `onMade` is called when the secret was taken. */
export function CreateWebhookDialog({
  onClose,
  onMade,
}: {
  onClose: () => void
  onMade: (id: string) => void
}) {
  const { secret: text } = useWebhooksText()
  const { readAgain } = useWebhookActions()
  const notify = useNotify()
  const create = useMutation(
    queries.webhooks.create.mutationOptions({
      // The secret must not stay behind in memory once it was shown.
      gcTime: 0,
      onError: notify.failed,
      onSuccess: readAgain,
    }),
  )
  if (create.data) {
    const { id, secret } = create.data
    return (
      <ShownOnceDialog
        title={text.shownTitle}
        description={text.shownBody}
        label={text.label}
        value={secret}
        onDone={() => onMade(id)}
      />
    )
  }
  return <WebhookForm busy={create.isPending} onSubmit={create.mutate} onClose={onClose} />
}
