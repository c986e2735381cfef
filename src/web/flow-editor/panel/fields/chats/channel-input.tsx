import { useQuery } from '@tanstack/react-query'
import { queries } from '../../../../app/api.ts'
import { Select } from '../../../../ui/field.tsx'
import { useDocument } from '../../../editor-context.tsx'
import { useEditorText } from '../../../editor-text.ts'
import type { ControlProps } from '../../field-text.ts'
import { TemplateInput } from '../template-input.tsx'

interface ChannelInputProps {
  control: ControlProps
  value: string
  onChange: (value: string) => void
}

/** Each look asks the network. */
const STALE_MS = 60_000

/** The channels in which the flow's number may post; null while nobody knows them, with why. */
function useOwnChannels() {
  const { channels: text } = useEditorText().panel
  const { clientId } = useDocument()
  const input = { clientId: clientId ?? '' }
  const found = useQuery({
    ...queries.channels.list.queryOptions({ input, staleTime: STALE_MS, retry: false }),
    enabled: clientId !== null,
  })
  const own = found.data?.channels.filter(({ role }) => role === 'owner' || role === 'admin') ?? []
  if (own.length > 0) return { own, note: null }
  if (clientId === null) return { own: null, note: text.anyNumber }
  if (found.isPending) return { own: null, note: text.loading }
  return { own: null, note: found.isError ? text.failed : text.none }
}

/** The address of a channel, or a variable that holds one; those of the flow's number are offered by their names. */
export function ChannelInput({ control, value, onChange }: ChannelInputProps) {
  const { channels: text } = useEditorText().panel
  const { own, note } = useOwnChannels()
  const isKnown = own?.some(({ jid }) => jid === value) ?? false
  return (
    <div className="space-y-2">
      {own && (
        <Select
          aria-label={text.label}
          className="h-9 text-sm"
          value={isKnown ? value : ''}
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="">{text.other}</option>
          {own.map(({ jid, name }) => (
            <option key={jid} value={jid}>
              {name || jid}
            </option>
          ))}
        </Select>
      )}
      <TemplateInput {...control} value={value} onChange={onChange} />
      {note !== null && (
        <p role="status" className="text-[0.8125rem] text-ink-soft">
          {note}
        </p>
      )}
    </div>
  )
}
