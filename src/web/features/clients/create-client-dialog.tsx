import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { api, queries } from '../../app/api.ts'
import { useText } from '../../i18n/language.tsx'
import { classes } from '../../ui/classes.ts'
import { Field, Input } from '../../ui/field.tsx'
import { Dialog, FormActions } from '../../ui/messages/dialog.tsx'
import { useNotify } from '../../ui/messages/notify.ts'

const NETWORKS = ['sandbox', 'whatsapp'] as const
export type NetworkName = (typeof NETWORKS)[number]

interface CreateClientDialogProps {
  /** The network chosen; null while the dialog is closed. */
  network: NetworkName | null
  onNetwork: (network: NetworkName) => void
  onClose: () => void
}

function NetworkChoice({
  network,
  onNetwork,
}: {
  network: NetworkName
  onNetwork: (n: NetworkName) => void
}) {
  const { clients: text } = useText()
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{text.network}</legend>
      <div className="grid grid-cols-2 gap-2">
        {NETWORKS.map((name) => (
          <label
            key={name}
            className={classes(
              'cursor-pointer rounded-xl border p-3 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-accent',
              name === network ? 'border-accent bg-accent-soft' : 'border-line hover:bg-sunken',
            )}
          >
            <input
              type="radio"
              name="network"
              value={name}
              checked={name === network}
              onChange={() => onNetwork(name)}
              className="sr-only"
            />
            <span className="block text-sm font-medium">{text.networks[name]}</span>
            <span className="mt-0.5 block text-[0.8125rem] leading-snug text-ink-soft">
              {text.networkHints[name]}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Makes a client, starts it, and leads to its page, where the QR is. */
export function CreateClientDialog({ network, onNetwork, onClose }: CreateClientDialogProps) {
  const { clients: text } = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const notify = useNotify()
  const create = useMutation({
    async mutationFn(input: { name: string; network: NetworkName }) {
      const { id } = await api.clients.create(input)
      return id
    },
    onError: notify.failed,
    async onSuccess(clientId) {
      // A client that could not be started shows on its page why, with a button to try again.
      await api.worker.start({ clientId }).catch(notify.failed)
      await client.invalidateQueries({ queryKey: queries.clients.key() })
      await navigate({ to: '/clients/$clientId', params: { clientId } })
    },
  })
  if (network === null) return null
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name')).trim()
    create.mutate({ name: name || text.defaultName[network], network })
  }
  return (
    <Dialog open onOpenChange={onClose} title={text.createTitle} description={text.createBody}>
      <form onSubmit={submit} className="space-y-4">
        <Field label={text.name} hint={text.nameExample}>
          {(control) => (
            <Input
              {...control}
              name="name"
              maxLength={120}
              placeholder={text.defaultName[network]}
              autoComplete="off"
            />
          )}
        </Field>
        <NetworkChoice network={network} onNetwork={onNetwork} />
        <FormActions busy={create.isPending} action={text.createAction} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
