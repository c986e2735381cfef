import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { queries } from '../../../app/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { useNotify } from '../../../ui/messages/notify.ts'
import { EmptyState, LoadingRows, useFailureText } from '../../../ui/messages/states.tsx'
import { Page } from '../../../ui/page.tsx'
import { useSecretsText } from '../secrets-text.ts'

/** As it stands in the address: the router would take a code of digits for a number. */
function readReturned() {
  const sent = new URLSearchParams(window.location.search)
  const [code, error] = [sent.get('code'), sent.get('error')]
  return { state: sent.get('state') ?? '', ...(code !== null && { code }), ...(error !== null && { error }) }
}

function Failed({ error }: { error: unknown }) {
  const { callback: text } = useSecretsText()
  const { body } = useFailureText(error)
  const back = (
    <Button asChild>
      <Link to="/secrets">{text.back}</Link>
    </Button>
  )
  return (
    <EmptyState icon={CircleAlert} title={text.failed} action={back}>
      {body}
    </EmptyState>
  )
}

/** Where another system sends people back to: what it sent is handed to the service once, and taken out of the address. */
export function CallbackPage() {
  const { callback: text } = useSecretsText()
  const [returned] = useState(readReturned)
  const navigate = useNavigate()
  const notify = useNotify()
  const cache = useQueryClient()
  const isSent = useRef(false)
  const { mutate, ...finish } = useMutation(
    queries.secrets.connections.finish.mutationOptions({
      gcTime: 0,
      async onSuccess({ name }) {
        await cache.invalidateQueries({ queryKey: queries.secrets.key() })
        notify.done(text.done(name))
        await navigate({ to: '/secrets', search: {}, replace: true })
      },
    }),
  )
  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    mutate(returned)
    window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [mutate, returned])
  return (
    <Page title={text.title} intro={text.wait}>
      <Card>{finish.isError ? <Failed error={finish.error} /> : <LoadingRows rows={2} />}</Card>
    </Page>
  )
}
