import { LinkedLabels } from '../../whatsapp-labels/index.ts'
import { changeLabel } from './labels.ts'

type Parts = ConstructorParameters<typeof LinkedLabels>

/** What the phone does to a label that is linked is done to the conversation in its name. */
export function createLinkedLabels(deps: Parts[0], options: Omit<Parts[1], 'changeHere'>): LinkedLabels {
  const { clientId } = options
  return new LinkedLabels(deps, {
    ...options,
    async changeHere(tx, { chat, label, isOn }) {
      const kind = isOn ? 'label_added' : 'label_removed'
      return (await changeLabel(tx, { clientId, chat, label, kind, actor: 'phone' })) !== 'no_conversation'
    },
  })
}
