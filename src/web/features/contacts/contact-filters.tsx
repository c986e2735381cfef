import { type FormEvent, useState } from 'react'
import { readForm } from '../../app/read-form.ts'
import { Button } from '../../ui/button.tsx'
import { Input, Select } from '../../ui/field.tsx'
import { type ContactFilter, useContactFields } from './contact-data.ts'
import { useContactsText } from './contacts-text.ts'

interface ContactFiltersProps {
  clients: readonly { id: string; name: string }[]
  clientId: string
  onClient: (id: string) => void
  onChange: (filter: ContactFilter) => void
}

/** Whose contacts are listed, and which of them. */
export function ContactFilters({ clients, clientId, onClient, onChange }: ContactFiltersProps) {
  const text = useContactsText()
  const fields = useContactFields().data ?? []
  const [fieldName, setFieldName] = useState('')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const read = readForm(event.currentTarget)
    const [search, tag, value] = [read('search'), read('tag'), read('value')]
    onChange({
      ...(search && { search }),
      ...(tag && { tag }),
      ...(fieldName && { field: { name: fieldName, value: value || null } }),
    })
  }
  return (
    <form onSubmit={submit} className="mb-4 flex flex-wrap items-center gap-2">
      <Select
        aria-label={text.client}
        className="w-auto max-w-52"
        value={clientId}
        onChange={({ target }) => onClient(target.value)}
      >
        {clients.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Input
        name="search"
        aria-label={text.search}
        placeholder={text.search}
        className="w-auto"
        maxLength={100}
      />
      <Input name="tag" aria-label={text.tag} placeholder={text.tag} className="w-32" maxLength={64} />
      {fields.length > 0 && (
        <Select
          aria-label={text.field}
          className="w-auto max-w-44"
          value={fieldName}
          onChange={({ target }) => setFieldName(target.value)}
        >
          <option value="">{text.anyField}</option>
          {fields.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </Select>
      )}
      {fieldName !== '' && (
        <Input
          name="value"
          aria-label={text.value}
          placeholder={text.noValue}
          className="w-36"
          maxLength={200}
        />
      )}
      <Button type="submit" variant="secondary">
        {text.find}
      </Button>
    </form>
  )
}
