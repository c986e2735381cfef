import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Pencil, Power, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { queries } from '../../app/api.ts'
import { useText } from '../../i18n/language.tsx'
import { MenuItem, MenuSeparator, MoreMenu } from '../../ui/menu.tsx'
import { ConfirmDialog } from '../../ui/messages/confirm-dialog.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { useWebhookActions, type Webhook } from './webhook-data.ts'
import { WebhookForm } from './webhook-form.tsx'
import { useWebhooksText } from './webhooks-text.ts'

function EditWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const text = useWebhooksText()
  const { readAgain } = useWebhookActions()
  const notify = useNotify()
  const save = useMutation(
    queries.webhooks.update.mutationOptions({
      onError: notify.failed,
      async onSuccess() {
        notify.done(text.saved)
        await readAgain()
        onClose()
      },
    }),
  )
  return (
    <WebhookForm
      webhook={webhook}
      busy={save.isPending}
      onSubmit={(input) => save.mutate({ id: webhook.id, ...input })}
      onClose={onClose}
    />
  )
}

/** What can be done with a webhook besides testing it. */
export function WebhookMenu({ webhook }: { webhook: Webhook }) {
  const text = useWebhooksText()
  const { clients } = useText()
  const navigate = useNavigate()
  const notify = useNotify()
  const { toggle, readAgain } = useWebhookActions()
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null)
  const { id, isEnabled } = webhook
  const remove = useMutation(
    queries.webhooks.delete.mutationOptions({
      onError: notify.failed,
      async onSuccess() {
        await navigate({ to: '/webhooks' })
        notify.done(text.removed)
        await readAgain()
      },
    }),
  )
  return (
    <>
      <MoreMenu label={clients.more} variant="secondary">
        <MenuItem right="manage" onSelect={() => setOpen('edit')}>
          <Pencil aria-hidden />
          {text.edit}
        </MenuItem>
        <MenuItem right="manage" onSelect={() => toggle.mutate({ id, isEnabled: !isEnabled })}>
          <Power aria-hidden />
          {isEnabled ? text.switchOff : text.switchOn}
        </MenuItem>
        <MenuSeparator />
        <MenuItem right="manage" tone="danger" onSelect={() => setOpen('remove')}>
          <Trash2 aria-hidden />
          {text.remove}
        </MenuItem>
      </MoreMenu>
      {open === 'edit' && <EditWebhook webhook={webhook} onClose={() => setOpen(null)} />}
      <ConfirmDialog
        open={open === 'remove'}
        onOpenChange={() => setOpen(null)}
        title={text.removeTitle}
        description={text.removeBody}
        action={text.remove}
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ id })}
      />
    </>
  )
}
