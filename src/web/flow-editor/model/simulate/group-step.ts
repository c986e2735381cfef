import type { GroupChange } from '../../../../core/conversation/flow-event.ts'
import type { CaseStep } from '../../../../core/flow/index.ts'

/** What of a trigger.group says to which groups it listens, and which chat its flow runs in. */
export interface GroupTriggerData {
  groups?: readonly string[]
  answerIn?: 'person' | 'group'
}

/** Where a trigger listens to all groups. */
const SOME_GROUP = '120363000000000001@g.us'

const withServer = (group: string): string => (group.includes('@') ? group : `${group.trim()}@g.us`)

/** What a trigger hears, as a step of a case. */
export function toGroupStep(
  { groups: [group = SOME_GROUP] = [], answerIn: place = 'person' }: GroupTriggerData,
  change: GroupChange,
): NonNullable<CaseStep['groupChange']> {
  return { group: withServer(group), change, place }
}
