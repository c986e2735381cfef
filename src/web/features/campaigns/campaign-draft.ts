import type { Campaign, CampaignInput } from './campaign-data.ts'
import { readPeople } from './read-people.ts'

type Audience = CampaignInput['audience']
type ContactsAudience = Extract<Audience, { kind: 'contacts' }>
export type FieldRow = { name: string; value: string }

/** How fast, from which people choose. */
export const PACES = {
  calm: { atOnce: 1, perMinute: 6 },
  usual: { atOnce: 5, perMinute: 20 },
  fast: { atOnce: 5, perMinute: 60 },
} as const
export type PaceName = keyof typeof PACES

export interface ChosenFile {
  assetId: string
  fileName: string | null
}

/** A campaign as its form holds it. */
export interface CampaignDraft {
  clientId: string
  name: string
  what: 'message' | 'flow'
  text: string
  file: ChosenFile | null
  flowId: string
  kind: Audience['kind']
  labelIds: string[]
  tags: string
  favourites: boolean
  fields: FieldRow[]
  table: string
  phone: string
  nameColumn: string
  list: string
  pace: PaceName
  /** As the field of the browser has it, in the person's own time; empty: at once. */
  startAt: string
  /** As it is stored. What the form does not show of it, such as further columns of a list, stays while nobody changes it here. */
  stored: Pick<Campaign, 'audience' | 'pace'> | null
}

export interface DraftFieldsProps {
  draft: CampaignDraft
  onChange: (change: Partial<CampaignDraft>) => void
}

export const emptyDraft = (clientId: string): CampaignDraft => ({
  ...{ clientId, name: '', what: 'message', text: '', file: null, flowId: '' },
  ...{ kind: 'contacts', labelIds: [], tags: '', favourites: false, fields: [] },
  ...{ table: '', phone: '', nameColumn: '', list: '', pace: 'usual', startAt: '' },
  stored: null,
})

const toLocal = (at: string | null): string => {
  if (at === null) return ''
  const date = new Date(at)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

const toPaceName = ({ perMinute }: Campaign['pace']): PaceName =>
  perMinute <= 10 ? 'calm' : perMinute <= 40 ? 'usual' : 'fast'

/** A list as it was pasted, as far as it can be told again. */
const toList = (people: Extract<Audience, { kind: 'list' }>['people']): string =>
  people.map(({ phone, name }) => (name ? `${name}; ${phone}` : phone)).join('\n')

function toAudienceFields(audience: Campaign['audience']): Partial<CampaignDraft> {
  switch (audience.kind) {
    case 'contacts':
      return {
        labelIds: audience.labelIds,
        tags: audience.tags.join(', '),
        favourites: audience.favourites,
        fields: audience.fields.map(({ name, value }) => ({ name, value: String(value ?? '') })),
      }
    case 'table':
      return { table: audience.table, phone: audience.phone, nameColumn: audience.name ?? '' }
    case 'list':
      return { list: toList(audience.people) }
  }
}

export function toDraft(campaign: Campaign): CampaignDraft {
  const { clientId, name, text, file, flowId, audience, pace, startAt } = campaign
  return {
    ...emptyDraft(clientId),
    ...toAudienceFields(audience),
    ...{
      name,
      text,
      file,
      kind: audience.kind,
      flowId: flowId ?? '',
      what: flowId === null ? 'message' : 'flow',
    },
    ...{ pace: toPaceName(pace), startAt: toLocal(startAt), stored: { audience, pace } },
  }
}

/** The audience as it is stored, where the form says the same; null: somebody changed it. */
function findUnchanged(draft: CampaignDraft): Campaign['audience'] | null {
  const audience = draft.stored?.audience
  if (audience?.kind !== draft.kind) return null
  const shown = { ...emptyDraft(draft.clientId), ...toAudienceFields(audience) }
  const names = ['labelIds', 'tags', 'favourites', 'fields', 'table', 'phone', 'nameColumn', 'list'] as const
  const isSame = names.every((name) => JSON.stringify(shown[name]) === JSON.stringify(draft[name]))
  return isSame ? audience : null
}

/** The stored pace where the form says the same: other programs choose others than these three. */
export function toPace({ pace, stored }: CampaignDraft): Campaign['pace'] {
  return stored && toPaceName(stored.pace) === pace ? stored.pace : PACES[pace]
}

/** One whose time is over starts at once. */
export const isForLater = ({ startAt }: CampaignDraft): boolean =>
  startAt !== '' && new Date(startAt).getTime() > Date.now()

const toTags = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')

function toContacts({ labelIds, tags, favourites, fields }: CampaignDraft): ContactsAudience {
  const asked = fields.filter(({ name }) => name !== '')
  return {
    kind: 'contacts',
    labelIds,
    tags: toTags(tags),
    favourites,
    fields: asked.map(({ name, value }) =>
      value === '' ? { name, op: 'is_set' as const } : { name, value },
    ),
  }
}

/** Null while something is missing without which nobody is chosen. */
export function toAudience(draft: CampaignDraft): Audience | null {
  const { kind, table, phone, nameColumn, list } = draft
  const unchanged = findUnchanged(draft)
  if (unchanged && !(unchanged.kind === 'list' && unchanged.people.length === 0)) return unchanged
  if (kind === 'contacts') return toContacts(draft)
  if (kind === 'table')
    return table !== '' && phone !== '' ? { kind, table, phone, name: nameColumn || null } : null
  const people = readPeople(list)
  return people.length > 0 ? { kind, people } : null
}

/** What is stored of it. */
export function toInput(draft: CampaignDraft, audience: Audience): CampaignInput {
  const { clientId, name, what, text, file, flowId, startAt } = draft
  const content =
    what === 'flow'
      ? { text: '', assetId: null, flowId }
      : { text, assetId: file?.assetId ?? null, flowId: null }
  const at = startAt === '' ? null : new Date(startAt).toISOString()
  return { clientId, name: name.trim(), ...content, audience, pace: toPace(draft), startAt: at }
}
