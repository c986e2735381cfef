import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell, BellOff } from 'lucide-react'
import { useState } from 'react'
import { NOTICE_CHOICES } from '../../../core/conversation/notices.ts'
import { queries } from '../../app/api.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { SectionCard } from '../../ui/card.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { type DeviceState, readDevice, renewDevice, turnOff, turnOn } from './device.ts'
import { useNotificationsText } from './notifications-text.ts'

const DEVICE = ['this device']

interface Choice {
  conversations: (typeof NOTICE_CHOICES)[number]
  contents: boolean
}

function useDevice() {
  const { tag } = useLanguage()
  return useQuery({
    queryKey: DEVICE,
    async queryFn() {
      await renewDevice(tag)
      return await readDevice()
    },
    staleTime: 60_000,
  })
}

/** Whether this browser gets pushes, and the button that changes it. */
function ThisDevice({ publicKey, devices }: { publicKey: string; devices: number }) {
  const text = useNotificationsText()
  const { tag } = useLanguage()
  const notify = useNotify()
  const cache = useQueryClient()
  const { data: state } = useDevice()
  const change = useMutation({
    mutationFn: (isOn: boolean) => (isOn ? turnOff() : turnOn(publicKey, tag)),
    onError: notify.failed,
    async onSuccess(next: DeviceState) {
      cache.setQueryData(DEVICE, next)
      await cache.invalidateQueries({ queryKey: queries.notifications.key() })
    },
  })
  if (!state) return <LoadingRows rows={1} />
  const { isOn: on, isOff: off, denied, unsupported, unreached } = text
  const said = { on, off, denied, unsupported, unreached }[state]
  const isOn = state === 'on'
  return (
    <section aria-label={text.device} className="space-y-2">
      <h3 className="text-sm font-medium">{text.device}</h3>
      <p className="text-sm text-ink-soft" aria-live="polite">
        {said} {devices > 0 && text.devices(devices)}
      </p>
      {(isOn || state === 'off' || state === 'unreached') && (
        <Button
          variant={isOn ? 'secondary' : 'primary'}
          busy={change.isPending}
          onClick={() => change.mutate(isOn)}
        >
          {isOn ? <BellOff aria-hidden /> : <Bell aria-hidden />}
          {isOn ? text.off : text.on}
        </Button>
      )}
    </section>
  )
}

/** What the person is told of, and whether this device is told. */
export function NotificationsCard() {
  const text = useNotificationsText()
  const notify = useNotify()
  const cache = useQueryClient()
  const own = useQuery(queries.notifications.get.queryOptions({ input: {} }))
  // What is being saved is shown already; one after the other, so that the last one stays.
  const [unsaved, setUnsaved] = useState<Choice | null>(null)
  const save = useMutation(
    queries.notifications.set.mutationOptions({
      scope: { id: 'notifications' },
      onError: notify.failed,
      onSuccess: (next) =>
        cache.setQueryData(queries.notifications.get.queryKey({ input: {} }), next) && undefined,
    }),
  )
  const { data } = own
  const chosen = unsaved ?? data
  const choose = (next: Choice): void => {
    setUnsaved(next)
    save.mutate(next, { onSettled: () => setUnsaved((latest) => (latest === next ? null : latest)) })
  }
  return (
    <SectionCard title={text.title} description={text.body}>
      {own.isPending && <LoadingRows rows={2} />}
      {own.isError && <ErrorState error={own.error} onRetry={() => void own.refetch()} />}
      {data && chosen && (
        <div className="space-y-5">
          <Field label={text.conversations}>
            {(control) => (
              <Select
                {...control}
                value={chosen.conversations}
                onChange={({ target }) => {
                  const conversations = NOTICE_CHOICES.find((one) => one === target.value)
                  if (conversations) choose({ conversations, contents: chosen.contents })
                }}
              >
                {NOTICE_CHOICES.map((choice) => (
                  <option key={choice} value={choice}>
                    {text.choices[choice]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <label className="flex items-start gap-3 text-sm">
            <input
              type="checkbox"
              className="mt-0.5 size-4 accent-accent"
              checked={chosen.contents}
              onChange={({ target }) =>
                choose({ conversations: chosen.conversations, contents: target.checked })
              }
            />
            <span>
              {text.contents}
              <span className="block text-[0.8125rem] text-ink-soft">{text.contentsHint}</span>
            </span>
          </label>
          <ThisDevice publicKey={data.publicKey} devices={data.devices} />
        </div>
      )}
    </SectionCard>
  )
}
