import { z } from 'zod'
import {
  CAMPAIGN_STATES,
  LEFT_OUT_REASONS,
  PAUSE_REASONS,
  PERSON_STATES,
} from '../../core/campaigns/campaign.ts'
import { CONTACT_FIELD_NAME, MAX_CONTACT_FIELD_CHARS } from '../../core/contact/contact-fields.ts'
import { problemText } from '../../core/input/input-problem.ts'
import { TABLE_NAME } from '../../core/tables.ts'
import { clientId, recipient, resourceId } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { Coded } from '../resources.ts'

const timestamp = z.iso.datetime().describe('ISO 8601, UTC.')
const moment = z.iso.datetime({ offset: true })

/** How many people one campaign reaches at most, and how many of them a list in a body may hold. */
export const MOST_PEOPLE = 10_000
const MOST_LISTED = 5_000
const MAX_TEXT_CHARS = 4_096
const MAX_NAME_CHARS = 100

const FIELD_OPS = [
  ...['eq', 'neq', 'contains', 'starts_with', 'gt', 'gte', 'lt', 'lte', 'is_set', 'is_empty'],
] as const

const columnName = z.string().regex(TABLE_NAME, problemText('NO_NAME'))

const AUDIENCE_KINDS = ['contacts', 'table', 'list'] as const

const NO_KIND = problemText('NONE_OF', { choices: AUDIENCE_KINDS.map((kind) => JSON.stringify(kind)) })

const Audience = z
  .discriminatedUnion(
    'kind',
    [
      z.strictObject({
        kind: z.literal('contacts'),
        labelIds: z.array(resourceId).max(50).default([]).describe('Their conversation has one of these.'),
        tags: z.array(z.string().min(1).max(64)).max(50).default([]).describe('They have one of these.'),
        favourites: z.boolean().default(false).describe('Favourites alone.'),
        fields: z
          .array(
            z.strictObject({
              name: z.string().regex(CONTACT_FIELD_NAME, problemText('NO_NAME')),
              op: z.enum(FIELD_OPS).default('eq'),
              value: z.union([z.string().max(MAX_CONTACT_FIELD_CHARS), z.number(), z.boolean()]).optional(),
            }),
          )
          .max(10)
          .default([])
          .describe('All of them hold; compared as a `condition` node does.'),
      }),
      z.strictObject({
        kind: z.literal('table'),
        table: columnName,
        phone: columnName.describe('The column that holds phone numbers, addresses or @usernames.'),
        name: columnName.nullable().default(null).describe('The column that holds names.'),
      }),
      z.strictObject({
        kind: z.literal('list'),
        people: z
          .array(
            z.strictObject({
              phone: z
                .string()
                .trim()
                .min(1)
                .max(160)
                .describe('A phone number with its country code, a full address, or @username.'),
              name: z.string().trim().max(MAX_NAME_CHARS).nullable().default(null),
              values: z
                .record(
                  z.string().regex(TABLE_NAME, problemText('NO_NAME')),
                  z.string().max(MAX_CONTACT_FIELD_CHARS),
                )
                .default({})
                .describe('More of this person, for `{{ row.NAME }}`.'),
            }),
          )
          .max(MOST_LISTED),
      }),
    ],
    NO_KIND,
  )
  .describe(
    'Whom it reaches. `contacts`: those of the client that fit all that is given; with nothing given everybody with whom there is a conversation.',
  )

const Pace = z.strictObject({
  atOnce: z.int().min(1).max(20).default(5).describe('How many are taken at once when it begins.'),
  perMinute: z.int().min(1).max(60).default(20).describe('How many in a minute from then on.'),
})

const shape = {
  name: z.string().trim().min(1).max(MAX_NAME_CHARS),
  text: z
    .string()
    .max(MAX_TEXT_CHARS)
    .default('')
    .describe(
      'The message, with `{{ contact.name }}`, `{{ contact.phone }}`, `{{ contact.username }}`, `{{ contact.fields.NAME }}` and, of a table or a list, `{{ row.NAME }}`.',
    ),
  assetId: resourceId
    .nullable()
    .default(null)
    .describe('A kept file that goes along; the text is its caption. An audio file takes no text.'),
  flowId: resourceId.nullable().default(null).describe('A published flow that starts instead of a message.'),
  audience: Audience,
  pace: Pace.prefault({}),
  startAt: moment
    .nullable()
    .default(null)
    .describe('When it starts by itself once it is planned; null: at once.'),
}

const counts = z.object({
  total: z.int(),
  leftOut: z.int(),
  waiting: z.int().describe('Their turn has not come.'),
  queued: z.int().describe('On their way.'),
  sent: z.int(),
  delivered: z.int(),
  read: z.int(),
  answered: z.int(),
  failed: z.int(),
  optedOut: z.int(),
})

const Campaign = z.object({
  id: z.string(),
  clientId: z.string(),
  name: z.string(),
  state: z.enum(CAMPAIGN_STATES),
  text: z.string(),
  file: z
    .object({ assetId: z.string(), mimetype: z.string(), fileName: z.string().nullable(), url: z.string() })
    .nullable(),
  flowId: z.string().nullable(),
  audience: Audience,
  pace: z.object({ atOnce: z.int(), perMinute: z.int() }),
  startAt: timestamp.nullable(),
  pausedBecause: z
    .enum(PAUSE_REASONS)
    .nullable()
    .describe(
      'Why it is paused: somebody did it; it could not go on for an hour; its flow cannot start any more; its file was deleted; its audience cannot be read any more.',
    ),
  isWaiting: z.boolean().describe('It runs, and waits for the client to be connected.'),
  startedAt: timestamp.nullable(),
  endedAt: timestamp.nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
  counts: counts.describe(
    'Of the people as they were chosen when it started; those who were left out are in `leftOut` alone.',
  ),
})

/** Without its audience, which may hold thousands of people, and its text. */
const ListedCampaign = Campaign.omit({ audience: true, text: true })

const Person = z.object({
  jid: z.string().describe('Address of the conversation.'),
  name: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  state: z.enum(PERSON_STATES),
  reason: z.string().nullable().describe('Why they were left out, or the code of what failed.'),
  failure: Coded.nullable().describe('Of what failed.'),
  messageId: z.string().nullable(),
  flowStateId: z.string().nullable(),
  sentAt: timestamp.nullable(),
  deliveredAt: timestamp.nullable(),
  readAt: timestamp.nullable(),
  answeredAt: timestamp.nullable(),
  optedOutAt: timestamp.nullable(),
})

const Preview = z.object({
  total: z.int().describe('Whom it would reach.'),
  leftOut: z.array(z.object({ reason: z.enum(LEFT_OUT_REASONS), count: z.int() })),
  strangers: z.int().describe('Of them, those with whom there was no conversation before.'),
  sample: z
    .array(
      z.object({
        jid: z.string(),
        name: z.string().nullable(),
        phoneNumber: z.string().nullable(),
        text: z.string().describe('The message as they get it.'),
        missing: z.array(z.string()).describe('Variables that stand for nothing there.'),
      }),
    )
    .describe('The first of them.'),
  leftOutSample: z.array(
    z.object({ given: z.string(), name: z.string().nullable(), reason: z.enum(LEFT_OUT_REASONS) }),
  ),
  withMissing: z.int().describe('How many get the message with something missing in it.'),
  minutes: z.number().describe('How long it takes at this pace.'),
  limits: z.object({
    restrictedUntil: timestamp
      .nullable()
      .describe('Until then WhatsApp lets the number write to nobody it has no conversation with.'),
    newChatsLeft: z
      .int()
      .nullable()
      .describe(
        'How many conversations the number may still begin in this period; null: WhatsApp set no limit.',
      ),
    isConnected: z.boolean(),
  }),
})

const one = { clientId, id: resourceId }
const reach = { ids: { clientId: 'client' } } as const
const hasOneContent = ({
  text,
  assetId,
  flowId,
}: {
  text: string
  assetId: string | null
  flowId: string | null
}) => flowId === null || (text.trim() === '' && assetId === null)

const contentProblem = { path: ['flowId'], error: problemText('MESSAGE_OR_FLOW') }

const move = (name: 'start' | 'pause' | 'resume' | 'cancel', summary: string, description: string) =>
  defineOperation({
    ...{ name: `campaigns.${name}` as const, summary, description, scope: 'campaigns:write' as const, reach },
    ...{ effect: 'writes' as const, audited: true, extension: true as const },
    input: z.strictObject(one),
    output: Campaign,
  })

/** Messages, or starts of a flow, for a chosen audience at a pace. */
export const campaigns = {
  list: defineOperation({
    name: 'campaigns.list',
    summary: 'List campaigns, the newest first',
    description: 'At most 200, without their audiences and texts; `campaigns.get` has those of each.',
    scope: 'campaigns:read',
    reach: { ids: { clientId: 'client' }, lists: 'clientId' },
    effect: 'reads',
    extension: true,
    input: z.strictObject({ clientId: clientId.optional() }),
    output: z.array(ListedCampaign),
  }),
  get: defineOperation({
    name: 'campaigns.get',
    summary: 'Get a campaign with how far it has come',
    scope: 'campaigns:read',
    reach,
    effect: 'reads',
    extension: true,
    input: z.strictObject(one),
    output: Campaign,
  }),
  people: defineOperation({
    name: 'campaigns.people',
    summary: 'List the people of a campaign with what became of each',
    description:
      'In the order in which they have their turn; nobody is chosen before it started. Needs `contacts:read` beside `campaigns:read`, and `flows:read` where the audience is a table.',
    scope: 'campaigns:read',
    reach,
    effect: 'reads',
    extension: true,
    input: z.strictObject({
      ...one,
      state: z.enum(PERSON_STATES).optional(),
      offset: z.int().min(0).max(MOST_PEOPLE).default(0),
      limit: z.int().min(1).max(1_000).default(100),
    }),
    output: z.object({ people: z.array(Person), total: z.int() }),
  }),
  preview: defineOperation({
    name: 'campaigns.preview',
    summary: 'See whom a campaign would reach, who is left out and why, and what WhatsApp allows',
    description:
      'Needs `contacts:read` beside `campaigns:read`, and `flows:read` where the audience is a table.',
    scope: 'campaigns:read',
    reach,
    effect: 'reads',
    extension: true,
    input: z.strictObject({ clientId, text: shape.text, audience: Audience, pace: shape.pace }),
    output: Preview,
  }),
  create: defineOperation({
    name: 'campaigns.create',
    summary: 'Write a campaign as a draft',
    description: 'It reaches nobody until it is started.',
    scope: 'campaigns:write',
    reach,
    effect: 'writes',
    audited: true,
    extension: true,
    input: z.strictObject({ clientId, ...shape }).refine(hasOneContent, contentProblem),
    output: Campaign,
  }),
  update: defineOperation({
    name: 'campaigns.update',
    summary: 'Change a campaign that has not started',
    description: 'All of it is given anew.',
    scope: 'campaigns:write',
    reach,
    effect: 'writes',
    audited: true,
    extension: true,
    input: z.strictObject({ ...one, ...shape }).refine(hasOneContent, contentProblem),
    output: Campaign,
  }),
  delete: defineOperation({
    name: 'campaigns.delete',
    summary: 'Delete a campaign that is not under way, with its figures',
    scope: 'campaigns:write',
    reach,
    effect: 'destroys',
    audited: true,
    extension: true,
    input: z.strictObject(one),
    output: z.object({ success: z.boolean() }),
  }),
  duplicate: defineOperation({
    name: 'campaigns.duplicate',
    summary: 'Copy a campaign into a new draft',
    scope: 'campaigns:write',
    reach,
    effect: 'writes',
    audited: true,
    extension: true,
    input: z.strictObject({ ...one, name: shape.name }),
    output: Campaign,
  }),
  start: move(
    'start',
    'Start a campaign, or plan it for its time',
    'Its audience is chosen when it begins and does not change from then on. Each person is taken once, also over restarts.',
  ),
  pause: move('pause', 'Pause a campaign that runs', 'What is on its way already goes out.'),
  resume: move('resume', 'Let a paused campaign go on', 'It goes on with the next person.'),
  cancel: move(
    'cancel',
    'End a campaign before all had their turn',
    'Messages that were not tried yet are withdrawn. One that was only planned is a draft again.',
  ),
  optOuts: {
    list: defineOperation({
      name: 'campaigns.optOuts.list',
      summary: 'List contacts that get no campaigns of a client',
      description:
        'The newest first. Names are told, and looked for, only with `contacts:read` beside `campaigns:read`.',
      scope: 'campaigns:read',
      reach,
      effect: 'reads',
      extension: true,
      input: z.strictObject({
        clientId,
        search: z.string().trim().max(100).optional().describe('A part of their name or number.'),
        offset: z.int().min(0).max(1_000_000).default(0),
        limit: z.int().min(1).max(1_000).default(1_000),
      }),
      output: z.array(
        z.object({
          jid: z.string(),
          name: z.string().nullable(),
          phoneNumber: z.string().nullable(),
          createdAt: timestamp,
          by: z
            .object({
              kind: z.enum(['contact', 'person', 'key']).describe('`contact`: by their own word.'),
              name: z.string().nullable().describe('Of the person or the key; null when it is gone.'),
            })
            .nullable()
            .describe('Who noted it; null where that was not kept.'),
          campaign: z
            .object({ id: z.string(), name: z.string() })
            .nullable()
            .describe('The campaign after which they said so.'),
        }),
      ),
    }),
    set: defineOperation({
      name: 'campaigns.optOuts.set',
      summary: 'Note that a contact wants no campaigns, or wants them again',
      description:
        'A contact that answers a campaign with a word such as STOP, SAIR or BAJA is noted by itself.',
      scope: 'campaigns:write',
      reach,
      effect: 'writes',
      audited: true,
      extension: true,
      input: z.strictObject({ clientId, contactJid: recipient, value: z.boolean() }),
      output: z.object({ success: z.boolean() }),
    }),
  },
}
