import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { sessionEndedQuery, sessionQuery } from '../app/session.ts'
import { AccountForm } from '../features/users/account-form.tsx'
import { useText } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/messages/dialog.tsx'

/**
 * Asks who is at the page to sign in again when their session is over. The page beneath stays as it is, with all that was
 * typed; for another person it is begun anew.
 */
export function SessionEndDialog() {
  const { users } = useText()
  const client = useQueryClient()
  const { data: session } = useQuery(sessionQuery)
  const { data: hasEnded } = useQuery(sessionEndedQuery)
  const isOpen = hasEnded || session === null
  const person = useRef(session?.user)
  if (!isOpen && session) person.current = session.user

  const resume = async () => {
    const present = client.getQueryData(sessionQuery.queryKey)
    if (present && present.user.id !== person.current?.id) return location.assign('/clients')
    client.setQueryData(sessionEndedQuery.queryKey, false)
    // The stream of news was refused meanwhile; this has it tried again at once.
    dispatchEvent(new Event('online'))
    await client.invalidateQueries()
  }
  useEffect(() => {
    if (!isOpen) return
    // Another tab may have signed in meanwhile.
    const look = () => {
      const asked = client.fetchQuery({ ...sessionQuery, staleTime: 0 })
      void asked.then((found) => found && resume()).catch(() => undefined)
    }
    addEventListener('focus', look)
    return () => removeEventListener('focus', look)
  })
  return (
    <Dialog
      open={isOpen}
      onOpenChange={() => undefined}
      title={users.expiredTitle}
      description={users.expired}
      modal="strict"
      onTop
    >
      <AccountForm
        kind="sign-in"
        action={users.signInAction}
        email={person.current?.email}
        onEntered={resume}
      />
      <div className="mt-3 text-center">
        <Button variant="quiet" onClick={() => location.assign('/sign-in')}>
          {users.asSomebodyElse}
        </Button>
      </div>
    </Dialog>
  )
}
