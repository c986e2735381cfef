import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type ConnectionKind, MAIL_SECURITIES } from '../../../../core/connection-kinds.ts'
import { queries } from '../../../app/api.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Field, Input, Select, TextArea } from '../../../ui/field.tsx'
import { useSecretsText } from '../secrets-text.ts'
import type { WrongFields } from './connection-form.ts'

interface PlainFieldProps {
  name: string
  label: string
  hint?: string
  wrong: WrongFields
  type?: 'url' | 'password'
  placeholder?: string
  initial?: string
}

function useProblem(wrong: WrongFields, name: string): string | undefined {
  const { form: text } = useSecretsText()
  const problem = wrong[name]
  const sentences = { needed: text.needed, address: text.addressWrong, params: text.paramsWrong }
  return problem && sentences[problem]
}

function PlainField({ name, label, hint, wrong, type, placeholder, initial }: PlainFieldProps) {
  const error = useProblem(wrong, name)
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <Input
          {...control}
          name={name}
          type={type}
          placeholder={placeholder}
          defaultValue={initial}
          autoComplete={type === 'password' ? 'new-password' : 'off'}
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </Field>
  )
}

function LinesField({ name, label, hint, wrong, placeholder }: PlainFieldProps) {
  const error = useProblem(wrong, name)
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <TextArea
          {...control}
          name={name}
          placeholder={placeholder}
          className="min-h-20 font-mono text-[0.8125rem]"
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </Field>
  )
}

/** The address that people register at the other system, to be copied. */
function RedirectUri() {
  const { form: text } = useSecretsText()
  const { data } = useQuery(queries.secrets.connections.redirectUri.queryOptions({ input: {} }))
  return (
    <div>
      <p className="mb-1.5 text-sm font-medium">{text.redirectUri}</p>
      <div className="flex items-center gap-2">
        <code className="min-w-0 flex-1 rounded-lg bg-sunken px-3 py-2 text-[0.8125rem] break-all">
          {data?.redirectUri ?? '…'}
        </code>
        {data && <CopyButton value={data.redirectUri} />}
      </div>
    </div>
  )
}

function ClientAuth() {
  const { form: text } = useSecretsText()
  return (
    <Field label={text.clientAuth}>
      {(control) => (
        <Select {...control} name="clientAuth" defaultValue="basic">
          <option value="basic">{text.clientAuths.basic}</option>
          <option value="body">{text.clientAuths.body}</option>
        </Select>
      )}
    </Field>
  )
}

function OfClient({ wrong, before, after }: { wrong: WrongFields; before?: ReactNode; after?: ReactNode }) {
  const { form: text } = useSecretsText()
  const params = { hint: text.paramsHint, wrong }
  return (
    <>
      {before}
      <PlainField name="tokenUrl" label={text.tokenUrl} type="url" placeholder="https://" wrong={wrong} />
      <PlainField name="clientId" label={text.clientId} wrong={wrong} />
      <PlainField
        name="clientSecret"
        label={text.clientSecret}
        hint={text.clientSecretHint}
        type="password"
        wrong={wrong}
      />
      <PlainField name="scope" label={text.scope} hint={text.scopeHint} wrong={wrong} />
      <ClientAuth />
      {after}
      <LinesField name="tokenParams" label={text.tokenParams} {...params} placeholder="audience=…" />
    </>
  )
}

/** The usual port of each kind of encryption (RFC 8314, 3.3). */
const PORTS = { tls: '465', starttls: '587', none: '25' } as const

function ServerFields({ wrong }: { wrong: WrongFields }) {
  const { form: text } = useSecretsText()
  const [security, setSecurity] = useState<(typeof MAIL_SECURITIES)[number]>('starttls')
  return (
    <>
      <PlainField name="host" label={text.mailHost} placeholder="smtp.example.com" wrong={wrong} />
      <Field label={text.security}>
        {(control) => (
          <Select
            {...control}
            name="security"
            value={security}
            onChange={({ target }) =>
              setSecurity(MAIL_SECURITIES.find((one) => one === target.value) ?? security)
            }
          >
            {MAIL_SECURITIES.map((one) => (
              <option key={one} value={one}>
                {text.securities[one]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <PlainField key={security} name="port" label={text.port} initial={PORTS[security]} wrong={wrong} />
      <PlainField name="user" label={text.user} wrong={wrong} />
      <PlainField name="password" label={text.password} type="password" wrong={wrong} />
      <PlainField name="from" label={text.from} placeholder="shop@example.com" wrong={wrong} />
      <PlainField name="fromName" label={text.fromName} wrong={wrong} />
      <PlainField name="perDay" label={text.perDay} hint={text.perDayHint} initial="200" wrong={wrong} />
    </>
  )
}

/** What a connection of a kind gets its tokens with. Nothing that is stored is shown in it. */
export function ConnectionFields({ kind, wrong }: { kind: ConnectionKind; wrong: WrongFields }) {
  const { form: text } = useSecretsText()
  switch (kind) {
    case 'oauth2_client':
      return <OfClient wrong={wrong} />
    case 'oauth2_code': {
      const before = (
        <>
          <RedirectUri />
          <PlainField
            name="authorizeUrl"
            label={text.authorizeUrl}
            type="url"
            placeholder="https://"
            wrong={wrong}
          />
        </>
      )
      const params = { hint: text.paramsHint, wrong, placeholder: 'access_type=offline\nprompt=consent' }
      const after = <LinesField name="authorizeParams" label={text.authorizeParams} {...params} />
      return <OfClient wrong={wrong} before={before} after={after} />
    }
    case 'smtp':
      return <ServerFields wrong={wrong} />
    case 'google_service_account':
      return (
        <>
          <LinesField
            name="keyFile"
            label={text.keyFile}
            hint={text.keyFileHint}
            placeholder='{ "type": "service_account", … }'
            wrong={wrong}
          />
          <PlainField
            name="scope"
            label={text.scope}
            hint={text.scopeHint}
            placeholder="https://www.googleapis.com/auth/spreadsheets"
            wrong={wrong}
          />
          <PlainField name="subject" label={text.subject} hint={text.subjectHint} wrong={wrong} />
        </>
      )
  }
}
