import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { startInfoQuery } from '../../app/session.ts'
import { useText } from '../../i18n/language.tsx'
import { Entrance } from '../../shell/entrance.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { AccountForm } from './account-form.tsx'

/** Sign-in, and where it is possible sign-up; on a fresh installation the administrator is created here. */
export function SignInPage() {
  const { users } = useText()
  const router = useRouter()
  const { data: info } = useSuspenseQuery(startInfoQuery)
  const { next } = useSearch({ from: '/sign-in' })
  const [wantsAccount, setWantsAccount] = useState(false)
  const isFirst = info.needsFirstAccount
  const isNew = isFirst || wantsAccount
  const title = isFirst ? users.firstTitle : isNew ? users.signUpTitle : users.signInTitle
  return (
    <Entrance title={title} intro={isFirst ? users.firstBody : undefined}>
      <Card className="p-6">
        <AccountForm
          key={String(isNew)}
          kind={isNew ? 'sign-up' : 'sign-in'}
          action={isFirst ? users.firstAction : isNew ? users.signUpAction : users.signInAction}
          onEntered={() => router.navigate({ to: next ?? '/clients' })}
        />
      </Card>
      {!isFirst && info.signUp === 'open' && (
        <div className="mt-4 text-center">
          <Button variant="quiet" onClick={() => setWantsAccount(!wantsAccount)}>
            {wantsAccount ? users.toSignIn : users.toSignUp}
          </Button>
        </div>
      )}
    </Entrance>
  )
}
