import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { api } from '../../app/api.ts'
import { downloadText } from '../../app/download.ts'
import { Button } from '../../ui/button.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { type AnswerFilter, toInput } from './answer-filter.ts'
import { useResultsText } from './results-text.ts'

type Format = 'csv' | 'json'
const TYPES = { csv: 'text/csv', json: 'application/json' }

interface FilesProps {
  flowId: string
  filter: AnswerFilter
  /** Ids of the columns that are saved. */
  columns: readonly string[]
}

/** Saves all that the choice finds, with the columns that are shown. */
export function AnswerFiles({ flowId, filter, columns }: FilesProps) {
  const { files: text } = useResultsText()
  const notify = useNotify()
  const save = useMutation({
    mutationFn: async (format: Format) => {
      const pieces: string[] = []
      let saved = 0
      for (let cursor: string | undefined, isOpen = true; isOpen; ) {
        const piece = await api.flows.results.exportAnswers({
          ...toInput(flowId, filter),
          format,
          columns: [...columns],
          ...(cursor && { cursor }),
        })
        pieces.push(piece.text)
        saved += piece.rows
        cursor = piece.nextCursor ?? undefined
        isOpen = cursor !== undefined
      }
      downloadText(`${text.fileName}.${format}`, pieces.join(''), TYPES[format])
      return saved
    },
    onSuccess: (rows) => notify.done(text.saved(rows)),
    onError: notify.failed,
  })
  return (['csv', 'json'] as const).map((format) => (
    <Button
      key={format}
      size="small"
      variant="secondary"
      busy={save.isPending && save.variables === format}
      disabled={save.isPending}
      onClick={() => save.mutate(format)}
    >
      <Download aria-hidden />
      {text[format]}
    </Button>
  ))
}
