import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SCOPES } from '../../../contract/scopes.ts'
import { queries } from '../../app/api.ts'
import { Field, Select } from '../../ui/field.tsx'
import { useKeysText } from './keys-text.ts'

const DAY_MS = 86_400_000
const LIFETIMES_DAYS = [7, 30, 90, 365]

/** What the form says a key is limited to; null when something is to be chosen and nothing was. */
export function readKeyLimits(form: FormData, nowMs: number) {
  const readList = (name: string) =>
    form.get(`${name}Mode`) === 'some' ? form.getAll(name).map(String) : null
  const [scopes, clientIds] = [readList('scopes'), readList('clientIds')]
  if (scopes?.length === 0 || clientIds?.length === 0) return null
  const days = Number(form.get('days'))
  const expiresAt = days > 0 ? new Date(nowMs + days * DAY_MS).toISOString() : null
  return { scopes: scopes && SCOPES.filter((scope) => scopes.includes(scope)), clientIds, expiresAt }
}

interface ChoiceProps {
  name: string
  label: string
  all: string
  some: string
  choices: readonly { value: string; label: string }[]
}

/** All, or only what is ticked. */
function Choice({ name, label, all, some, choices }: ChoiceProps) {
  const [isLimited, setLimited] = useState(false)
  return (
    <>
      <Field label={label}>
        {(control) => (
          <Select
            {...control}
            name={`${name}Mode`}
            onChange={(event) => setLimited(event.currentTarget.value === 'some')}
          >
            <option value="all">{all}</option>
            <option value="some">{some}</option>
          </Select>
        )}
      </Field>
      {isLimited && (
        <fieldset className="max-h-44 columns-2 overflow-y-auto rounded-lg border border-line p-3">
          <legend className="sr-only">{label}</legend>
          {choices.map((choice) => (
            <label key={choice.value} className="flex items-center gap-2 py-0.5 text-sm break-words">
              <input type="checkbox" name={name} value={choice.value} className="accent-accent" />
              {choice.label}
            </label>
          ))}
        </fieldset>
      )}
    </>
  )
}

/** The part of the form that says for what, where and how long a key is good. */
export function KeyLimits({ isLacking }: { isLacking: boolean }) {
  const text = useKeysText()
  const clients = useQuery(queries.clients.list.queryOptions({ input: {} }))
  return (
    <>
      <Choice
        name="scopes"
        label={text.scopes}
        all={text.allScopes}
        some={text.someScopes}
        choices={SCOPES.map((scope) => ({
          value: scope,
          label: [scope, text.scopeNames[scope]].filter(Boolean).join(': '),
        }))}
      />
      {clients.data && clients.data.length > 0 && (
        <Choice
          name="clientIds"
          label={text.clients}
          all={text.allClients}
          some={text.someClients}
          choices={clients.data.map(({ id, name }) => ({ value: id, label: name ?? id }))}
        />
      )}
      <Field label={text.expiry} error={isLacking ? text.chooseOne : undefined}>
        {(control) => (
          <Select {...control} name="days" defaultValue="0">
            <option value="0">{text.noExpiry}</option>
            {LIFETIMES_DAYS.map((days) => (
              <option key={days} value={days}>
                {text.days(days)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  )
}

interface LimitedKey {
  scopes: string[] | null
  clientIds: string[] | null
  expiresAt: string | null
}

/** What a key is limited to, in one line; nothing for one that may do everything. */
export function useLimitsLine(formatDate: (date: string) => string) {
  const text = useKeysText()
  return ({ scopes, clientIds, expiresAt }: LimitedKey): string =>
    [
      scopes && text.scopeCount(scopes.length),
      clientIds && text.clientCount(clientIds.length),
      expiresAt && text.until(formatDate(expiresAt)),
    ]
      .filter(Boolean)
      .join(' · ')
}
