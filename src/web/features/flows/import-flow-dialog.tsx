import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, queries } from '../../app/api.ts'
import { useText } from '../../i18n/language.tsx'
import { Dialog, FormActions } from '../../ui/dialog.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { JsonSource } from '../../ui/json-source.tsx'
import { useNotify } from '../../ui/notify.ts'
import { useFailureText } from '../../ui/states.tsx'

interface ImportFlowDialogProps {
  clients: readonly { id: string; name: string | null }[]
  onClose: () => void
}

type FlowDocument = Parameters<typeof api.flows.import>[0]

/** The text as a document for the client chosen; undefined when it is no JSON object. The service checks the rest. */
function readDocument(text: string, clientId: string): FlowDocument | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    return { ...value, clientId: clientId || null } as FlowDocument
  } catch {
    return undefined
  }
}

/** Takes a flow from a file or from pasted JSON. */
export function ImportFlowDialog({ clients, onClose }: ImportFlowDialogProps) {
  const { flows: text } = useText()
  const cache = useQueryClient()
  const notify = useNotify()
  const [json, setJson] = useState('')
  const [isUnreadable, setUnreadable] = useState(false)
  const load = useMutation({
    mutationFn: (document: FlowDocument) => api.flows.import(document),
    async onSuccess({ name }) {
      onClose()
      notify.done(text.imported(name))
      await cache.invalidateQueries({ queryKey: queries.flows.key() })
    },
  })
  const failure = useFailureText(load.error)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const document = readDocument(json, String(new FormData(event.currentTarget).get('client') ?? ''))
    setUnreadable(!document)
    if (document) load.mutate(document)
  }
  const problem = isUnreadable ? text.notJson : load.isError ? failure.body || failure.title : undefined
  return (
    <Dialog open onOpenChange={onClose} title={text.importTitle} description={text.importBody}>
      <form onSubmit={submit} className="space-y-4">
        <JsonSource label={text} json={json} problem={problem} onJson={setJson} />
        <Field label={text.client} hint={text.clientHint}>
          {(control) => (
            <Select {...control} name="client" defaultValue={clients[0]?.id ?? ''}>
              <option value="">{text.noClient}</option>
              {clients.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <FormActions busy={load.isPending} action={text.importAction} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
