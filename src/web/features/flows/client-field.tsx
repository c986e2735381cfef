import { useText } from '../../i18n/language.tsx'
import { Field, Select } from '../../ui/field.tsx'

export interface NamedClient {
  id: string
  name: string | null
}

/** For which client a flow is brought in, or none yet; the value of the form's field `client`. */
export function ClientField({ clients }: { clients: readonly NamedClient[] }) {
  const { flows: text } = useText()
  return (
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
  )
}
