import { OwnList } from './own-list.tsx'
import { PostForm } from './post-form.tsx'
import { ReceivedList } from './received-list.tsx'

/** Statuses of a number and of its contacts. */
export function StatusesTab({ clientId }: { clientId: string }) {
  return (
    <div className="space-y-6">
      <PostForm clientId={clientId} />
      <OwnList clientId={clientId} />
      <ReceivedList clientId={clientId} />
    </div>
  )
}
