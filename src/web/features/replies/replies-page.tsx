import { MessageSquareText, Paperclip, Plus } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { useMay } from '../../app/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { MenuItem, MoreMenu } from '../../ui/menu.tsx'
import { ConfirmDialog } from '../../ui/messages/confirm-dialog.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { Page } from '../../ui/page.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { useRepliesText } from './replies-text.ts'
import { useReplies, useReplyChange } from './reply-data.ts'
import { ReplyDialog } from './reply-dialog.tsx'
import type { Reply } from './reply-search.ts'

function RemoveDialog({ reply, onClose }: { reply: Reply; onClose: () => void }) {
  const text = useRepliesText()
  const change = useReplyChange(onClose)
  const { id, title } = reply
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={text.removeTitle(title)}
      description={text.removeBody}
      action={text.remove}
      busy={change.isPending}
      onConfirm={() => change.mutate({ act: () => api.replies.delete({ id }), done: text.removed(title) })}
    />
  )
}

function ReplyRow({ reply, onChange }: { reply: Reply; onChange: () => void }) {
  const text = useRepliesText()
  const mayTalk = useMay()('talk')
  const [isRemoving, setRemoving] = useState(false)
  const { shortcut, title, file } = reply
  return (
    <tr>
      <Cell className="font-mono whitespace-nowrap">/{shortcut}</Cell>
      <Cell className="max-w-40 truncate font-medium">{title}</Cell>
      <Cell className="hidden max-w-96 text-ink-soft sm:table-cell">
        <p className="truncate">{reply.text}</p>
        {file && (
          <p className="flex items-center gap-1 truncate text-[0.8125rem]">
            <Paperclip className="size-3.5 shrink-0" aria-hidden />
            {text.withFile(file.fileName ?? text.unnamedFile)}
          </p>
        )}
      </Cell>
      <Cell className="text-end">
        {mayTalk && (
          <MoreMenu label={text.actionsFor(shortcut)}>
            <MenuItem onSelect={onChange}>{text.change}</MenuItem>
            <MenuItem tone="danger" onSelect={() => setRemoving(true)}>
              {text.remove}
            </MenuItem>
          </MoreMenu>
        )}
        {isRemoving && <RemoveDialog reply={reply} onClose={() => setRemoving(false)} />}
      </Cell>
    </tr>
  )
}

/** The texts and files that the team sends again and again. */
export function RepliesPage() {
  const text = useRepliesText()
  const replies = useReplies()
  /** The reply that is changed; null: a new one. */
  const [edited, setEdited] = useState<Reply | null>()
  const rows = replies.data ?? []
  const create = (
    <Button right="talk" onClick={() => setEdited(null)}>
      <Plus aria-hidden />
      {text.create}
    </Button>
  )
  const columns = [
    { name: text.columns.shortcut },
    { name: text.columns.title },
    { name: text.columns.text, className: 'hidden sm:table-cell' },
    { name: <span className="sr-only">{text.columns.actions}</span> },
  ]
  return (
    <Page title={text.title} intro={text.intro} actions={rows.length > 0 && create}>
      <Card>
        {replies.isPending && <LoadingRows rows={3} />}
        {replies.isError && <ErrorState error={replies.error} onRetry={() => void replies.refetch()} />}
        {replies.isSuccess && rows.length === 0 && (
          <EmptyState icon={MessageSquareText} title={text.empty} action={create}>
            {text.emptyBody}
          </EmptyState>
        )}
        {rows.length > 0 && (
          <Table label={text.title} columns={columns}>
            {rows.map((reply) => (
              <ReplyRow key={reply.id} reply={reply} onChange={() => setEdited(reply)} />
            ))}
          </Table>
        )}
      </Card>
      {edited !== undefined && (
        <ReplyDialog
          reply={edited}
          taken={rows.filter((one) => one !== edited).map(({ shortcut }) => shortcut)}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Page>
  )
}
