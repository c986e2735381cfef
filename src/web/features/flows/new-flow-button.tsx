import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { api } from '../../app/api.ts'
import { useText } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { useNotify } from '../../ui/notify.ts'
import { buildNewFlow } from './new-flow.ts'

/** Makes a flow without nodes and opens it in the editor; with one client only it belongs to that one. */
export function NewFlowButton({ clients }: { clients: readonly { id: string }[] }) {
  const { flows: text } = useText()
  const navigate = useNavigate()
  const notify = useNotify()
  const create = useMutation({
    mutationFn: () => api.flows.import(buildNewFlow(text, clients)),
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
