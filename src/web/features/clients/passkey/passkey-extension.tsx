import { Download, Puzzle } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/messages/dialog.tsx'
import { PairingSteps } from '../pairing/pairing-steps.tsx'
import { type ExtensionProgress, openPasskeyChannel } from './passkey-channel.ts'
import { EXTENSION_PATH } from './passkey-extension-file.ts'
import { usePasskeyText } from './passkey-text.ts'

interface PasskeyExtensionProps {
  clientName: string
  /** What the network wants signed. */
  options: object
  /** Takes what was signed, as it came; false when it is nothing that was signed. */
  onSigned(assertion: unknown): boolean
}

function useExtension(props: PasskeyExtensionProps): ExtensionProgress | null {
  const [progress, setProgress] = useState<ExtensionProgress | null>(null)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  useEffect(
    () =>
      openPasskeyChannel({
        window,
        readRequest: () => ({ clientName: latest.current.clientName, options: latest.current.options }),
        onProgress: setProgress,
        onSigned(assertion) {
          setProgress(null)
          return latest.current.onSigned(assertion)
        },
      }),
    [],
  )
  return progress
}

function InstallDialog({ onClose }: { onClose: () => void }) {
  const { extension: text } = usePasskeyText()
  return (
    <Dialog open onOpenChange={onClose} title={text.install} description={text.installBody}>
      <h3 className="mb-3 font-medium">Chrome, Edge, Brave</h3>
      <PairingSteps steps={text.installChrome} />
      <h3 className="mt-5 mb-3 font-medium">Firefox</h3>
      <PairingSteps steps={text.installFirefox} />
      <DialogActions>
        <Button asChild>
          <a href={EXTENSION_PATH} download>
            <Download aria-hidden />
            {text.download}
          </a>
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Signing in two presses, with the browser extension: on its button while this page is seen, and in the tab that it opens. */
export function PasskeyExtension(props: PasskeyExtensionProps) {
  const { extension: text } = usePasskeyText()
  const progress = useExtension(props)
  const [isInstalling, setInstalling] = useState(false)
  return (
    <section className="rounded-xl border border-line p-5">
      <h3 className="flex items-center gap-2 font-medium">
        <Puzzle aria-hidden className="size-5 text-accent" />
        {text.title}
      </h3>
      <div className="my-4">
        <PairingSteps steps={text.steps} />
      </div>
      <p role="status" className="font-medium text-pretty empty:hidden">
        {progress && text.progress[progress]}
      </p>
      <Button variant="secondary" className="mt-4" onClick={() => setInstalling(true)}>
        <Download aria-hidden />
        {text.install}
      </Button>
      {isInstalling && <InstallDialog onClose={() => setInstalling(false)} />}
    </section>
  )
}
