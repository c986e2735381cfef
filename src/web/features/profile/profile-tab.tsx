import type { FormEvent } from 'react'
import { api } from '../../app/api.ts'
import { Button } from '../../ui/button.tsx'
import { SectionCard } from '../../ui/card.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { ContactAvatar } from '../pictures/contact-avatar.tsx'
import { PictureButtons } from './picture-buttons.tsx'
import { PrivacyCard } from './privacy-card.tsx'
import { type Profile, useProfile, useProfileChange } from './profile-data.ts'
import { useProfileText } from './profile-text.ts'

interface OfClient {
  clientId: string
}

const NO_PICTURE = { url: null, due: false }

interface OfNumber extends OfClient {
  /** As people read it; null before an account is linked. */
  own: string | null
}

function PictureRow({ clientId, own, profile }: OfNumber & { profile: Profile }) {
  const { picture: text } = useProfileText()
  const change = useProfileChange()
  return (
    <div className="flex flex-wrap items-center gap-4">
      <ContactAvatar
        clientId={clientId}
        id={own === null ? clientId : `${own.replace(/\D/g, '')}@s.whatsapp.net`}
        name={profile.name}
        picture={own === null || profile.pictureUrl === null ? NO_PICTURE : null}
        size="large"
      />
      <p className="text-sm text-ink-soft">
        {profile.pictureUrl === null ? (
          text.none
        ) : (
          <a
            href={profile.pictureUrl}
            target="_blank"
            rel="noreferrer"
            className="text-accent underline underline-offset-2"
          >
            {text.see}
          </a>
        )}
      </p>
      <PictureButtons
        right="manage"
        busy={change.isPending}
        onSet={(picture) =>
          change.mutate({
            act: () => api.profile.setPicture({ clientId, picture }),
            done: picture === null ? text.removed : text.changed,
          })
        }
      />
    </div>
  )
}

function ProfileForm({ clientId, profile }: OfClient & { profile: Profile }) {
  const { own: text } = useProfileText()
  const change = useProfileChange()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const name = String(form.get('name')).trim()
    const about = String(form.get('about')).trim()
    const changed = {
      ...(name === (profile.name ?? '') ? {} : { name }),
      ...(about === (profile.about ?? '') ? {} : { about }),
    }
    if (Object.keys(changed).length === 0) return
    change.mutate({ act: () => api.profile.update({ clientId, ...changed }), done: text.saved })
  }
  return (
    <form onSubmit={submit} className="space-y-4">
      <Field label={text.name} hint={text.nameHint}>
        {(control) => (
          <Input {...control} name="name" required maxLength={25} defaultValue={profile.name ?? ''} />
        )}
      </Field>
      <Field label={text.about} hint={text.aboutHint}>
        {(control) => <Input {...control} name="about" maxLength={50} defaultValue={profile.about ?? ''} />}
      </Field>
      <Button type="submit" right="manage" busy={change.isPending}>
        {text.save}
      </Button>
    </form>
  )
}

/** How others see a number, and what it lets them see and do. */
export function ProfileTab({ clientId, own }: OfNumber) {
  const { own: text } = useProfileText()
  const profile = useProfile(clientId)
  return (
    <div className="space-y-6">
      <SectionCard title={text.title} description={text.intro}>
        {profile.isPending && <LoadingRows rows={3} />}
        {profile.isError && <ErrorState error={profile.error} onRetry={() => void profile.refetch()} />}
        {profile.data && (
          <div className="space-y-6">
            <PictureRow clientId={clientId} own={own} profile={profile.data} />
            <ProfileForm
              key={JSON.stringify([profile.data.name, profile.data.about])}
              clientId={clientId}
              profile={profile.data}
            />
          </div>
        )}
      </SectionCard>
      <PrivacyCard clientId={clientId} />
    </div>
  )
}
