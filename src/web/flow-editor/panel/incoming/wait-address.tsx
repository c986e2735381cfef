import { CopyButton } from '../../../ui/copy-button.tsx'
import { useEditorText } from '../../editor-text.ts'

/** What a text inserts to tell the address at which a run is called. */
export function WaitAddress({ nodeId }: { nodeId: string }) {
  const { incoming } = useEditorText()
  const inserted = `{{ node.${nodeId}.url }}`
  return (
    <section className="space-y-2">
      <h3 className="text-sm font-semibold">{incoming.address}</h3>
      <code className="block rounded-lg bg-sunken p-2 text-xs break-all">{inserted}</code>
      <p className="text-[0.8125rem] text-ink-soft">{incoming.runAddress}</p>
      <CopyButton value={inserted} />
    </section>
  )
}
