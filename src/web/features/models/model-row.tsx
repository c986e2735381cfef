import { Pencil, Trash2 } from 'lucide-react'
import { useLanguage } from '../../i18n/language.tsx'
import { Badge } from '../../ui/badge.tsx'
import { MenuItem, MenuSeparator, MoreMenu } from '../../ui/menu.tsx'
import { Cell } from '../../ui/table.tsx'
import type { Model } from './model-data.ts'
import { useModelsText } from './models-text.ts'

interface ModelRowProps {
  model: Model
  onChange: () => void
  onRemove: () => void
}

export function ModelRow({ model, onChange, onRemove }: ModelRowProps) {
  const text = useModelsText()
  const { tag } = useLanguage()
  const { name, kind, provider, baseUrl, modelId, secret, isKeyMissing, used } = model
  const number = new Intl.NumberFormat(tag)
  const money = new Intl.NumberFormat(tag, { maximumFractionDigits: 4 })
  return (
    <tr>
      <Cell className="max-w-40 sm:max-w-64">
        <p className="font-medium break-all">{name}</p>
        <p className="text-xs break-all text-ink-soft">{modelId}</p>
        {kind === 'embedding' && <p className="text-xs text-ink-soft">{text.kinds.embedding}</p>}
      </Cell>
      <Cell className="hidden max-w-64 md:table-cell">
        <p>{text.providers[provider]}</p>
        <p className="font-mono text-xs break-all text-ink-soft">{baseUrl}</p>
      </Cell>
      <Cell>
        <p>{text.used(number.format(used.calls), number.format(used.tokens))}</p>
        {used.cost > 0 && <p className="text-xs text-ink-soft">{text.cost(money.format(used.cost))}</p>}
      </Cell>
      <Cell className="hidden sm:table-cell">
        {isKeyMissing ? (
          <Badge tone="warn" dot="still">
            {text.keyMissing}
          </Badge>
        ) : (
          <span className="font-mono text-[0.8125rem] break-all">{secret ?? text.noKey}</span>
        )}
      </Cell>
      <Cell className="text-end">
        <MoreMenu label={text.actionsFor(name)}>
          <MenuItem right="manage" onSelect={onChange}>
            <Pencil aria-hidden />
            {text.change}
          </MenuItem>
          <MenuSeparator />
          <MenuItem right="manage" tone="danger" onSelect={onRemove}>
            <Trash2 aria-hidden />
            {text.remove}
          </MenuItem>
        </MoreMenu>
      </Cell>
    </tr>
  )
}
