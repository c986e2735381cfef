import type { ClientState, ContactState, RunState } from '../lane.ts'
import type { FlowSnapshot } from '../snapshot.ts'

/**
 * Everything the lane of one contact knows, loaded by the host before an event. `flows` are the client's active
 * flows at their published version. `versions` answers the snapshot of any version a run of this lane points at.
 */
export interface LaneState {
  client: ClientState
  contact: ContactState
  live: RunState | null
  dormant: readonly RunState[]
  /** Flows of which this contact has any run, terminal ones included: needed by `once`. */
  pastFlowIds: readonly string[]
  flows: readonly FlowSnapshot[]
  versions: (versionId: string) => FlowSnapshot | undefined
}
