import type { FormEvent } from 'react'
import { api } from '../../app/api.ts'
import { Field, Input, Select, TextArea } from '../../ui/field.tsx'
import { Dialog, FormActions } from '../../ui/messages/dialog.tsx'
import { type Channel, useChannelChange } from './channel-data.ts'
import { useChannelsText } from './channels-text.ts'

const MAX_NAME = 100
const MAX_DESCRIPTION = 2_048
const REACTIONS = ['all', 'basic', 'none'] as const

interface DialogProps {
  clientId: string
  onClose: () => void
}

const textOf = (form: FormData, name: string): string => String(form.get(name) ?? '').trim()

/** What a channel is called and says of itself. */
function AboutFields({ channel }: { channel?: Channel }) {
  const { fields: text } = useChannelsText()
  return (
    <>
      <Field label={text.name}>
        {(control) => (
          <Input {...control} name="name" required maxLength={MAX_NAME} defaultValue={channel?.name ?? ''} />
        )}
      </Field>
      <Field label={text.description}>
        {(control) => (
          <TextArea
            {...control}
            name="description"
            rows={3}
            maxLength={MAX_DESCRIPTION}
            defaultValue={channel?.description ?? ''}
          />
        )}
      </Field>
    </>
  )
}

export function CreateChannelDialog({ clientId, onClose }: DialogProps) {
  const text = useChannelsText()
  const change = useChannelChange(onClose)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const name = textOf(form, 'name')
    const description = textOf(form, 'description')
    const act = () => api.channels.create({ clientId, name, ...(description && { description }) })
    change.mutate({ act, done: text.create.done(name) })
  }
  return (
    <Dialog open onOpenChange={onClose} title={text.create.title} description={text.create.body}>
      <form onSubmit={submit} className="space-y-4">
        <AboutFields />
        <FormActions busy={change.isPending} action={text.create.action} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

/** Finds a channel by its link and follows it. */
export function FollowDialog({ clientId, onClose }: DialogProps) {
  const text = useChannelsText()
  const change = useChannelChange(onClose)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const invite = textOf(new FormData(event.currentTarget), 'link')
    const act = async () => {
      const { jid } = await api.channels.preview({ clientId, invite })
      return api.channels.follow({ clientId, channelJid: jid })
    }
    change.mutate({ act, done: text.follow.done })
  }
  return (
    <Dialog open onOpenChange={onClose} title={text.follow.title}>
      <form onSubmit={submit} className="space-y-4">
        <Field label={text.follow.link} hint={text.follow.hint}>
          {(control) => <Input {...control} name="link" required maxLength={320} inputMode="url" />}
        </Field>
        <FormActions busy={change.isPending} action={text.follow.action} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

/** What the form says otherwise than the channel is now. */
function readChange(form: FormData, channel: Channel) {
  const name = textOf(form, 'name')
  const description = textOf(form, 'description')
  const reactions = REACTIONS.find((value) => value === form.get('reactions'))
  return {
    ...(name === channel.name ? {} : { name }),
    ...(description === (channel.description ?? '') ? {} : { description }),
    ...(reactions === undefined || reactions === channel.reactions ? {} : { reactions }),
  }
}

export function ChangeChannelDialog({ clientId, channel, onClose }: DialogProps & { channel: Channel }) {
  const text = useChannelsText()
  const change = useChannelChange(onClose)
  const { jid: channelJid, reactions } = channel
  const isListed = REACTIONS.some((value) => value === reactions)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const changed = readChange(new FormData(event.currentTarget), channel)
    if (Object.keys(changed).length === 0) return onClose()
    change.mutate({ act: () => api.channels.update({ clientId, channelJid, ...changed }), done: text.saved })
  }
  return (
    <Dialog open onOpenChange={onClose} title={text.change}>
      <form onSubmit={submit} className="space-y-4">
        <AboutFields channel={channel} />
        <Field label={text.fields.reactions}>
          {(control) => (
            <Select {...control} name="reactions" defaultValue={isListed ? (reactions ?? '') : ''}>
              {!isListed && <option value="">{text.fields.asAtPhone}</option>}
              {REACTIONS.map((value) => (
                <option key={value} value={value}>
                  {text.fields.allowed[value]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <FormActions busy={change.isPending} action={text.save} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
