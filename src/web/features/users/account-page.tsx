import { useText } from '../../i18n/language.tsx'
import { Page } from '../../ui/page.tsx'
import { NotificationsCard } from '../notifications/notifications-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

/** What concerns the signed-in person alone. */
export function AccountPage() {
  const { shell } = useText()
  return (
    <Page title={shell.account}>
      <div className="space-y-6">
        <ProfileCard />
        <NotificationsCard />
        <PasswordCard />
        <SessionsCard />
      </div>
    </Page>
  )
}
