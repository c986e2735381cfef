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
import { type DeviceState, readDevice, renewDevice, turnOff, turnOn, turnPageOn } from './device.ts'
import { choose as chooseHere, useDeviceChoice } from './device-choices.ts'
import { useNotificationsText } from './notifications-text.ts'

const DEVICE = ['this device']
const EMAIL_AFTER_MIN = [5, 15, 30, 60]

interface Choice {
  conversations: (typeof NOTICE_CHOICES)[number]
  contents: boolean
  emailAfterMin: number | null
  /** Left out: as it was. */
  mentions?: boolean
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
    mutationFn: (act: () => Promise<DeviceState>) => act(),
    onError: notify.failed,
    async onSuccess(next: DeviceState) {
      cache.setQueryData(DEVICE, next)
      await cache.invalidateQueries({ queryKey: queries.notifications.key() })
    },
  })
  if (!state) return <LoadingRows rows={1} />
  const { isOn: on, isPage: page, isOff: off, denied, unsupported, unreached } = text
  const said = { on, page, off, denied, unsupported, unreached }[state]
  const isOn = state === 'on'
  const isSilent = state === 'off'
  const mayAsk = isSilent || state === 'page' || state === 'unreached'
  return (
    <section aria-label={text.device} className="space-y-2">
      <h3 className="text-sm font-medium">{text.device}</h3>
      <p className="text-sm text-ink-soft" aria-live="polite">
        {said} {devices > 0 && text.devices(devices)}
      </p>
      <div className="flex flex-wrap gap-2">
        {mayAsk && (
          <Button busy={change.isPending} onClick={() => change.mutate(() => turnOn(publicKey, tag))}>
            <Bell aria-hidden />
            {isSilent ? text.on : text.always}
          </Button>
        )}
        {isSilent && (
          <Button variant="secondary" busy={change.isPending} onClick={() => change.mutate(turnPageOn)}>
            {text.pageOn}
          </Button>
        )}
        {(isOn || (mayAsk && !isSilent)) && (
          <Button variant="secondary" busy={change.isPending} onClick={() => change.mutate(turnOff)}>
            <BellOff aria-hidden />
            {text.off}
          </Button>
        )}
      </div>
      <SoundField />
    </section>
  )
}

/** A sound is a thing of the browser: who works on two machines chooses for each. */
function SoundField() {
  const text = useNotificationsText()
  const isOn = useDeviceChoice('sound')
  return (
    <label className="flex items-start gap-3 text-sm">
      <input
        type="checkbox"
        className="mt-0.5 size-4 accent-accent"
        checked={isOn}
        onChange={({ target }) => chooseHere('sound', target.checked)}
      />
      <span>
        {text.sound}
        <span className="block text-[0.8125rem] text-ink-soft">{text.soundHint}</span>
      </span>
    </label>
  )
}

interface EmailFieldProps {
  afterMin: number | null
  onChoose: (afterMin: number | null) => void
}

/** After how long without an answer an e-mail is sent; a time that was set by a program is there too. */
function EmailField({ afterMin, onChoose }: EmailFieldProps) {
  const text = useNotificationsText()
  const choices = [...new Set([...EMAIL_AFTER_MIN, ...(afterMin === null ? [] : [afterMin])])]
  return (
    <Field label={text.email} hint={text.emailHint}>
      {(control) => (
        <Select
          {...control}
          value={afterMin ?? ''}
          onChange={({ target }) => onChoose(target.value === '' ? null : Number(target.value))}
        >
          <option value="">{text.emailNever}</option>
          {choices
            .toSorted((a, b) => a - b)
            .map((minutes) => (
              <option key={minutes} value={minutes}>
                {text.emailAfter(minutes)}
              </option>
            ))}
        </Select>
      )}
    </Field>
  )
}

/** What the person is told of, and whether this device is told. */
export function NotificationsCard() {
  const text = useNotificationsText()
  const { tag } = useLanguage()
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
  const choose = ({ conversations, contents, emailAfterMin, mentions = true }: Choice): void => {
    const next = { conversations, contents, emailAfterMin, mentions }
    setUnsaved(next)
    const email = data?.canEmail ? { emailAfterMin, language: tag } : {}
    save.mutate(
      { conversations, contents, mentions, ...email },
      { onSettled: () => setUnsaved((latest) => (latest === next ? null : latest)) },
    )
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
                  if (conversations) choose({ ...chosen, conversations })
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
              checked={chosen.mentions ?? data.mentions}
              onChange={({ target }) => {
                const { conversations, contents, emailAfterMin } = chosen
                choose({ conversations, contents, emailAfterMin, mentions: target.checked })
              }}
            />
            {text.mentions}
          </label>
          <label className="flex items-start gap-3 text-sm">
            <input
              type="checkbox"
              className="mt-0.5 size-4 accent-accent"
              checked={chosen.contents}
              onChange={({ target }) => choose({ ...chosen, contents: target.checked })}
            />
            <span>
              {text.contents}
              <span className="block text-[0.8125rem] text-ink-soft">{text.contentsHint}</span>
            </span>
          </label>
          {data.canEmail && (
            <EmailField
              afterMin={chosen.emailAfterMin}
              onChoose={(emailAfterMin) => choose({ ...chosen, emailAfterMin })}
            />
          )}
          <ThisDevice publicKey={data.publicKey} devices={data.devices} />
        </div>
      )}
    </SectionCard>
  )
}
