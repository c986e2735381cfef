import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Eraser, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api, queries } from '../../../app/api.ts'
import { useText } from '../../../i18n/language.tsx'
import { Button } from '../../../ui/button.tsx'
import { MenuItem, MoreMenu } from '../../../ui/menu.tsx'
import { Dialog, DialogActions } from '../../../ui/messages/dialog.tsx'
import { useNotify } from '../../../ui/messages/notify.ts'
import type { ConversationPlace } from '../contact-changes.ts'
import { useWhatsappText } from './whatsapp-text.ts'

type Kind = 'clear' | 'delete'

interface OptionProps {
  label: string
  hint?: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

function Option({ label, hint, isOn, onChange }: OptionProps) {
  return (
    <label className="flex items-start gap-2.5 text-sm">
      <input
        type="checkbox"
        className="mt-0.5 size-4 accent-accent"
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>
        {label}
        {hint && <span className="block text-ink-soft">{hint}</span>}
      </span>
    </label>
  )
}

/** Asks before the phone forgets; what is here goes only where that is said too. */
function RemovalDialog({
  kind,
  clientId,
  jid,
  onClose,
}: ConversationPlace & { kind: Kind; onClose: () => void }) {
  const text = useWhatsappText()
  const { shell } = useText()
  const notify = useNotify()
  const client = useQueryClient()
  const [keepStarred, setKeepStarred] = useState(true)
  const [deleteHere, setDeleteHere] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      kind === 'clear'
        ? api.chat.clearChat({ clientId, target: jid, keepStarred, deleteHere })
        : api.chat.deleteChat({ clientId, target: jid, deleteHere }),
    onError: notify.failed,
    onSuccess: ({ deletedHere }) => {
      onClose()
      if (deletedHere > 0) return client.invalidateQueries({ queryKey: queries.chat.key() })
    },
  })
  const words = text.removal[kind]
  return (
    <Dialog open onOpenChange={onClose} title={words.title} description={words.body}>
      <div className="space-y-3">
        {kind === 'clear' && <Option label={text.keepStarred} isOn={keepStarred} onChange={setKeepStarred} />}
        <Option
          label={text.deleteHere}
          hint={text.deleteHereHint}
          isOn={deleteHere}
          onChange={setDeleteHere}
        />
      </div>
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {shell.cancel}
        </Button>
        <Button variant="danger" busy={isPending} onClick={() => mutate()}>
          {words.action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** What makes the phone forget a chat. */
export function ChatRemoval(place: ConversationPlace) {
  const text = useWhatsappText()
  const [kind, setKind] = useState<Kind | null>(null)
  return (
    <>
      <MoreMenu label={text.moreActs}>
        <MenuItem right="manage" tone="danger" onSelect={() => setKind('clear')}>
          <Eraser aria-hidden />
          {text.removal.clear.choose}
        </MenuItem>
        <MenuItem right="manage" tone="danger" onSelect={() => setKind('delete')}>
          <Trash2 aria-hidden />
          {text.removal.delete.choose}
        </MenuItem>
      </MoreMenu>
      {kind && <RemovalDialog {...place} kind={kind} onClose={() => setKind(null)} />}
    </>
  )
}
