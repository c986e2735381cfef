import { useMutation, useQueryClient } from '@tanstack/react-query'
import { SendHorizontal } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { toast } from 'sonner'
import { api, queries } from '../../app/api.ts'
import { useText } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { useNotify } from '../../ui/notify.ts'

/** Where a text is written and sent; Enter sends, Shift with Enter begins a new line. */
export function Composer({ clientId, jid }: { clientId: string; jid: string }) {
  const { chat: text } = useText()
  const client = useQueryClient()
  const notify = useNotify()
  const [draft, setDraft] = useState('')
  const send = useMutation({
    mutationFn: (words: string) => api.chat.sendMessage({ clientId, target: jid, message: { text: words } }),
    onError(error, words) {
      // What was written is not lost with a failed call.
      setDraft((now) => now || words)
      notify.failed(error)
    },
    onSuccess(result) {
      if (result.type === 'error') toast.error(text.notSent, { description: result.error ?? result.message })
      return client.invalidateQueries({ queryKey: queries.chat.key() })
    },
  })
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    const words = draft.trim()
    if (!words || send.isPending) return
    setDraft('')
    send.mutate(words)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit()
  }
  return (
    <form onSubmit={submit} className="flex items-end gap-2 border-t border-line bg-surface p-3 md:px-6">
      <TextArea
        aria-label={text.write}
        placeholder={text.write}
        rows={1}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onKeyDown}
        className="field-sizing-content max-h-40 min-h-10 resize-none"
      />
      <Button type="submit" size="icon" busy={send.isPending} aria-label={text.send}>
        {!send.isPending && <SendHorizontal aria-hidden />}
      </Button>
    </form>
  )
}
