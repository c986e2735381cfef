import type { StatusFont } from '../../../../core/conversation/status-post.ts'

const COLOUR = 0xff_ff_ff

/** As messages in JSON name them. */
const WIRE_FONTS: Readonly<Record<string, StatusFont>> = {
  SYSTEM: 'system',
  SYSTEM_TEXT: 'systemText',
  FB_SCRIPT: 'script',
  SYSTEM_BOLD: 'bold',
  MORNINGBREEZE_REGULAR: 'morningBreeze',
  CALISTOGA_REGULAR: 'calistoga',
  EXO2_EXTRABOLD: 'exo',
  COURIERPRIME_BOLD: 'courier',
}

interface Shown {
  background: string | null
  font: StatusFont | null
}

/** How a message of the network, as JSON, looks as a status. */
export function fromLook(content: Record<string, unknown> | null): Shown {
  const text = content?.extendedTextMessage as Record<string, unknown> | undefined
  const audio = content?.audioMessage as Record<string, unknown> | undefined
  const argb = text?.backgroundArgb ?? audio?.backgroundArgb
  const background = typeof argb === 'number' ? `#${(argb & COLOUR).toString(16).padStart(6, '0')}` : null
  return { background, font: (text && WIRE_FONTS[String(text.font ?? 'SYSTEM')]) ?? null }
}
