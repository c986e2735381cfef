import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Languages } from 'lucide-react'
import { useEffect, useState } from 'react'
import { startInfoQuery } from '../../app/session.ts'
import { useText } from '../../i18n/language.tsx'
import { Logo } from '../../shell/logo.tsx'
import { Preferences } from '../../shell/preferences.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Menu } from '../../ui/menu.tsx'
import { AccountForm } from './account-form.tsx'

/** Sign-in, and where it is possible sign-up; on a fresh installation the administrator is created here. */
export function SignInPage() {
  const { users, shell } = useText()
  const { data: info } = useSuspenseQuery(startInfoQuery)
  const { expired } = useSearch({ from: '/sign-in' })
  const [wantsAccount, setWantsAccount] = useState(false)
  const isFirst = info.needsFirstAccount
  const isNew = isFirst || wantsAccount
  const title = isFirst ? users.firstTitle : isNew ? users.signUpTitle : users.signInTitle
  useEffect(() => {
    document.title = `${title} · ${shell.product}`
  }, [title, shell])
  return (
    <div className="relative flex min-h-dvh flex-col items-center justify-center px-4 py-12">
      <div className="absolute top-4 right-4">
        <Menu
          trigger={
            <Button variant="quiet" size="icon" aria-label={`${shell.language}, ${shell.theme}`}>
              <Languages aria-hidden />
            </Button>
          }
        >
          <Preferences />
        </Menu>
      </div>
      <main className="w-full max-w-sm">
        <div className="mb-7 flex flex-col items-center text-center">
          <Logo className="mb-5 size-12" />
          <h1 className="text-2xl font-semibold">{title}</h1>
          <p className="mt-1.5 text-pretty text-ink-soft">{isFirst ? users.firstBody : shell.tagline}</p>
        </div>
        {expired && !isNew && (
          <p role="status" className="mb-4 rounded-xl bg-warn-soft px-4 py-3 text-sm text-warn">
            {users.expired}
          </p>
        )}
        <Card className="p-6">
          <AccountForm
            key={String(isNew)}
            kind={isNew ? 'sign-up' : 'sign-in'}
            action={isFirst ? users.firstAction : isNew ? users.signUpAction : users.signInAction}
          />
        </Card>
        {!isFirst && info.signUp === 'open' && (
          <div className="mt-4 text-center">
            <Button variant="quiet" onClick={() => setWantsAccount(!wantsAccount)}>
              {wantsAccount ? users.toSignIn : users.toSignUp}
            </Button>
          </div>
        )}
      </main>
    </div>
  )
}
