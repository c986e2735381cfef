import { BookOpenText } from 'lucide-react'
import { useState } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { Page } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import { AddDocuments } from './add-documents.tsx'
import { PiecesDialog, RemoveDocumentDialog } from './document-dialogs.tsx'
import { DocumentRow } from './document-row.tsx'
import { type Document, type Shelf, useDocuments } from './knowledge-data.ts'
import { useKnowledgeText } from './knowledge-text.ts'
import { MeaningCard } from './meaning-card.tsx'
import { TrySearch } from './try-search.tsx'

interface Opened {
  action: 'show' | 'remove'
  document: Document
}

interface DocumentTableProps {
  documents: readonly Document[]
  /** A model is chosen by which they are found by meaning. */
  isEmbedded: boolean
}

function DocumentTable({ documents, isEmbedded }: DocumentTableProps) {
  const text = useKnowledgeText()
  const [opened, setOpened] = useState<Opened | null>(null)
  const columns = [
    { name: text.columns.name },
    { name: text.columns.collection, className: 'hidden sm:table-cell' },
    { name: text.columns.state },
    { name: <span className="sr-only">{text.columns.actions}</span> },
  ]
  const close = () => setOpened(null)
  return (
    <>
      <Table label={text.title} columns={columns}>
        {documents.map((document) => (
          <DocumentRow
            key={document.id}
            document={document}
            isEmbedded={isEmbedded}
            onShow={() => setOpened({ action: 'show', document })}
            onRemove={() => setOpened({ action: 'remove', document })}
          />
        ))}
      </Table>
      {opened?.action === 'show' && <PiecesDialog document={opened.document} onClose={close} />}
      {opened?.action === 'remove' && <RemoveDocumentDialog document={opened.document} onClose={close} />}
    </>
  )
}

function Used({ used, limits }: Pick<Shelf, 'used' | 'limits'>) {
  const text = useKnowledgeText()
  const number = new Intl.NumberFormat(useLanguage().tag)
  const [documents, most, pieces, mostPieces] = [
    ...[used.documents, limits.documents, used.pieces, limits.pieces].map((one) => number.format(one)),
  ]
  return (
    <p className="border-t border-line px-6 py-3 text-xs text-ink-soft">
      {text.used(documents ?? '', most ?? '', pieces ?? '', mostPieces ?? '')}
    </p>
  )
}

/** The person's documents: what flows answer from, how it was read, and what a question finds. */
export function KnowledgePage() {
  const text = useKnowledgeText()
  const shelf = useDocuments()
  const [first] = shelf.data?.pages ?? []
  const documents = shelf.data?.pages.flatMap((page) => page.documents) ?? []
  return (
    <Page title={text.title} intro={text.intro}>
      <div className="flex flex-col gap-5">
        <AddDocuments collections={first?.collections ?? []} />
        <Card>
          {shelf.isPending && <LoadingRows rows={3} />}
          {shelf.isError && !shelf.data && (
            <ErrorState error={shelf.error} onRetry={() => void shelf.refetch()} />
          )}
          {first && documents.length === 0 && (
            <EmptyState icon={BookOpenText} title={text.empty}>
              {text.emptyBody}
            </EmptyState>
          )}
          {documents.length > 0 && (
            <DocumentTable documents={documents} isEmbedded={first?.meaning.model != null} />
          )}
          {shelf.hasNextPage && (
            <Button
              variant="quiet"
              className="m-3"
              busy={shelf.isFetchingNextPage}
              onClick={() => void shelf.fetchNextPage()}
            >
              {text.more}
            </Button>
          )}
          {first && <Used used={first.used} limits={first.limits} />}
        </Card>
        {first && documents.length > 0 && <MeaningCard meaning={first.meaning} />}
        {documents.length > 0 && <TrySearch />}
      </div>
    </Page>
  )
}
