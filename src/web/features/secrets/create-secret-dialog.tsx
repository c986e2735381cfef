import { type FormEvent, useState } from 'react'
import { SECRET_NAME } from '../../../core/secret-hosts.ts'
import { NameField } from '../../ui/inputs/name-field.tsx'
import { Dialog, FormActions } from '../../ui/messages/dialog.tsx'
import { HostsField, useHosts } from './hosts-field.tsx'
import { useSetSecret } from './secret-data.ts'
import { useSecretsText } from './secrets-text.ts'
import { ValueField } from './value-field.tsx'

interface CreateSecretDialogProps {
  /** Names that are taken: to store one of these again would replace it. */
  taken: readonly string[]
  /** A name to begin with, when a flow asks for it. */
  name: string
  onClose: () => void
}

/** Asks for a name, a value and the hosts of a new secret. */
export function CreateSecretDialog({ taken, name, onClose }: CreateSecretDialogProps) {
  const { form: text, created } = useSecretsText()
  const hosts = useHosts([])
  const [wrong, setWrong] = useState<{ name?: string; value?: string }>({})
  const create = useSetSecret(created, onClose)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [given, value] = [String(form.get('name')).trim(), String(form.get('value'))]
    const problems = {
      ...(!SECRET_NAME.test(given) && { name: text.nameWrong }),
      ...(taken.includes(given) && { name: text.nameTaken }),
      ...(value === '' && { value: text.valueMissing }),
    }
    setWrong(problems)
    const goingTo = hosts.take()
    if (goingTo && Object.keys(problems).length === 0) create.mutate({ name: given, value, hosts: goingTo })
  }
  return (
    <Dialog open onOpenChange={onClose} title={text.createTitle} description={text.createBody}>
      <form onSubmit={submit} onChange={() => setWrong({})} noValidate className="space-y-4">
        <NameField
          label={text.name}
          hint={text.nameHint}
          error={wrong.name}
          value={name}
          placeholder="shop_token"
        />
        <ValueField error={wrong.value} />
        <HostsField hosts={hosts} />
        <FormActions action={text.createAction} busy={create.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
