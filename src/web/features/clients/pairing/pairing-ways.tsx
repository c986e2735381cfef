import { QrCode as QrCodeIcon, Smartphone } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useText } from '../../../i18n/language.tsx'
import { Button } from '../../../ui/button.tsx'
import { SectionCard } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/messages/states.tsx'
import type { LinkingActions, ShownCodeOfPhone } from './linking-actions.ts'
import { PairingCountdown } from './pairing-countdown.tsx'
import { PairingSteps } from './pairing-steps.tsx'
import { PhoneCode } from './phone-code.tsx'
import { QrCode } from './qr-code.tsx'

/** What there is to link a client with; null until it is there. */
export interface ShownToPair {
  qr: string | null
  /** When the QR is replaced. */
  expiresAt: string | null
  pairingCode: ShownCodeOfPhone | null
}

/** The QR, and how to scan it. */
function ScanCode({ shown: { qr, expiresAt }, children }: { shown: ShownToPair; children?: ReactNode }) {
  const { clients: text } = useText()
  return (
    <div className="grid gap-8 sm:grid-cols-[15rem_1fr] sm:items-start">
      <div className="mx-auto w-60">
        <div className="aspect-square">
          {qr === null ? (
            <Skeleton className="size-full rounded-xl" />
          ) : (
            <QrCode value={qr} label={text.pairing.qrLabel} />
          )}
        </div>
        {qr !== null && expiresAt !== null ? (
          <PairingCountdown expiresAt={expiresAt} formatLeft={text.pairing.newCodeIn} />
        ) : (
          <p role="status" className="mt-3 text-center text-[0.8125rem] text-ink-soft">
            {text.pairing.waiting}
          </p>
        )}
      </div>
      <div>
        <PairingSteps steps={text.pairing.steps} />
        {children}
      </div>
    </div>
  )
}

interface PairingWaysProps {
  shown: ShownToPair
  askCode: LinkingActions['askCode']
  /** What is offered before anybody chose: on a phone nobody can scan the QR of its own screen. */
  first?: 'qr' | 'code'
  /** Of the phone, as far as it is known; stands in the field at first. */
  number?: string | undefined
  /** Stands beside the QR. */
  besideQr?: ReactNode
  /** Stands at the end. */
  children?: ReactNode
}

/** How a client that waits to be paired is linked: by its QR, or by a code that is typed into the phone. */
export function PairingWays({ shown, askCode, first = 'qr', number, besideQr, children }: PairingWaysProps) {
  const { clients: text } = useText()
  const [chosen, choose] = useState<'qr' | 'code' | null>(null)
  // After a reload of the page a code that still counts is shown again.
  const way = chosen ?? (shown.pairingCode ? 'code' : first)
  return (
    <SectionCard title={way === 'qr' ? text.pairing.title : text.pairing.codeTitle}>
      {way === 'qr' ? (
        <ScanCode shown={shown}>{besideQr}</ScanCode>
      ) : (
        <PhoneCode code={shown.pairingCode} number={number} askCode={askCode} />
      )}
      <div className="mt-6 border-t border-line pt-4">
        <Button variant="quiet" size="small" onClick={() => choose(way === 'qr' ? 'code' : 'qr')}>
          {way === 'qr' ? <Smartphone aria-hidden /> : <QrCodeIcon aria-hidden />}
          {way === 'qr' ? text.pairing.byCode : text.pairing.byQr}
        </Button>
        {children}
      </div>
    </SectionCard>
  )
}
