import { Link } from '@tanstack/react-router'
import { Smartphone } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field, Select } from '../../../ui/field.tsx'
import { ErrorState, LoadingRows, useFailureText } from '../../../ui/messages/states.tsx'
import { useDocument } from '../../editor-context.tsx'
import { nameNode, useEditorText } from '../../editor-text.ts'
import { InputFields } from '../input-fields.tsx'
import { listInputs, listTestStarts, readInputs } from '../start-inputs.ts'
import { PhoneNumbers } from './phone-numbers.tsx'
import { PhoneStanding } from './phone-standing.tsx'
import {
  type Asked,
  reasonOf,
  useGiveBack,
  useLastTest,
  useStartTest,
  useTestPhones,
} from './use-phone-test.ts'

interface RefusedProps {
  error: unknown
  asked: Asked
  onRetry: () => void
}

/** Why the test did not begin, with the way out where there is one. */
function Refused({ error, asked, onRetry }: RefusedProps) {
  const { simulator } = useEditorText()
  const { clientId } = useDocument()
  const { title, body } = useFailureText(error)
  const giveBack = useGiveBack(onRetry)
  const reason = reasonOf(error)
  return (
    <div role="alert" className="space-y-2 rounded-xl bg-bad-soft p-3.5 text-sm">
      <p className="text-bad">{body || title}</p>
      {reason === 'HANDOFF' && clientId !== null && (
        <Button
          size="small"
          variant="secondary"
          busy={giveBack.isPending}
          onClick={() => giveBack.mutate({ clientId, contactJid: asked.phoneNumber, handoffSec: 0 })}
        >
          {simulator.phone.giveBack}
        </Button>
      )}
      {reason === 'CLIENT_NOT_CONNECTED' && clientId !== null && (
        <Button asChild size="small" variant="secondary">
          <Link to="/clients/$clientId" params={{ clientId }}>
            {simulator.phone.startWorker}
          </Link>
        </Button>
      )}
    </div>
  )
}

/** With what the test begins: at which trigger, and with which values. */
function StartForm({ phoneNumber, isAgain }: { phoneNumber: string | undefined; isAgain: boolean }) {
  const text = useEditorText()
  const { phone } = text.simulator
  const starts = listTestStarts(useDocument().definition)
  const [triggerId, setTriggerId] = useState('')
  const { start, begin } = useStartTest()
  const trigger = starts.find(({ id }) => id === triggerId) ?? starts[0]
  const inputs = trigger ? listInputs(trigger) : []
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (phoneNumber === undefined) return
    const given = new FormData(event.currentTarget)
    const values = readInputs(inputs, (name) => String(given.get(name) ?? ''))
    begin({ phoneNumber, inputs: values, ...(trigger && { triggerId: trigger.id }) })
  }
  const { error, variables } = start
  return (
    <form onSubmit={submit} className="space-y-3">
      {starts.length > 1 && (
        <Field label={phone.trigger}>
          {(control) => (
            <Select
              {...control}
              value={trigger?.id ?? ''}
              onChange={({ target }) => setTriggerId(target.value)}
            >
              {starts.map(({ id, type, data }) => (
                <option key={id} value={id}>
                  {nameNode(text, type, data)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <InputFields key={trigger?.id} inputs={inputs} />
      <Button type="submit" className="w-full" busy={start.isPending} disabled={phoneNumber === undefined}>
        {!start.isPending && <Smartphone aria-hidden />}
        {isAgain ? phone.startAgain : phone.start}
      </Button>
      {error && variables && (
        <Refused error={error} asked={variables} onRetry={() => start.mutate(variables)} />
      )}
    </form>
  )
}

/** The draft on a real phone: on which one, with what, and how it goes. */
export function PhonePanel() {
  const { simulator } = useEditorText()
  const { phones, ...actions } = useTestPhones()
  const last = useLastTest()
  const [chosen, setChosen] = useState<string>()
  if (phones.isPending) return <LoadingRows rows={2} />
  if (phones.isError) return <ErrorState error={phones.error} onRetry={() => void phones.refetch()} />
  const numbers = phones.data.map(({ phoneNumber }) => phoneNumber)
  const number = numbers.find((item) => item === chosen) ?? numbers[0]
  return (
    <div className="min-h-0 flex-1 space-y-5 overflow-y-auto p-4">
      <p className="text-[0.8125rem] text-ink-soft">{simulator.phone.intro}</p>
      <PhoneNumbers {...actions} numbers={numbers} chosen={number} onChoose={setChosen} />
      <StartForm phoneNumber={number} isAgain={last.data != null} />
      {last.data && <PhoneStanding run={last.data} />}
    </div>
  )
}
