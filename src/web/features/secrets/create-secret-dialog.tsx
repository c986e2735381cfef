import { type FormEvent, useState } from 'react'
import { CONNECTION_KINDS, type ConnectionKind, GOOGLE_HOSTS } from '../../../core/connection-kinds.ts'
import { SECRET_NAME } from '../../../core/secret-hosts.ts'
import { Field, Select } from '../../ui/field.tsx'
import { NameField } from '../../ui/inputs/name-field.tsx'
import { Dialog, FormActions } from '../../ui/messages/dialog.tsx'
import { ConnectionFields } from './connections/connection-fields.tsx'
import { readConnectionForm, type WrongFields } from './connections/connection-form.ts'
import { HostsField, useHosts } from './hosts-field.tsx'
import { useSetConnection, useSetSecret } from './secret-data.ts'
import { useSecretsText } from './secrets-text.ts'
import { ValueField } from './value-field.tsx'

type Kind = 'value' | ConnectionKind

const KINDS: readonly Kind[] = ['value', ...CONNECTION_KINDS]

interface CreateSecretDialogProps {
  /** Names that are taken: to store one of these again would replace it. */
  taken: readonly string[]
  /** A name to begin with, when a flow asks for it. */
  name: string
  onClose: () => void
}

function KindField({ kind, onChange }: { kind: Kind; onChange: (kind: Kind) => void }) {
  const { form: text } = useSecretsText()
  return (
    <Field label={text.kind}>
      {(control) => (
        <Select
          {...control}
          value={kind}
          onChange={({ target }) => onChange(KINDS.find((one) => one === target.value) ?? kind)}
        >
          {KINDS.map((one) => (
            <option key={one} value={one}>
              {text.kinds[one]}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

function findWrongName(
  name: string,
  taken: readonly string[],
  text: { nameWrong: string; nameTaken: string },
): { name?: string } {
  if (!SECRET_NAME.test(name)) return { name: text.nameWrong }
  return taken.includes(name) ? { name: text.nameTaken } : {}
}

/** Asks for a name, a value or how one is had, and the hosts of a new secret. */
export function CreateSecretDialog({ taken, name, onClose }: CreateSecretDialogProps) {
  const { form: text, created } = useSecretsText()
  const hosts = useHosts([])
  const [kind, setKind] = useState<Kind>('value')
  const [wrong, setWrong] = useState<{ name?: string; value?: string; fields?: WrongFields }>({})
  const create = useSetSecret(created, onClose)
  const connect = useSetConnection(created, onClose)
  const choose = (chosen: Kind) => {
    setKind(chosen)
    if (chosen === 'google_service_account' && hosts.value.trim() === '')
      hosts.setValue(GOOGLE_HOSTS.join('\n'))
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [given, value] = [String(form.get('name')).trim(), String(form.get('value') ?? '')]
    const read = kind === 'value' ? null : readConnectionForm(kind, form)
    const problems = {
      ...findWrongName(given, taken, text),
      ...(kind === 'value' && value === '' && { value: text.valueMissing }),
      ...(read && 'wrong' in read && { fields: read.wrong }),
    }
    setWrong(problems)
    // A mail server is its own host.
    const goingTo = kind === 'smtp' ? [] : hosts.take()
    if (!goingTo || Object.keys(problems).length > 0) return
    if (!read) create.mutate({ name: given, value, hosts: goingTo })
    else if ('settings' in read)
      connect.mutate({ name: given, settings: read.settings, ...(goingTo.length > 0 && { hosts: goingTo }) })
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
        <KindField kind={kind} onChange={choose} />
        {kind === 'value' ? (
          <ValueField error={wrong.value} />
        ) : (
          <ConnectionFields kind={kind} wrong={wrong.fields ?? {}} />
        )}
        {kind !== 'smtp' && <HostsField hosts={hosts} />}
        <FormActions
          action={text.createAction}
          busy={create.isPending || connect.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
