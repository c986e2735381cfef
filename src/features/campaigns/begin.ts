import { toOwner } from '../../contract/handlers.ts'
import { addJob } from '../../db/jobs/jobs.ts'
import type { Executor } from '../../db/transaction.ts'
import { type AudienceDeps, type ChosenAudience, chooseAudience } from './audience.ts'
import { type NewPerson, peopleStore } from './people.ts'
import { noteOptOuts } from './refresh.ts'
import { type CampaignRow, MOVE_CAMPAIGN } from './store.ts'

/** Lets the queue come back to a campaign; a job of it that waits is replaced. */
export async function wakeCampaignAt(tx: Executor, id: string, at: Date): Promise<void> {
  await addJob(tx, 'campaign_step', { campaignId: id }, { jobKey: `campaign:${id}`, runAt: at })
}

/**
 * Chooses the people of a campaign, who stay from then on, and lets the first have their turn. The campaign is locked. Answers
 * how many it reaches.
 */
export async function beginCampaign(deps: AudienceDeps, tx: Executor, row: CampaignRow): Promise<number> {
  const { id, clientId, owner, audience, now } = row
  await noteOptOuts(tx, clientId)
  const chosen = await chooseAudience(deps, tx, { owner: toOwner(owner), clientId, audience })
  await peopleStore.insert(tx, id, toPeople(chosen))
  const isEmpty = chosen.people.length === 0
  const at = isEmpty ? null : now
  await tx.query(MOVE_CAMPAIGN, [id, isEmpty ? 'done' : 'running', at, at, null])
  if (!isEmpty) await wakeCampaignAt(tx, id, now)
  return chosen.people.length
}

/** Whoever is no person, or there twice, has no row: it is counted in the preview and nowhere else. */
function toPeople({ people, leftOut }: ChosenAudience): NewPerson[] {
  const reached = people.map(({ jid, name, held, facts }) => ({
    ...{ jid, name, held, isChecked: facts.isSeen, leftOut: null },
  }))
  const others = leftOut.flatMap(({ jid, name, reason }) =>
    jid === null || reason === 'twice' ? [] : [{ jid, name, held: {}, isChecked: true, leftOut: reason }],
  )
  return [...reached, ...others]
}
