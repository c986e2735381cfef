import { useMutation } from '@tanstack/react-query'
import { queries } from '../../app/api.ts'
import { SectionCard } from '../../ui/card.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { ShownOnceDialog } from '../../ui/messages/shown-once-dialog.tsx'
import { useWebhooksText } from './webhooks-text.ts'

/** Exchanges the secret that events are signed with; the new one is shown once. */
export function SecretCard({ webhookId }: { webhookId: string }) {
  const { secret: text } = useWebhooksText()
  const notify = useNotify()
  const rotate = useMutation(
    queries.webhooks.rotateSecret.mutationOptions({
      // The secret must not stay behind in memory once it was shown.
      gcTime: 0,
      onError: notify.failed,
    }),
  )
  return (
    <SectionCard
      title={text.title}
      description={text.body}
      className="[&>div]:mb-0"
      action={
        <ConfirmButton
          right="manage"
          variant="secondary"
          question={{ title: text.rotateTitle, description: text.rotateBody, action: text.rotate }}
          busy={rotate.isPending}
          onConfirm={(close) => rotate.mutate({ id: webhookId }, { onSettled: close })}
        >
          {text.rotate}
        </ConfirmButton>
      }
    >
      {rotate.data && (
        <ShownOnceDialog
          title={text.shownTitle}
          description={text.shownBody}
          label={text.label}
          value={rotate.data.secret}
          onDone={rotate.reset}
        />
      )}
    </SectionCard>
  )
}
