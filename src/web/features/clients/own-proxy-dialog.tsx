import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { queries } from '../../app/api.ts'
import { useText } from '../../i18n/language.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { Dialog, FormActions } from '../../ui/messages/dialog.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { useProxiesText } from '../proxies/proxies-text.ts'
import { PROTOCOLS, type ProxyLine } from '../proxies/proxy-lines.ts'

const MAX_PORT = 65_535

const isPort = (text: string): boolean =>
  /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_PORT

function readProxy(form: FormData): ProxyLine {
  const read = (name: string) => String(form.get(name) ?? '')
  return {
    host: read('host').trim(),
    port: read('port').trim(),
    user: read('user'),
    password: read('password'),
    protocol: PROTOCOLS.find((name) => name === read('protocol')) ?? 'http',
  }
}

interface OwnProxyDialogProps {
  clientId: string
  /** The one it has; its password is not known and has to be given again. */
  own: Omit<ProxyLine, 'password'> | null
  onClose: () => void
}

/** Gives a client a proxy of its own. */
export function OwnProxyDialog({ clientId, own, onClose }: OwnProxyDialogProps) {
  const { shell } = useText()
  const { ofClient: text, protocols } = useProxiesText()
  const cache = useQueryClient()
  const notify = useNotify()
  const [wrong, setWrong] = useState<{ host?: string; port?: string }>({})
  const save = useMutation(
    queries.clients.setProxy.mutationOptions({
      // The password must not stay behind in memory.
      gcTime: 0,
      onError: notify.failed,
      async onSuccess() {
        notify.done(text.saved)
        await cache.invalidateQueries({ queryKey: queries.clients.getProxy.key() })
        onClose()
      },
    }),
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const proxy = readProxy(new FormData(event.currentTarget))
    const problems = {
      ...(proxy.host === '' && { host: text.hostMissing }),
      ...(!isPort(proxy.port) && { port: text.portWrong }),
    }
    setWrong(problems)
    if (Object.keys(problems).length === 0) save.mutate({ id: clientId, proxy })
  }
  const plain = { autoComplete: 'off', spellCheck: false } as const
  return (
    <Dialog open onOpenChange={onClose} title={text.title} description={text.dialogBody}>
      <form onSubmit={submit} onChange={() => setWrong({})} noValidate className="space-y-4">
        <Field label={text.protocol}>
          {(control) => (
            <Select {...control} name="protocol" defaultValue={own?.protocol}>
              {PROTOCOLS.map((name) => (
                <option key={name} value={name}>
                  {protocols[name]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <div className="grid grid-cols-[1fr_7rem] gap-3">
          <Field label={text.host} hint={text.hostHint} error={wrong.host}>
            {(control) => (
              <Input {...control} {...plain} name="host" defaultValue={own?.host} maxLength={253} />
            )}
          </Field>
          <Field label={text.port} error={wrong.port}>
            {(control) => (
              <Input {...control} {...plain} name="port" inputMode="numeric" defaultValue={own?.port} />
            )}
          </Field>
        </div>
        <Field label={text.user}>
          {(control) => (
            <Input {...control} {...plain} name="user" defaultValue={own?.user} maxLength={256} />
          )}
        </Field>
        <Field label={text.password} hint={text.passwordHint}>
          {(control) => (
            <Input
              {...control}
              name="password"
              type="password"
              autoComplete="new-password"
              maxLength={1024}
            />
          )}
        </Field>
        <FormActions busy={save.isPending} action={shell.save} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
