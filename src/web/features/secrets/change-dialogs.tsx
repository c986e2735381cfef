import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { queries } from '../../app/api.ts'
import { useEndOfChange } from '../../app/end-change.ts'
import { ConfirmDialog } from '../../ui/messages/confirm-dialog.tsx'
import { Dialog, FormActions } from '../../ui/messages/dialog.tsx'
import { HostsField, useHosts } from './hosts-field.tsx'
import { type Secret, useSetSecret } from './secret-data.ts'
import { useSecretsText } from './secrets-text.ts'
import { ValueField } from './value-field.tsx'

interface ChangeProps {
  secret: Secret
  onClose: () => void
}

/** Gives a stored secret another value; its hosts stay. */
export function ReplaceValueDialog({ secret: { name }, onClose }: ChangeProps) {
  const { form: text, ...secrets } = useSecretsText()
  const [isLacking, setLacking] = useState(false)
  const replace = useSetSecret(secrets.replaced, onClose)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const value = String(new FormData(event.currentTarget).get('value'))
    setLacking(value === '')
    if (value !== '') replace.mutate({ name, value })
  }
  return (
    <Dialog open onOpenChange={onClose} title={text.replaceTitle(name)} description={text.replaceBody}>
      <form onSubmit={submit} onChange={() => setLacking(false)} noValidate className="space-y-4">
        <ValueField error={isLacking ? text.valueMissing : undefined} />
        <FormActions action={text.replaceAction} busy={replace.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

/** Says where a stored secret may go; `suggested` is a host that a flow asks for. */
export function HostsDialog({
  secret,
  suggested,
  onClose,
}: ChangeProps & { suggested?: string | undefined }) {
  const { form: text, ...secrets } = useSecretsText()
  const hosts = useHosts([...new Set([...(secret.hosts ?? []), ...(suggested ? [suggested] : [])])])
  const change = useSetSecret(secrets.hostsChanged, onClose)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const goingTo = hosts.take()
    if (goingTo) change.mutate({ name: secret.name, hosts: goingTo })
  }
  return (
    <Dialog open onOpenChange={onClose} title={text.hostsTitle(secret.name)} description={text.hostsBody}>
      <form onSubmit={submit} noValidate className="space-y-4">
        <HostsField hosts={hosts} />
        <FormActions action={text.hostsAction} busy={change.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

/** Asks before a secret goes, and says which published flows cannot do without it. */
export function RemoveSecretDialog({ secret: { name, flows }, onClose }: ChangeProps) {
  const text = useSecretsText()
  const end = useEndOfChange('secrets', text.removed, onClose)
  const remove = useMutation(queries.secrets.delete.mutationOptions(end))
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={text.removeTitle(name)}
      description={text.removeBody((flows ?? []).map((flow) => flow.name))}
      action={text.remove}
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ name })}
    />
  )
}
