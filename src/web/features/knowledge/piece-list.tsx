import { Badge } from '../../ui/badge.tsx'
import { useKnowledgeText } from './knowledge-text.ts'

interface Piece {
  text: string
  heading: string | null
  page: number | null
  row: number | null
}

interface PieceListProps<P extends Piece> {
  pieces: readonly P[]
  keyOf: (piece: P) => string
  titleOf?: (piece: P) => string
  /** What stands above it in small; null: nothing. */
  badgeOf?: (piece: P) => string | null
}

/** Pieces of documents with their places, as they stand there. */
export function PieceList<P extends Piece>({ pieces, keyOf, titleOf, badgeOf }: PieceListProps<P>) {
  const text = useKnowledgeText()
  return (
    <ol className="flex flex-col gap-3">
      {pieces.map((piece) => {
        const place = [
          titleOf?.(piece),
          piece.heading,
          piece.page !== null && text.page(piece.page),
          piece.row !== null && text.row(piece.row),
        ].filter(Boolean)
        const badge = badgeOf?.(piece) ?? null
        return (
          <li key={keyOf(piece)} className="rounded-xl bg-sunken px-4 py-3">
            {badge !== null && <Badge className="float-end ms-3">{badge}</Badge>}
            {place.length > 0 && (
              <p className="text-[0.8125rem] font-medium text-ink-soft">{place.join(' · ')}</p>
            )}
            <p className="mt-1 text-sm whitespace-pre-line break-words">{piece.text}</p>
          </li>
        )
      })}
    </ol>
  )
}
