import { z } from 'zod'
import { CAMPAIGN_STATES, PAUSE_REASONS } from '../../core/campaigns/campaign.ts'
import { CALL_STATES } from '../../core/conversation/call.ts'
import { ENTRY_KINDS } from '../../core/conversation/conversation-entry.ts'
import { CHANNEL_REACTIONS, CHANNEL_ROLES, ReactionCount } from '../clients/channel-fields.ts'
import { KnownPrivacy } from '../clients/profile.ts'
import { CONVERSATION_STATES } from '../conversations/conversation-states.ts'
import { GroupSettings } from '../conversations/groups.ts'
import { Coded, type EVENT_NAMES, MESSAGE_STATUSES, RUN_STATES, WORKER_STATUSES } from '../resources.ts'

export type EventName = (typeof EVENT_NAMES)[number]

const message = {
  jid: z.string().describe('Full address of the conversation.'),
  id: z.string().describe('Message id.'),
  fromMe: z.boolean(),
  participant: z.string().nullable().describe('Who wrote it, in a group.'),
}
const status = z.enum(MESSAGE_STATUSES)

const Stored = z.object({
  ...message,
  timestamp: z.number().describe('Whole seconds since 1970.'),
  type: z.string().describe('As of a message in `chat.getConversationMessages`.'),
  text: z.string().nullable(),
  status,
  pushName: z.string().nullable().describe('The name the writer chose.'),
  quotedId: z.string().nullable(),
  origin: z.string().describe('Where it came from; of sent ones api, flow or phone.'),
})

const inGroup = {
  jid: z.string().describe('Address of the group.'),
  by: z.string().nullable().describe('Who did it; null when the network does not say.'),
  timestamp: z.number().describe('Whole seconds since 1970.'),
}

const call = {
  callId: z.string().describe('The network’s own id of the call.'),
  jid: z.string().describe('Address of the conversation: the group, or who calls.'),
  callerJid: z.string(),
  isVideo: z.boolean(),
  state: z.enum(CALL_STATES),
  timestamp: z.number().describe('Whole seconds since 1970.'),
}

const inChannel = {
  jid: z.string().describe('Address of the channel.'),
  timestamp: z.number().describe('Whole seconds since 1970.'),
}
const statusKey = {
  id: z.string().describe('Id of the status.'),
  fromMe: z.boolean(),
  participant: z.string().nullable().describe('Who posted it; null: the account.'),
}
const StoredStatus = z.object({
  ...statusKey,
  timestamp: z.number().describe('Whole seconds since 1970; it is shown for 24 hours.'),
  type: z.string(),
  text: z.string().nullable(),
  pushName: z.string().nullable().describe('The name the writer chose.'),
  origin: z.string().describe('Of the account’s own api or phone.'),
})

const of = z.object({
  jid: z.string().describe('Full address.'),
})

/** What the event log keeps of each kind of event, as webhooks post it and `events.list` answers it in `data`. */
export const EVENT_DATA = {
  'message.received': Stored.describe('Somebody wrote. What comes with the history is no event.'),
  'message.sent': Stored.describe('The network took a message of the account, whoever wrote it.'),
  'message.status': z
    .object({
      ...{ ...message, status },
      error: z.string().nullable(),
      failure: Coded.nullable().describe('Of `error`, as a code with what varies.'),
    })
    .describe('A message got further, or could not be sent.'),
  'message.reaction': z
    .object({ ...message, by: z.string(), reaction: z.string() })
    .describe('Somebody reacted to a message; an empty reaction was taken back.'),
  'message.vote': z
    .object({ ...message, by: z.string(), options: z.array(z.string()) })
    .describe('Somebody voted in a poll or answered an event; no options were taken back.'),
  'message.edited': z
    .object({ ...message, text: z.string().nullable() })
    .describe('The text of a message is another one.'),
  'message.deleted': z.object(message).describe('A message was taken back for everybody.'),
  'message.starred': z
    .object({ ...message, starred: z.boolean() })
    .describe('A message was starred on one of the account’s devices, or no longer is.'),
  'client.status': z
    .object({
      status: z.enum(WORKER_STATUSES),
      code: z.string(),
      detail: z.string().nullable(),
      cause: Coded.nullable().describe('Of `detail`, as a code with what varies.'),
      rawCode: z.int().nullable().describe('The network’s own number for it.'),
    })
    .describe('The live state of a client changed.'),
  'client.qr': z.object({ qr: z.string() }).describe('There is a string to pair the client with.'),
  'contact.updated': z
    .union([
      of.extend({
        lid: z.string().nullable(),
        phoneNumber: z.string().nullable(),
        name: z.string().nullable(),
        notify: z.string().nullable(),
        username: z.string().nullable(),
      }),
      of.extend({
        blacklist: z.boolean(),
        favourite: z.boolean(),
        tags: z.array(z.string()),
        handoffUntil: z.string().nullable(),
      }),
      of.extend({
        state: z.enum(CONVERSATION_STATES).describe('How far people are with the conversation.'),
        snoozedUntil: z.string().nullable(),
        assignedTo: z.string().nullable().describe('Id of a member of the workspace.'),
        departmentId: z.string().nullable().optional(),
      }),
      of.extend({ isBlocked: z.boolean().describe('On the network.') }),
      of.extend({
        picture: z
          .enum(['changed', 'removed'])
          .describe('What became of theirs on the network; contacts.profilePicture has it.'),
      }),
      of.extend({
        labels: z
          .array(z.object({ id: z.string(), name: z.string() }))
          .describe('All that the conversation has from now on.'),
      }),
    ])
    .describe(
      'Who a contact is changed, what was noted of them, how far people are with the conversation, its labels, or their picture.',
    ),
  'chat.updated': z
    .object({
      ...of.shape,
      timestamp: z.number().describe('When it was read, in whole seconds since 1970.'),
      change: z
        .enum(['archived', 'pinned', 'muted', 'unread', 'cleared', 'deleted', 'deleted_here'])
        .describe(
          'Which of these is another, or that its messages or the chat itself were removed from the devices; `deleted_here`: from Parley, after that.',
        ),
      archived: z.boolean().optional(),
      pinned: z.boolean().optional(),
      mutedUntil: z.string().nullable().optional().describe('ISO 8601, UTC, or `always`; null: no longer.'),
      unread: z.boolean().optional(),
      keptStarred: z.boolean().optional().describe('What is starred stayed.'),
      upTo: z
        .number()
        .optional()
        .describe(
          'Of `deleted_here`: the time of the newest message that may be gone, in whole seconds since 1970.',
        ),
    })
    .describe(
      'What WhatsApp keeps of a chat on the account’s devices changed, by any of them, or its messages were deleted here too.',
    ),
  'whatsapp.label': z
    .object({
      labelId: z.string(),
      name: z.string(),
      colour: z.int().describe('Place in WhatsApp’s palette.'),
      isActive: z.boolean(),
      deleted: z.boolean(),
    })
    .describe('A label that WhatsApp keeps for the account is new, another, or deleted.'),
  'whatsapp.labelled': z
    .object({
      ...of.shape,
      messageId: z.string().nullable().describe('Null: the chat itself.'),
      labelId: z.string(),
      name: z.string().nullable().describe('Null: nobody has told of this label yet.'),
      labelled: z.boolean().describe('False: it was taken off.'),
    })
    .describe(
      'A label of WhatsApp was put on a chat or a message on any of the account’s devices, or taken off.',
    ),
  'chat.history': z
    .object({
      ...of.shape,
      requestId: z.string(),
      state: z.enum(['done', 'failed']).describe('`failed`: the phone did not answer in time.'),
      received: z.int().nullable().describe('How many messages it gave.'),
      isAll: z.boolean().nullable().describe('It has no older ones.'),
    })
    .describe('What became of `chat.fetchHistory`.'),
  'group.members': z
    .object({
      ...inGroup,
      change: z
        .enum(['added', 'joined', 'removed', 'left', 'promoted', 'demoted'])
        .describe('`joined` by an invitation, `left` by themselves.'),
      members: z.array(z.string()).describe('Addresses of those it is about; the account may be one.'),
    })
    .describe('Who is in a group, or what they are in it, changed.'),
  'group.updated': z
    .object({
      ...inGroup,
      change: z
        .enum(['created', 'subject', 'description', 'picture', 'settings', 'invite', 'deleted'])
        .describe('`created`: the group is new to the account. `invite`: there is another invite link.'),
      subject: z.string().optional(),
      size: z.int().optional().describe('Of `created`: how many members there are.'),
      description: z.string().nullable().optional().describe('Null when it was taken away.'),
      isRemoved: z.boolean().optional().describe('Of `picture`.'),
      settings: GroupSettings.partial().optional().describe('Those that changed.'),
    })
    .describe('A group, what it says of itself or its settings changed.'),
  'group.requests': z
    .object({
      ...inGroup,
      change: z.enum(['asked', 'withdrawn', 'rejected']),
      people: z.array(z.string()).describe('Addresses of those who want to join, or not any more.'),
    })
    .describe('Somebody asks to join a group, or does no longer. Only admins are told.'),
  'call.received': z.object(call).describe('Somebody calls the account. The state is `ringing`.'),
  'call.ended': z
    .object(call)
    .describe('A call is over: it was answered on the phone, refused, or nobody took it.'),
  'status.posted': StoredStatus.describe('The network took a status of the account, whoever posted it.'),
  'status.failed': z
    .object({ ...statusKey, error: z.string().nullable(), failure: Coded.nullable() })
    .describe('A status was certainly not posted, or nobody knows whether it was.'),
  'status.received': StoredStatus.describe('A contact posted a status.'),
  'status.seen': z
    .object({ ...statusKey, by: z.string(), timestamp: z.number().describe('Whole seconds since 1970.') })
    .describe('Somebody saw a status of the account.'),
  'status.reaction': z
    .object({ ...statusKey, by: z.string(), reaction: z.string() })
    .describe('Somebody liked a status; an empty reaction was taken back.'),
  'status.deleted': z.object(statusKey).describe('A status was taken back by who posted it.'),
  'profile.updated': z
    .object({
      timestamp: z.number().describe('Whole seconds since 1970.'),
      change: z.enum(['name', 'about', 'picture', 'privacy']),
      name: z.string().optional(),
      about: z.string().nullable().optional().describe('Null when it was taken away.'),
      privacy: KnownPrivacy.partial().optional().describe('The settings that changed.'),
    })
    .describe('The profile or the privacy of an account was changed at its phone or another of its devices.'),
  'channel.post': z
    .object({
      ...inChannel,
      change: z.enum(['posted', 'edited', 'deleted']),
      id: z.string(),
      serverId: z.int().describe('The channel’s own number of the post.'),
      type: z.string().optional().describe('As of `channels.listPosts`; not of what was deleted.'),
      text: z.string().nullable().optional(),
      file: z
        .object({
          mimetype: z.string(),
          fileName: z.string().nullable(),
          sizeBytes: z.int().nullable(),
        })
        .nullable()
        .optional(),
      isOwn: z.boolean().optional().describe('Of `posted`: the account wrote it, on another of its devices.'),
    })
    .describe(
      'Somebody posted in a channel that the client follows or has, changed a post or took it back. What the client posts itself is none.',
    ),
  'channel.counts': z
    .object({
      ...inChannel,
      serverId: z.int(),
      views: z.int().optional(),
      reactions: z.array(ReactionCount).optional().describe('All there are now.'),
    })
    .describe('Views or reactions of a post are others, in a channel on which `channels.watch` was called.'),
  'channel.updated': z
    .object({
      ...inChannel,
      change: z.enum(['followed', 'unfollowed', 'muted', 'unmuted', 'role', 'info', 'state', 'milestone']),
      name: z.string().optional().describe('Of `followed` and `info`.'),
      description: z.string().nullable().optional().describe('Of `info`.'),
      reactions: z.enum(CHANNEL_REACTIONS).optional().describe('Of `info`.'),
      person: z.string().nullable().optional().describe('Of `role`: who it is about.'),
      role: z.enum(CHANNEL_ROLES).optional().describe('Of `role`: what they are from now on.'),
      by: z.string().nullable().optional().describe('Of `role`.'),
      state: z.enum(['active', 'suspended', 'geosuspended', 'deleted']).optional().describe('Of `state`.'),
      milestone: z
        .enum(['follows', 'forwards', 'reactions', 'responses', 'votes'])
        .optional()
        .describe('Of `milestone`: what there is so much of now. Only admins are told.'),
      value: z.int().optional().describe('Of `milestone`: how many.'),
      serverId: z.int().nullable().optional().describe('Of `milestone`: of which post.'),
    })
    .describe(
      'The account followed a channel, left or muted it at its phone or another device, or what the channel is changed. Of single followers the network tells nobody.',
    ),
  'conversation.entry': z
    .object({
      ...of.shape,
      entryId: z.string(),
      kind: z.enum(ENTRY_KINDS),
      change: z.enum(['added', 'edited', 'deleted']).describe('Only notes are edited or deleted.'),
    })
    .describe(
      'Something was done with a conversation, or the team noted something; `chat.listEntries` has all of it.',
    ),
  'flow.state.changed': z
    .object({
      flowStateId: z.string(),
      flowId: z.string(),
      contactJid: z.string(),
      state: z.enum([...RUN_STATES, 'removed']).describe('`removed` when the run was deleted.'),
      currentNodeId: z.string().nullable(),
      error: z.string().nullable(),
    })
    .describe('A run of a flow began, moved on or ended.'),
  'flow.event': z
    .object({
      event: z.string().describe('The name the flow gives it.'),
      payload: z.unknown().describe('What the flow tells.'),
      flowId: z.string(),
      flowStateId: z.string(),
      contactJid: z.string(),
      nodeId: z.string().nullable(),
    })
    .describe('A flow told something.'),
  'campaign.updated': z
    .object({
      campaignId: z.string(),
      name: z.string(),
      state: z.enum(CAMPAIGN_STATES),
      change: z
        .enum(['planned', 'withdrawn', 'started', 'paused', 'resumed', 'finished', 'cancelled'])
        .describe(
          '`withdrawn`: what was planned is a draft again. `finished`: everybody had their turn; what became of their messages goes on, and `campaigns.get` has it.',
        ),
      pausedBecause: z.enum(PAUSE_REASONS).nullable().describe('As of `campaigns.get`.'),
    })
    .describe('A campaign is planned, begins, stops or ends, by a person or by itself.'),
  'workspace.updated': z
    .object({
      part: z
        .enum(['departments', 'labels', 'replies', 'members'])
        .describe('Which of its lists is another; members also when one is away or has another role.'),
    })
    .describe('What all people of a workspace share was changed. It is of no client.'),
  'proxy.failed': z
    .union([
      z.object({
        proxyId: z.string(),
        host: z.string(),
        port: z.int(),
        fault: z.string(),
        reason: z.string().nullable(),
        clientIds: z.array(z.string()),
      }),
      z.object({ proxyId: z.string(), fault: z.string(), movedTo: z.string().nullable() }),
    ])
    .describe('A proxy of the pool failed: the first form is for admins, the second for owners of clients.'),
  'connection.failed': z
    .object({
      name: z.string().describe('The secret that flows name.'),
      state: z.enum(['refused', 'ended']).describe('`ended`: somebody has to connect it again.'),
      error: z.string().nullable().describe('The code that the other system gave.'),
    })
    .describe('No token can be had for a connection until somebody looks at it.'),
} as const satisfies Record<EventName, z.ZodType>
