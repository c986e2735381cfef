import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type api, queries } from '../../app/api.ts'
import { Field, Select } from '../../ui/field.tsx'
import { useTeamText } from './team-text.ts'

export const GIVEN_ROLES = ['agent', 'admin', 'viewer'] as const
export type GivenRole = (typeof GIVEN_ROLES)[number]

/** Somebody in the workspace. */
export type Member = Awaited<ReturnType<typeof api.workspaces.members.list>>[number]

interface RoleFieldsProps {
  role?: GivenRole | undefined
  clientIds?: readonly string[] | null | undefined
}

/** What somebody is to be, and of an agent which numbers they see. */
export function RoleFields({ role = 'agent', clientIds = null }: RoleFieldsProps) {
  const text = useTeamText()
  const [chosen, setChosen] = useState<string>(role)
  const [isLimited, setLimited] = useState(clientIds !== null)
  const clients = useQuery(queries.clients.list.queryOptions({ input: {} }))
  const hasNumbers = chosen === 'agent' && (clients.data?.length ?? 0) > 0
  return (
    <>
      <Field label={text.role} hint={text.roleHints[chosen as GivenRole]}>
        {(control) => (
          <Select
            {...control}
            name="role"
            value={chosen}
            onChange={(event) => setChosen(event.currentTarget.value)}
          >
            {GIVEN_ROLES.map((one) => (
              <option key={one} value={one}>
                {text.roles[one]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {hasNumbers && (
        <Field label={text.numbers}>
          {(control) => (
            <Select
              {...control}
              name="numbers"
              defaultValue={isLimited ? 'some' : 'all'}
              onChange={(event) => setLimited(event.currentTarget.value === 'some')}
            >
              <option value="all">{text.allNumbers}</option>
              <option value="some">{text.someNumbers}</option>
            </Select>
          )}
        </Field>
      )}
      {hasNumbers && isLimited && (
        <fieldset className="max-h-44 overflow-y-auto rounded-lg border border-line p-3">
          <legend className="sr-only">{text.someNumbers}</legend>
          {clients.data?.map(({ id, name }) => (
            <label key={id} className="flex items-center gap-2 py-0.5 text-sm break-words">
              <input
                type="checkbox"
                name="clientIds"
                value={id}
                defaultChecked={clientIds?.includes(id) ?? false}
                className="accent-accent"
              />
              {name ?? id}
            </label>
          ))}
        </fieldset>
      )}
    </>
  )
}

/** What the fields say; null when some numbers are to be chosen and none was. */
export function readRole(form: FormData): { role: GivenRole; clientIds: string[] | null } | null {
  const role = GIVEN_ROLES.find((one) => one === form.get('role')) ?? 'viewer'
  if (role !== 'agent' || form.get('numbers') !== 'some') return { role, clientIds: null }
  const clientIds = form.getAll('clientIds').map(String)
  return clientIds.length === 0 ? null : { role, clientIds }
}
