import type { FormEvent } from 'react'
import { api } from '../../app/api.ts'
import { Field, Input, Select, TextArea } from '../../ui/field.tsx'
import { Dialog, FormActions } from '../../ui/messages/dialog.tsx'
import { type Group, useGroupChange } from './group-data.ts'
import { useGroupsText } from './groups-text.ts'

type Change = Omit<Parameters<typeof api.groups.update>[0], 'clientId' | 'groupJid'>

const WHO = ['everyone', 'admins'] as const
const EXPIRATIONS = [0, 86_400, 604_800, 7_776_000] as const

/** What the form says otherwise than the group is now. */
function readChange(form: FormData, group: Group): Change {
  const { settings } = group
  const who = (name: 'send' | 'edit' | 'add') => {
    const chosen = WHO.find((value) => value === form.get(name))
    return chosen === undefined || chosen === settings[name] ? {} : { [name]: chosen }
  }
  const subject = String(form.get('subject')).trim()
  const description = String(form.get('description'))
  const expirationSec = EXPIRATIONS.find((seconds) => String(seconds) === form.get('expirationSec'))
  const approval = form.get('approval')
  return {
    ...(subject === group.subject ? {} : { subject }),
    ...(description === (group.description ?? '') ? {} : { description }),
    ...who('send'),
    ...who('edit'),
    ...who('add'),
    ...(approval === null || (approval === 'on') === settings.approval
      ? {}
      : { approval: approval === 'on' }),
    ...(expirationSec === undefined || expirationSec === settings.expirationSec ? {} : { expirationSec }),
  }
}

/** Who may do what; only for admins. */
function AdminFields({ settings }: Pick<Group, 'settings'>) {
  const text = useGroupsText()
  return (
    <>
      {(['send', 'edit', 'add'] as const).map((name) => (
        <Field key={name} label={text.settings[name]}>
          {(control) => (
            <Select {...control} name={name} defaultValue={settings[name]}>
              {WHO.map((value) => (
                <option key={value} value={value}>
                  {text.settings.who[value]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ))}
      <Field label={text.settings.approval}>
        {(control) => (
          <Select {...control} name="approval" defaultValue={settings.approval ? 'on' : 'off'}>
            <option value="off">{text.settings.anybody}</option>
            <option value="on">{text.settings.afterApproval}</option>
          </Select>
        )}
      </Field>
    </>
  )
}

interface ChangeGroupDialogProps {
  clientId: string
  group: Group
  isAdmin: boolean
  onClose: () => void
}

/** What a group is called, says of itself, and who may do what in it. */
export function ChangeGroupDialog({ clientId, group, isAdmin, onClose }: ChangeGroupDialogProps) {
  const text = useGroupsText()
  const change = useGroupChange(onClose)
  const { jid: groupJid, settings } = group
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const changed = readChange(new FormData(event.currentTarget), group)
    if (Object.keys(changed).length === 0) return onClose()
    change.mutate({
      act: () => api.groups.update({ clientId, groupJid, ...changed }),
      done: text.settings.saved,
    })
  }
  return (
    <Dialog open onOpenChange={onClose} title={text.settings.title}>
      <form onSubmit={submit} className="space-y-4">
        <Field label={text.create.subject}>
          {(control) => (
            <Input {...control} name="subject" required maxLength={100} defaultValue={group.subject} />
          )}
        </Field>
        <Field label={text.settings.description}>
          {(control) => (
            <TextArea
              {...control}
              name="description"
              rows={3}
              maxLength={2048}
              defaultValue={group.description ?? ''}
            />
          )}
        </Field>
        {isAdmin && <AdminFields settings={settings} />}
        <Field label={text.settings.expiration}>
          {(control) => (
            <Select {...control} name="expirationSec" defaultValue={String(settings.expirationSec)}>
              {EXPIRATIONS.map((seconds) => (
                <option key={seconds} value={seconds}>
                  {text.settings.times[seconds]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <FormActions busy={change.isPending} action={text.settings.save} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
