import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { queries } from '../../app/api.ts'
import { useDates } from '../../i18n/dates.ts'
import { Field, Select } from '../../ui/field.tsx'
import { Dialog, FormActions } from '../../ui/messages/dialog.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { ShownOnceDialog } from '../../ui/messages/shown-once-dialog.tsx'
import { usePairingLinkText } from './pairing-link-text.ts'

/** Out of what the service takes: 5 to 60. */
const MINUTES = [10, 30, 60]
const USUAL_MINUTES = 30

/** Makes a pairing link for a client and shows it, for the only time. */
export function MakeLinkDialog({ clientId, onClose }: { clientId: string; onClose: () => void }) {
  const text = usePairingLinkText()
  const dates = useDates()
  const cache = useQueryClient()
  const notify = useNotify()
  const make = useMutation(
    queries.clients.pairingLinks.create.mutationOptions({
      // The link must not stay behind in memory once it was shown.
      gcTime: 0,
      onError: notify.failed,
      onSuccess: () => cache.invalidateQueries({ queryKey: queries.clients.pairingLinks.key() }),
    }),
  )
  if (make.data)
    return (
      <ShownOnceDialog
        title={text.madeTitle}
        description={text.madeBody(dates.time(make.data.expiresAt))}
        label={text.link}
        value={location.origin + make.data.path}
        onDone={onClose}
      />
    )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    make.mutate({ clientId, minutes: Number(new FormData(event.currentTarget).get('minutes')) })
  }
  return (
    <Dialog open onOpenChange={onClose} title={text.dialogTitle} description={text.dialogBody}>
      <form onSubmit={submit} className="space-y-4">
        <Field label={text.lives}>
          {(control) => (
            <Select {...control} name="minutes" defaultValue={USUAL_MINUTES} className="w-full">
              {MINUTES.map((minutes) => (
                <option key={minutes} value={minutes}>
                  {text.livesFor(minutes)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <FormActions busy={make.isPending} action={text.make} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
