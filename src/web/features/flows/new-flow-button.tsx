import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { api } from '../../app/api.ts'
import { useText } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { useNotify } from '../../ui/notify.ts'

/** Makes an empty flow and opens it in the editor; with one client only it belongs to that one. */
export function NewFlowButton({ clients }: { clients: readonly { id: string }[] }) {
  const { flows: text } = useText()
  const navigate = useNavigate()
  const notify = useNotify()
  const [only, ...others] = clients
  const create = useMutation({
    mutationFn: () =>
      api.flows.import({
        version: 1,
        name: text.newName,
        ...(only && others.length === 0 && { clientId: only.id }),
      }),
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
