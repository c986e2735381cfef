import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api } from '../../app/api.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { Dialog, DialogActions } from '../../ui/messages/dialog.tsx'
import { AudienceFields } from './audience-fields.tsx'
import { type Campaign, useCampaignChange } from './campaign-data.ts'
import {
  type CampaignDraft,
  type DraftFieldsProps,
  emptyDraft,
  isForLater,
  PACES,
  type PaceName,
  toAudience,
  toDraft,
  toInput,
} from './campaign-draft.ts'
import { useCampaignsText } from './campaigns-text.ts'
import { ContentFields } from './content-fields.tsx'
import { PreviewCard } from './preview-card.tsx'

function TimeFields({ draft, onChange }: DraftFieldsProps) {
  const { form: text } = useCampaignsText()
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={text.pace} hint={text.paceHint}>
        {(control) => (
          <Select
            {...control}
            value={draft.pace}
            onChange={({ target }) => onChange({ pace: target.value as PaceName })}
          >
            {Object.keys(PACES).map((name) => (
              <option key={name} value={name}>
                {text.paces[name as PaceName]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={text.startAt} hint={text.startAtHint}>
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            value={draft.startAt}
            onChange={({ target }) => onChange({ startAt: target.value })}
          />
        )}
      </Field>
    </div>
  )
}

interface StartDialogProps {
  isPlanned: boolean
  isBusy: boolean
  onClose: () => void
  onStart: () => void
}

/** Asks once more before many people get something. */
function StartDialog({ isPlanned, isBusy, onClose, onStart }: StartDialogProps) {
  const { form: text } = useCampaignsText()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={isPlanned ? text.planTitle : text.startTitle}
      description={isPlanned ? text.planBody : text.startBody}
    >
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {text.back}
        </Button>
        <Button busy={isBusy} onClick={onStart}>
          {isPlanned ? text.plan : text.start}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface CampaignFormProps {
  /** The draft that is changed; null: a new one. */
  campaign: Campaign | null
  /** From which number it goes; null: that stays as it is. */
  clients: readonly { id: string; name: string }[] | null
}

/** Writes a campaign, and shows beside it whom it reaches. */
export function CampaignForm({ campaign, clients }: CampaignFormProps) {
  const { form: text, saved, started } = useCampaignsText()
  const navigate = useNavigate()
  const [draft, setDraft] = useState(() =>
    campaign ? toDraft(campaign) : emptyDraft(clients?.[0]?.id ?? ''),
  )
  const [wrong, setWrong] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const change = useCampaignChange(() => setAsking(false))
  const audience = toAudience(draft)
  const update = (next: Partial<CampaignDraft>) => {
    setWrong(null)
    setDraft({ ...draft, ...next })
  }
  const store = async (): Promise<Campaign | null> => {
    if (!audience) return null
    const input = toInput(draft, audience)
    return campaign
      ? await api.campaigns.update({ id: campaign.id, ...input })
      : await api.campaigns.create(input)
  }
  const findWrong = (): string | null => {
    const hasContent =
      draft.what === 'flow' ? draft.flowId !== '' : draft.text.trim() !== '' || draft.file !== null
    if (draft.name.trim() === '') return text.nameMissing
    if (!hasContent) return text.contentMissing
    return audience === null ? text.audienceMissing : null
  }
  const check = (): boolean => {
    const found = findWrong()
    setWrong(found)
    return found === null
  }
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (check()) change.mutate({ act: async () => show(await store()), done: saved(draft.name.trim()) })
  }
  const show = async (stored: Campaign | null) => {
    if (!stored) return
    await navigate({ to: '/campaigns', search: { client: stored.clientId, id: stored.id } })
  }
  const start = async () => {
    const stored = await store()
    if (!stored) return
    try {
      await api.campaigns.start({ clientId: stored.clientId, id: stored.id })
    } finally {
      // Where it may not start it is a draft by now, and whoever tries again does not write a second one.
      await show(stored)
    }
  }
  if (draft.clientId === '') return <p className="text-ink-soft">{text.noNumber}</p>
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Card className="p-5">
        <form onSubmit={save} noValidate className="space-y-6">
          <Field label={text.name} hint={text.nameHint}>
            {(control) => (
              <Input
                {...control}
                maxLength={100}
                value={draft.name}
                onChange={({ target }) => update({ name: target.value })}
              />
            )}
          </Field>
          {clients && clients.length > 1 && (
            <Field label={text.number}>
              {(control) => (
                <Select
                  {...control}
                  value={draft.clientId}
                  onChange={({ target }) => update({ clientId: target.value, flowId: '' })}
                >
                  {clients.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          )}
          <ContentFields draft={draft} onChange={update} />
          <AudienceFields draft={draft} onChange={update} />
          <TimeFields draft={draft} onChange={update} />
          {wrong && (
            <p role="alert" className="text-sm text-bad">
              {wrong}
            </p>
          )}
          <div className="flex flex-wrap justify-end gap-2">
            <Button right="build" type="submit" variant="secondary" busy={change.isPending}>
              {text.save}
            </Button>
            <Button
              right="build"
              disabled={change.isPending}
              onClick={() => {
                if (check()) setAsking(true)
              }}
            >
              {isForLater(draft) ? text.plan : text.start}
            </Button>
          </div>
        </form>
      </Card>
      <PreviewCard draft={draft} audience={audience} />
      {isAsking && (
        <StartDialog
          isPlanned={isForLater(draft)}
          isBusy={change.isPending}
          onClose={() => setAsking(false)}
          onStart={() => change.mutate({ act: start, done: started(draft.name.trim()) })}
        />
      )}
    </div>
  )
}
