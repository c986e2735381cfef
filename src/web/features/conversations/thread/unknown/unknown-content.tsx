import { useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import type { InboxMessage } from '../../chat-data.ts'
import { toRawText } from './raw-content.ts'
import { useUnknownText } from './unknown-text.ts'

function RawText({ text: raw, isCut }: ReturnType<typeof toRawText>) {
  const text = useUnknownText()
  return (
    <>
      <pre
        dir="ltr"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
        tabIndex={0}
        className="mt-1 max-h-80 max-w-full overflow-auto rounded-lg bg-sunken p-2 text-xs"
      >
        {raw}
      </pre>
      {isCut && <p className="text-xs text-ink-soft">{text.isCut}</p>}
    </>
  )
}

/** A message of a kind that is not translated: what the network calls it, and as it came for whoever wants to look. */
export function UnknownContent({ kind, content }: { kind: string; content: InboxMessage['content'] }) {
  const text = useUnknownText()
  const [isOpen, setOpen] = useState(false)
  const raw = isOpen ? toRawText(content) : null
  return (
    <div className="max-w-full">
      <p className="text-ink-soft italic">{text.line(text.names[kind] ?? kind)}</p>
      {content !== null && (
        <Button
          variant="quiet"
          size="small"
          aria-expanded={isOpen}
          onClick={() => setOpen((wasOpen) => !wasOpen)}
        >
          {isOpen ? text.hide : text.show}
        </Button>
      )}
      {raw && <RawText {...raw} />}
    </div>
  )
}
