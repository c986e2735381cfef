import type { ReactNode } from 'react'
import { WHATSAPP_PALETTE } from './label-palette.ts'

export function ColourDot({ colour }: { colour: number }) {
  return (
    <span
      aria-hidden
      className="size-3 shrink-0 rounded-full border border-black/20"
      style={{ backgroundColor: WHATSAPP_PALETTE[colour] }}
    />
  )
}

interface WhatsappChipProps {
  label: { name: string; colour: number }
  children?: ReactNode
}

/** A label as WhatsApp shows it, unlike the team's: a dot of its colour before its name. `children` stand behind it. */
export function WhatsappChip({ label: { name, colour }, children }: WhatsappChipProps) {
  return (
    <span className="inline-flex max-w-full items-center gap-1.5 rounded-md border border-line px-2 py-0.5 text-xs">
      <ColourDot colour={colour} />
      <span dir="auto" className="truncate">
        {name}
      </span>
      {children}
    </span>
  )
}
