import type { ConversationPlace } from '../contact-changes.ts'
import { WhatsappChip } from './whatsapp-chip.tsx'
import { useLabelsOfMessage } from './whatsapp-label-data.ts'
import { useWhatsappText } from './whatsapp-text.ts'

interface MessageLabelsProps extends ConversationPlace {
  messageId: string
}

/** The labels that WhatsApp keeps of one message, under it. */
export function MessageLabels({ messageId, ...place }: MessageLabelsProps) {
  const text = useWhatsappText()
  const labels = useLabelsOfMessage(place, messageId)
  if (labels.length === 0) return null
  return (
    <ul aria-label={text.labels} className="mt-1 flex max-w-full flex-wrap gap-1.5 px-2">
      {labels.map((label) => (
        <li key={label.id} className="inline-flex max-w-full">
          <WhatsappChip label={label} />
        </li>
      ))}
    </ul>
  )
}
