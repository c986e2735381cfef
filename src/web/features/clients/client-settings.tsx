import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { ONLINE_CHOICES, type OnlineChoice } from '../../../core/client/online-choice.ts'
import { api, queries } from '../../app/api.ts'
import { useText } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { SectionCard } from '../../ui/card.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { buildDistinctNames } from '../flows/flow-names.ts'
import type { Client } from './client-data.ts'

const SECONDS_A_MINUTE = 60
const MAX_HANDOFF_MINUTES = 43_200

interface Settings {
  name: string
  sendRatePerSecond: number
  sendBurst: number
  humanHandoffDurationSec: number
  online: OnlineChoice
  /** Undefined while it is not known which flows there are: then it stays as it is. */
  mainMenuFlowId: string | null | undefined
}

function readSettings(form: FormData): Settings {
  const menu = form.get('menu')
  return {
    name: String(form.get('name')).trim(),
    sendRatePerSecond: Number(form.get('rate')),
    sendBurst: Number(form.get('burst')),
    humanHandoffDurationSec: Math.round(Number(form.get('handoff')) * SECONDS_A_MINUTE),
    online: ONLINE_CHOICES.find((choice) => choice === form.get('online')) ?? 'never',
    mainMenuFlowId: menu === null ? undefined : String(menu) || null,
  }
}

async function saveSettings(client: Client, { mainMenuFlowId, ...settings }: Settings): Promise<void> {
  if (mainMenuFlowId !== undefined && mainMenuFlowId !== client.mainMenuFlowId)
    await api.clients.updateMainMenuFlow({ clientId: client.id, mainMenuFlowId })
  await api.clients.update({ id: client.id, ...settings })
}

/** Which flow answers when nothing else does: one of those published on this client. */
function MainMenuField({ client }: { client: Client }) {
  const { clients: text, shell } = useText()
  const flows = useQuery(
    queries.flows.list.queryOptions({ input: { clientId: client.id, status: 'published' } }),
  )
  const present = client.mainMenuFlowId ?? ''
  const known = [...buildDistinctNames(flows.data ?? [])].map(([id, name]) => ({ id, name }))
  // One that is a draft again still stands in the settings until another is chosen.
  const isElsewhere = present !== '' && !known.some(({ id }) => id === present)
  return (
    <Field label={text.settings.menu} hint={text.settings.menuHint}>
      {(control) => (
        <Select
          {...control}
          key={flows.isSuccess ? 'known' : 'awaited'}
          name="menu"
          defaultValue={present}
          disabled={!flows.isSuccess}
        >
          <option value="">{text.settings.noMenu}</option>
          {isElsewhere && (
            <option value={present}>
              {flows.isSuccess ? text.settings.menuNotPublished : shell.loading}
            </option>
          )}
          {known.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

export function ClientSettings({ client }: { client: Client }) {
  const { clients: text, shell } = useText()
  const cache = useQueryClient()
  const notify = useNotify()
  const save = useMutation({
    mutationFn: (settings: Settings) => saveSettings(client, settings),
    onError: notify.failed,
    async onSuccess() {
      await cache.invalidateQueries({ queryKey: queries.clients.key() })
      // The pace is a part of it.
      void cache.invalidateQueries({ queryKey: queries.worker.health.key() })
      notify.done(text.settings.saved)
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    save.mutate(readSettings(new FormData(event.currentTarget)))
  }
  const number = { type: 'number', inputMode: 'numeric', required: true } as const
  return (
    <SectionCard title={text.tabs.settings}>
      <form onSubmit={submit} className="space-y-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={text.name}>
            {(control) => (
              <Input {...control} name="name" defaultValue={client.name ?? ''} required maxLength={120} />
            )}
          </Field>
          <MainMenuField client={client} />
          <Field label={text.settings.rate} hint={text.settings.rateHint}>
            {(control) => (
              <Input
                {...control}
                {...number}
                name="rate"
                min={1}
                max={100}
                defaultValue={client.sendRatePerSecond}
              />
            )}
          </Field>
          <Field label={text.settings.burst} hint={text.settings.burstHint}>
            {(control) => (
              <Input
                {...control}
                {...number}
                name="burst"
                min={1}
                max={1000}
                defaultValue={client.sendBurst}
              />
            )}
          </Field>
          <Field label={text.settings.handoff} hint={text.settings.handoffHint}>
            {(control) => (
              <Input
                {...control}
                {...number}
                name="handoff"
                min={0}
                max={MAX_HANDOFF_MINUTES}
                step="any"
                defaultValue={client.humanHandoffDurationSec / SECONDS_A_MINUTE}
              />
            )}
          </Field>
          <Field label={text.settings.online} hint={text.settings.onlineHint}>
            {(control) => (
              <Select {...control} name="online" defaultValue={client.online}>
                {ONLINE_CHOICES.map((choice) => (
                  <option key={choice} value={choice}>
                    {text.settings.onlineChoices[choice]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        <div className="flex justify-end border-t border-line pt-5">
          <Button right="manage" type="submit" busy={save.isPending}>
            {shell.save}
          </Button>
        </div>
      </form>
    </SectionCard>
  )
}
