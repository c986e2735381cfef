import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { queries } from '../../app/api.ts'
import { useText } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { SectionCard } from '../../ui/card.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Dialog, DialogActions } from '../../ui/messages/dialog.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import type { Client } from './client-data.ts'

/** Deletes a client once its name was typed. */
export function DeleteClientCard({ client }: { client: Client }) {
  const { clients: text, shell } = useText()
  const [isAsking, setAsking] = useState(false)
  const [typed, setTyped] = useState('')
  const cache = useQueryClient()
  const navigate = useNavigate()
  const notify = useNotify()
  const name = client.name ?? client.id
  const remove = useMutation(
    queries.clients.delete.mutationOptions({
      onError: notify.failed,
      async onSuccess() {
        await navigate({ to: '/clients' })
        notify.done(text.danger.deleted(name))
        await cache.invalidateQueries({ queryKey: queries.clients.list.key() })
      },
    }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed === name) remove.mutate({ id: client.id })
  }
  return (
    <SectionCard
      title={text.danger.title}
      description={text.danger.body}
      action={
        <Button right="manage" variant="danger" onClick={() => setAsking(true)}>
          {text.danger.action}
        </Button>
      }
      className="[&>div]:mb-0"
    >
      <Dialog
        open={isAsking}
        onOpenChange={setAsking}
        title={text.danger.title}
        description={text.danger.body}
      >
        <form onSubmit={submit}>
          <Field label={text.danger.confirm(name)}>
            {(control) => (
              <Input
                {...control}
                value={typed}
                autoComplete="off"
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </Field>
          <DialogActions>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              {shell.cancel}
            </Button>
            <Button type="submit" variant="danger" disabled={typed !== name} busy={remove.isPending}>
              {text.danger.action}
            </Button>
          </DialogActions>
        </form>
      </Dialog>
    </SectionCard>
  )
}
