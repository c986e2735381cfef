import { FileText, RefreshCw, Trash2 } from 'lucide-react'
import { useLanguage } from '../../i18n/language.tsx'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { MenuItem, MenuSeparator, MoreMenu } from '../../ui/menu.tsx'
import { Cell } from '../../ui/table.tsx'
import { formatBytes } from '../system/system-figures.ts'
import { type Document, isUnderWay, useRefresh } from './knowledge-data.ts'
import { useKnowledgeText } from './knowledge-text.ts'

const TONES: Readonly<Record<Document['state'], Tone>> = {
  waiting: 'neutral',
  reading: 'neutral',
  ready: 'good',
  failed: 'bad',
}

interface DocumentRowProps {
  document: Document
  /** A model is chosen by which it is found by meaning. */
  isEmbedded: boolean
  onShow: () => void
  onRemove: () => void
}

export function DocumentRow({ document, isEmbedded, onShow, onRemove }: DocumentRowProps) {
  const text = useKnowledgeText()
  const { tag } = useLanguage()
  const refresh = useRefresh(text.refreshed)
  const { title, url, fileName, collection, sizeBytes, state, problem, pieces, embedded } = document
  const mayRefresh = !isUnderWay(document) && (url !== null || state === 'failed')
  return (
    <tr>
      <Cell className="max-w-44 sm:max-w-80">
        <p className="truncate font-medium">{title}</p>
        <p className="truncate text-xs text-ink-soft">
          {[url ?? fileName, sizeBytes > 0 && formatBytes(sizeBytes, tag)].filter(Boolean).join(' · ')}
        </p>
      </Cell>
      <Cell className="hidden font-mono text-[0.8125rem] sm:table-cell">{collection}</Cell>
      <Cell>
        <Badge tone={TONES[state]} dot={isUnderWay(document) ? 'moving' : 'still'}>
          {text.states[state]}
        </Badge>
        {pieces > 0 && <p className="mt-1 text-xs text-ink-soft">{text.pieces(pieces)}</p>}
        {isEmbedded && pieces > 0 && (
          <p className="mt-1 text-xs text-ink-soft">{text.embedded(embedded, pieces)}</p>
        )}
        {problem !== null && state === 'failed' && (
          <p className="mt-1 max-w-72 text-xs text-bad">{text.problems[problem]}</p>
        )}
      </Cell>
      <Cell className="text-end">
        <MoreMenu label={text.actionsFor(title)}>
          <MenuItem onSelect={onShow}>
            <FileText aria-hidden />
            {text.show}
          </MenuItem>
          {mayRefresh && (
            <MenuItem right="build" onSelect={() => refresh.mutate(document)}>
              <RefreshCw aria-hidden />
              {text.refresh}
            </MenuItem>
          )}
          <MenuSeparator />
          <MenuItem right="build" tone="danger" onSelect={onRemove}>
            <Trash2 aria-hidden />
            {text.remove}
          </MenuItem>
        </MoreMenu>
      </Cell>
    </tr>
  )
}
