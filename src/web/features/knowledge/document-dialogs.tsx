import { useInfiniteQuery } from '@tanstack/react-query'
import { queries } from '../../app/api.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/messages/confirm-dialog.tsx'
import { Dialog } from '../../ui/messages/dialog.tsx'
import { ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { type Document, useRemove } from './knowledge-data.ts'
import { useKnowledgeText } from './knowledge-text.ts'
import { PieceList } from './piece-list.tsx'

interface DialogProps {
  document: Document
  onClose: () => void
}

/** What was read from a document, piece after piece. */
export function PiecesDialog({ document: { id, title }, onClose }: DialogProps) {
  const text = useKnowledgeText()
  const read = useInfiniteQuery(
    queries.knowledge.get.infiniteOptions({
      input: (from: number) => ({ id, from }),
      initialPageParam: 0,
      getNextPageParam: ({ document, pieces }, _pages, from) =>
        from + pieces.length < document.pieces && pieces.length > 0 ? from + pieces.length : undefined,
    }),
  )
  const pieces = read.data?.pages.flatMap((page) => page.pieces) ?? []
  return (
    <Dialog open onOpenChange={onClose} title={title} description={text.showBody}>
      <div className="mt-4">
        {read.isPending && <LoadingRows rows={3} />}
        {read.isError && <ErrorState error={read.error} onRetry={() => void read.refetch()} />}
        {read.data && pieces.length === 0 && <p className="text-sm text-ink-soft">{text.nothingRead}</p>}
        <PieceList pieces={pieces} keyOf={({ ordinal }) => String(ordinal)} />
        {read.hasNextPage && (
          <Button
            variant="secondary"
            className="mt-4"
            busy={read.isFetchingNextPage}
            onClick={() => void read.fetchNextPage()}
          >
            {text.more}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

/** Asks before a document goes. */
export function RemoveDocumentDialog({ document: { id, title }, onClose }: DialogProps) {
  const text = useKnowledgeText()
  const remove = useRemove(text.removed(title), onClose)
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={text.removeTitle(title)}
      description={text.removeBody}
      action={text.remove}
      busy={remove.isPending}
      onConfirm={() => remove.mutate(id)}
    />
  )
}
