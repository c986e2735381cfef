import { useText } from '../../i18n/language.tsx'
import { Field, Select } from '../../ui/field.tsx'

/** Role and plan of somebody new. */
export function RightsFields() {
  const { users: words } = useText()
  return (
    <>
      <Field label={words.role}>
        {(control) => (
          <Select {...control} name="role">
            <option value="user">{words.roles.user}</option>
            <option value="admin">{words.roles.admin}</option>
          </Select>
        )}
      </Field>
      <Field label={words.plan}>
        {(control) => (
          <Select {...control} name="plan">
            <option value="free">{words.plans.free}</option>
            <option value="pro">{words.plans.pro}</option>
          </Select>
        )}
      </Field>
    </>
  )
}

export function readRights(form: FormData): { role: 'admin' | 'user'; plan: 'free' | 'pro' } {
  return {
    role: form.get('role') === 'admin' ? 'admin' : 'user',
    plan: form.get('plan') === 'pro' ? 'pro' : 'free',
  }
}
