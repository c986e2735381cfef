import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useText } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { readFlowNames } from './flow-data.ts'
import { pickFreeName } from './flow-names.ts'
import { importNewFlow } from './import-new-flow.ts'
import { buildNewFlow } from './new-flow.ts'

/** Makes a flow without nodes and opens it in the editor; with one client only it belongs to that one. */
export function NewFlowButton({ clients }: { clients: readonly { id: string }[] }) {
  const { flows: text } = useText()
  const navigate = useNavigate()
  const notify = useNotify()
  const cache = useQueryClient()
  const create = useMutation({
    async mutationFn() {
      const taken = new Set(await readFlowNames(cache))
      return await importNewFlow(
        buildNewFlow({ ...text, newName: pickFreeName(text.newName, taken) }, clients),
      )
    },
    onError: notify.failed,
    onSuccess: ({ id }) => navigate({ to: '/flows/$flowId/edit', params: { flowId: id } }),
  })
  return (
    <Button busy={create.isPending} onClick={() => create.mutate()}>
      <Plus aria-hidden />
      {text.create}
    </Button>
  )
}
