import { useState } from 'react'
import { MAX_SECRET_HOSTS } from '../../../core/secret-hosts.ts'
import { Field, TextArea } from '../../ui/field.tsx'
import { parseHostList } from './host-list.ts'
import { useSecretsText } from './secrets-text.ts'

/** Hosts that are being written, and what is wrong with them; shown once somebody tried to submit. */
export function useHosts(initial: readonly string[]) {
  const text = useSecretsText()
  const [value, setValue] = useState(initial.join('\n'))
  const [isTried, setTried] = useState(false)
  const { hosts, wrong } = parseHostList(value)
  const find = (): string | undefined => {
    if (wrong.length > 0) return text.form.hostsWrong(wrong)
    if (hosts.length > MAX_SECRET_HOSTS) return text.form.tooManyHosts(MAX_SECRET_HOSTS)
    return hosts.length === 0 ? text.form.noHosts : undefined
  }
  const problem = find()
  return {
    value,
    setValue,
    error: isTried ? problem : undefined,
    /** The hosts, or null when something is wrong with them, which is shown from then on. */
    take() {
      setTried(true)
      return problem === undefined ? hosts : null
    },
  }
}

export function HostsField({ hosts: { value, setValue, error } }: { hosts: ReturnType<typeof useHosts> }) {
  const { form: text } = useSecretsText()
  return (
    <Field label={text.hosts} hint={text.hostsHint} error={error}>
      {(control) => (
        <TextArea
          {...control}
          value={value}
          onChange={(event) => setValue(event.target.value)}
          className="min-h-24 font-mono text-[0.8125rem]"
          placeholder={'api.example.com\n*.example.com'}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </Field>
  )
}
