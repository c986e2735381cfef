import type { FormEvent } from 'react'
import { api } from '../../app/api.ts'
import { Button } from '../../ui/button.tsx'
import { SectionCard } from '../../ui/card.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { type Privacy, type PrivacyChange, usePrivacy, useProfileChange } from './profile-data.ts'
import { useProfileText } from './profile-text.ts'

const AUDIENCE = ['everyone', 'contacts', 'contacts_except', 'nobody'] as const

/** What each setting can be, as it stands in the form. */
const CHOICES = {
  lastSeen: AUDIENCE,
  online: ['everyone', 'same_as_last_seen'],
  picture: AUDIENCE,
  about: AUDIENCE,
  readReceipts: ['yes', 'no'],
  groupsAdd: ['everyone', 'contacts', 'contacts_except'],
  callsAdd: ['everyone', 'known'],
  messages: ['everyone', 'contacts'],
  expirationSec: ['0', '86400', '604800', '7776000'],
} as const

type Setting = keyof typeof CHOICES
const SETTINGS = Object.keys(CHOICES) as Setting[]

/** A setting as it stands in the form; empty where the network has a value there is no word for. */
function toChoice(privacy: Privacy, setting: Setting): string {
  const value = privacy[setting]
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value === null ? '' : String(value)
}

const fromChoice = (setting: Setting, choice: string): string | number | boolean => {
  if (setting === 'readReceipts') return choice === 'yes'
  return setting === 'expirationSec' ? Number(choice) : choice
}

/** What the form says otherwise than it is now. */
function readChange(form: FormData, privacy: Privacy): PrivacyChange {
  const changed = SETTINGS.flatMap((setting) => {
    const choice = String(form.get(setting) ?? '')
    return choice === '' || choice === toChoice(privacy, setting)
      ? []
      : [[setting, fromChoice(setting, choice)]]
  })
  return Object.fromEntries(changed) as PrivacyChange
}

function PrivacyForm({ clientId, privacy }: { clientId: string; privacy: Privacy }) {
  const { privacy: text } = useProfileText()
  const change = useProfileChange()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const changed = readChange(new FormData(event.currentTarget), privacy)
    if (Object.keys(changed).length === 0) return
    change.mutate({ act: () => api.profile.updatePrivacy({ clientId, ...changed }), done: text.saved })
  }
  const words: Readonly<Record<string, string>> = text.values
  return (
    <form onSubmit={submit} className="space-y-4">
      <div className="grid gap-4 sm:grid-cols-2">
        {SETTINGS.map((setting) => {
          const choice = toChoice(privacy, setting)
          return (
            <Field key={setting} label={text.settings[setting]}>
              {(control) => (
                <Select {...control} name={setting} defaultValue={choice}>
                  {choice === '' && <option value="">{text.other}</option>}
                  {CHOICES[setting].map((value) => (
                    <option key={value} value={value}>
                      {words[value]}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          )
        })}
      </div>
      <p className="text-[0.8125rem] text-ink-soft">{text.exceptHint}</p>
      <Button type="submit" right="manage" busy={change.isPending}>
        {text.save}
      </Button>
    </form>
  )
}

/** What a number lets others see and do. */
export function PrivacyCard({ clientId }: { clientId: string }) {
  const { privacy: text } = useProfileText()
  const privacy = usePrivacy(clientId)
  return (
    <SectionCard title={text.title} description={text.intro}>
      {privacy.isPending && <LoadingRows rows={4} />}
      {privacy.isError && <ErrorState error={privacy.error} onRetry={() => void privacy.refetch()} />}
      {privacy.data && (
        <PrivacyForm key={JSON.stringify(privacy.data)} clientId={clientId} privacy={privacy.data} />
      )}
    </SectionCard>
  )
}
