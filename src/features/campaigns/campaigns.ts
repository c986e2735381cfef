import type { CallContext, Handlers, OwnerId } from '../../contract/handlers.ts'
import { requireScope } from '../../contract/scopes.ts'
import { toPhoneNumber } from '../../core/addresses.ts'
import { minutesFor } from '../../core/campaigns/campaign.ts'
import { missing, refusal } from '../../core/errors.ts'
import { mostNewChats } from '../../core/new-chats.ts'
import { toJsonText } from '../../db/json-text.ts'
import type { Executor, Transaction } from '../../db/transaction.ts'
import { withdrawSends } from '../conversations/index.ts'
import { type Audience, chooseAudience } from './audience.ts'
import { beginCampaign, wakeCampaignAt } from './begin.ts'
import { fillFor, hasNoCaption } from './content.ts'
import { CampaignDelivery, type DeliveryDeps } from './delivery.ts'
import { shownName } from './facts.ts'
import { createOptOuts } from './opt-outs.ts'
import { peopleStore } from './people.ts'
import {
  type CampaignRow,
  COUNT_CAMPAIGNS,
  COUNT_PEOPLE,
  DELETE_CAMPAIGN,
  FIND_FILE,
  FIND_FLOW,
  INSERT_CAMPAIGN,
  LIST_CAMPAIGNS,
  LOCK_CAMPAIGN,
  MOVE_CAMPAIGN,
  READ_CAMPAIGN,
  READ_LIMITS,
  UPDATE_CAMPAIGN,
} from './store.ts'
import { toCampaign, toListed, toPerson } from './view.ts'

type CampaignHandlers = Handlers['campaigns']
type Written = Parameters<CampaignHandlers['create']>[0]
type Named = Parameters<CampaignHandlers['get']>[0]
type PreviewInput = Parameters<CampaignHandlers['preview']>[0]
type Shown = Awaited<ReturnType<CampaignHandlers['get']>>
type Listed = Awaited<ReturnType<CampaignHandlers['list']>>

const MAX_CAMPAIGNS = 1_000
const SAMPLE = 5
const LEFT_OUT_SAMPLE = 20

const UNDER_WAY: readonly CampaignRow['state'][] = ['planned', 'running', 'paused']

/** Messages, or starts of a flow, for a chosen audience at a pace (docs/adr/0049-campaigns.md). */
export class Campaigns {
  readonly handlers: CampaignHandlers
  readonly delivery: CampaignDelivery
  readonly #deps: DeliveryDeps

  constructor(deps: DeliveryDeps) {
    this.#deps = deps
    this.delivery = new CampaignDelivery(deps)
    this.handlers = {
      list: ({ clientId }, { owner }) => this.#list(owner, clientId ?? null),
      get: (named, { owner }) => this.#show(deps.db, named, owner),
      people: (input, ctx) => this.#people(input, ctx),
      preview: (input, ctx) => this.#preview(input, ctx),
      create: (input, ctx) => this.#create(input, ctx),
      update: (input, ctx) => this.#update(input, ctx),
      delete: (named, ctx) => this.#delete(named, ctx),
      duplicate: (input, ctx) => this.#duplicate(input, ctx),
      start: (named, ctx) => this.#move(named, ctx, (tx, row) => this.#start(tx, row)),
      pause: (named, ctx) => this.#move(named, ctx, pause),
      resume: (named, ctx) => this.#move(named, ctx, (tx, row) => this.#resume(tx, row)),
      cancel: (named, ctx) => this.#move(named, ctx, cancel),
      optOuts: createOptOuts(deps.db),
    }
  }

  async #list(owner: OwnerId, clientId: string | null): Promise<Listed> {
    const { db } = this.#deps
    const rows = await db.query(LIST_CAMPAIGNS, [owner, clientId])
    const counts = await db.query(COUNT_PEOPLE, [rows.map(({ id }) => id)])
    const byId = new Map(counts.map((one) => [one.id, one]))
    return rows.map((row) => toListed(row, byId.get(row.id)))
  }

  async #show(db: Executor, { id, clientId }: Named, owner: OwnerId): Promise<Shown> {
    const row = await db.queryOne(READ_CAMPAIGN, [id, clientId, owner])
    if (!row) throw missing('campaign')
    const [counts] = await db.query(COUNT_PEOPLE, [[id]])
    return toCampaign(row, counts)
  }

  async #people(
    { id, clientId, state, offset, limit }: Parameters<CampaignHandlers['people']>[0],
    { owner, principal }: CallContext,
  ) {
    const { db } = this.#deps
    requireScope(principal, 'contacts:read')
    const campaign = await db.queryOne(READ_CAMPAIGN, [id, clientId, owner])
    if (!campaign) throw missing('campaign')
    requireAudienceScopes(principal, campaign.audience)
    const rows = await peopleStore.list(db, { campaignId: id, clientId, state: state ?? null, offset, limit })
    return { people: rows.map(toPerson), total: rows[0]?.total ?? 0 }
  }

  async #preview({ clientId, text, audience, pace }: PreviewInput, { owner, principal }: CallContext) {
    const { db } = this.#deps
    requireAudienceScopes(principal, audience)
    const { people, leftOut } = await chooseAudience(this.#deps, db, { owner, clientId, audience })
    const reached = people.filter(({ facts }) => !facts.isWithPerson)
    const busy = people
      .filter(({ facts }) => facts.isWithPerson)
      .map(({ jid, name, facts }) => ({
        given: jid,
        name: name ?? facts.name,
        reason: 'with_person' as const,
      }))
    const out = [...leftOut, ...busy]
    const filled = reached.map((person) => ({ person, ...fillFor(text, person) }))
    const limits = await db.queryOne(READ_LIMITS, [clientId])
    return {
      total: reached.length,
      leftOut: [...Map.groupBy(out, ({ reason }) => reason)].map(([reason, of]) => ({
        reason,
        count: of.length,
      })),
      strangers: reached.filter(({ facts }) => !facts.isKnown).length,
      sample: filled
        .slice(0, SAMPLE)
        .map(({ person: { jid, name, facts }, text: shown, missing: lacks }) => ({
          ...{ jid, name: name ?? shownName(facts), phoneNumber: toPhoneNumber(facts.phone ?? jid) },
          ...{ text: shown, missing: lacks },
        })),
      leftOutSample: out
        .slice(0, LEFT_OUT_SAMPLE)
        .map(({ given, name, reason }) => ({ given, name, reason })),
      withMissing: filled.filter(({ missing: lacks }) => lacks.length > 0).length,
      minutes: minutesFor(pace, reached.length),
      limits: {
        restrictedUntil: limits?.restrictedUntil?.toISOString() ?? null,
        newChatsLeft: toNewChatsLeft(limits, Date.now()),
        isConnected: limits?.isConnected ?? false,
      },
    }
  }

  async #create(
    input: Written,
    { owner, principal }: CallContext,
    hasFile = input.assetId !== null,
  ): Promise<Shown> {
    const { db, newId } = this.#deps
    await this.#requireParts(owner, input)
    const kept = await db.queryOne(COUNT_CAMPAIGNS, [owner])
    if ((kept?.count ?? 0) >= MAX_CAMPAIGNS)
      throw refusal('CONFLICT', 'TOO_MANY_CAMPAIGNS', { most: MAX_CAMPAIGNS })
    const id = newId()
    await db.query(INSERT_CAMPAIGN, [...toValues(id, owner, input, hasFile), principal.userId])
    return this.#show(db, { id, clientId: input.clientId }, owner)
  }

  async #update({ id, ...input }: Written & { id: string }, { owner }: CallContext): Promise<Shown> {
    await this.#requireParts(owner, input)
    return await this.#deps.db.transaction(async (tx) => {
      const { state } = await this.#lock(tx, { id, clientId: input.clientId }, owner)
      if (state !== 'draft') throw refusal('CONFLICT', 'CAMPAIGN_IS', { state })
      await tx.query(UPDATE_CAMPAIGN, toValues(id, owner, input, input.assetId !== null))
      return await this.#show(tx, { id, clientId: input.clientId }, owner)
    })
  }

  async #delete(named: Named, { owner }: CallContext) {
    await this.#deps.db.transaction(async (tx) => {
      const { id, state } = await this.#lock(tx, named, owner)
      if (UNDER_WAY.includes(state)) throw refusal('CONFLICT', 'CAMPAIGN_IS', { state })
      await tx.query(DELETE_CAMPAIGN, [id])
    })
    return { success: true }
  }

  async #duplicate({ name, ...named }: Named & { name: string }, ctx: CallContext): Promise<Shown> {
    const row = await this.#deps.db.queryOne(READ_CAMPAIGN, [named.id, named.clientId, ctx.owner])
    if (!row) throw missing('campaign')
    const { text, assetId, hasFile, flowId, audience, atOnce, perMinute } = row
    const { clientId } = named
    const pace = { atOnce, perMinute }
    const written = { clientId, name, text, assetId, flowId, audience, pace, startAt: null }
    return this.#create(written, ctx, hasFile)
  }

  /** One move of a campaign, after which it is shown as it is then. */
  #move(
    named: Named,
    { owner }: CallContext,
    act: (tx: Transaction, row: CampaignRow) => Promise<void>,
  ): Promise<Shown> {
    return this.#deps.db.transaction(async (tx) => {
      await act(tx, await this.#lock(tx, named, owner))
      return await this.#show(tx, named, owner)
    })
  }

  async #start(tx: Transaction, row: CampaignRow): Promise<void> {
    const { id, state, startAt, now } = row
    if (state !== 'draft') throw refusal('CONFLICT', 'CAMPAIGN_IS', { state })
    await requireContent(tx, row)
    if (startAt === null || startAt <= now) return await this.#beginNow(tx, row)
    await tx.query(MOVE_CAMPAIGN, [id, 'planned', null, startAt, null])
    await wakeCampaignAt(tx, id, startAt)
  }

  async #resume(tx: Transaction, row: CampaignRow): Promise<void> {
    const { id, state, startedAt, now } = row
    if (state !== 'paused') throw refusal('CONFLICT', 'CAMPAIGN_IS', { state })
    await requireContent(tx, row)
    if (startedAt === null) return await this.#beginNow(tx, row)
    await tx.query(MOVE_CAMPAIGN, [id, 'running', now, now, null])
    await wakeCampaignAt(tx, id, now)
  }

  async #beginNow(tx: Transaction, row: CampaignRow): Promise<void> {
    if ((await beginCampaign(this.#deps, tx, row)) === 0) throw refusal('BAD_REQUEST', 'CAMPAIGN_EMPTY', {})
  }

  async #lock(tx: Transaction, { id, clientId }: Named, owner: OwnerId): Promise<CampaignRow> {
    const row = await tx.queryOne(LOCK_CAMPAIGN, [id])
    if (row?.clientId !== clientId || row.owner !== owner) throw missing('campaign')
    return row
  }

  async #requireParts(owner: OwnerId, { clientId, text, assetId, flowId }: Written): Promise<void> {
    const { db } = this.#deps
    const file = assetId === null ? null : await db.queryOne(FIND_FILE, [assetId, owner])
    if (file === undefined) throw missing('asset')
    if (file) requireCaption(text, file.mimetype)
    if (flowId !== null && !(await db.queryOne(FIND_FLOW, [flowId, owner, clientId])))
      throw refusal('CONFLICT', 'CAMPAIGN_FLOW_UNREADY', {}, { path: 'flowId' })
  }
}

/** Beside its own scope: names and fields of contacts are shown, and of a table the rows. */
function requireAudienceScopes(principal: CallContext['principal'], audience: Audience): void {
  requireScope(principal, 'contacts:read')
  if (audience.kind === 'table') requireScope(principal, 'flows:read')
}

function requireCaption(text: string, mimetype: string | null): void {
  if (text.trim() !== '' && hasNoCaption(mimetype))
    throw refusal('BAD_REQUEST', 'CAMPAIGN_AUDIO_WITH_TEXT', {}, { path: 'text' })
}

async function requireContent(tx: Transaction, row: CampaignRow): Promise<void> {
  const { text, assetId, hasFile, mimetype, flowId, owner, clientId } = row
  if (hasFile && assetId === null) throw refusal('CONFLICT', 'CAMPAIGN_FILE_GONE', {}, { path: 'assetId' })
  requireCaption(text, mimetype)
  if (flowId === null && text.trim() === '' && assetId === null)
    throw refusal('BAD_REQUEST', 'CAMPAIGN_WITHOUT_CONTENT', {}, { path: 'text' })
  if (flowId !== null && !(await tx.queryOne(FIND_FLOW, [flowId, owner, clientId])))
    throw refusal('CONFLICT', 'CAMPAIGN_FLOW_UNREADY', {})
}

async function pause(tx: Transaction, { id, state, now }: CampaignRow): Promise<void> {
  if (state !== 'running') throw refusal('CONFLICT', 'CAMPAIGN_IS', { state })
  await tx.query(MOVE_CAMPAIGN, [id, 'paused', null, now, 'person'])
  await wakeCampaignAt(tx, id, now)
}

/** What was not tried yet does not leave any more. One that nobody had a turn in is a draft again. */
async function cancel(tx: Transaction, { id, clientId, state, startedAt, now }: CampaignRow): Promise<void> {
  if (!UNDER_WAY.includes(state)) throw refusal('CONFLICT', 'CAMPAIGN_IS', { state })
  if (startedAt === null) {
    await tx.query(MOVE_CAMPAIGN, [id, 'draft', null, null, null])
    return
  }
  const withdrawn = await withdrawSends(tx, clientId, await peopleStore.listQueued(tx, id))
  await peopleStore.cancel(tx, id, withdrawn)
  await tx.query(MOVE_CAMPAIGN, [id, 'cancelled', null, now, null])
  await wakeCampaignAt(tx, id, now)
}

/** As sends of the outbox are held to it; null where the network counts none, or its period is over. */
function toNewChatsLeft(
  limits: { total: number | null; used: number | null; cycleEnd: Date | null } | undefined,
  nowMs: number,
): number | null {
  if (!limits || limits.total === null) return null
  if (limits.cycleEnd !== null && limits.cycleEnd.getTime() <= nowMs) return null
  return Math.max(0, mostNewChats(limits.total) - (limits.used ?? 0))
}

const toValues = (id: string, owner: OwnerId, input: Written, hasFile: boolean) => {
  const { clientId, name, text, assetId, flowId, audience, pace, startAt } = input
  return [
    ...[id, owner, clientId, name, text.trim(), assetId, flowId, toJsonText(audience)],
    ...[pace.atOnce, pace.perMinute, startAt, hasFile],
  ]
}
