import type { Contract } from '../../contract/index.ts'

/** What each group of operations is for, in the order of the contract; the reference page shows it above the group. */
const TAGS: Readonly<Record<keyof Contract, string>> = {
  chat: 'Messages and conversations: sending, changing, reading and finding them.',
  contacts: 'The people and groups a client knows, and whether a number is on the network.',
  channels: 'Channels that clients follow or own: their posts, reactions and followers.',
  profile: 'Name, picture and privacy of the accounts of clients.',
  groups: 'Groups of clients: their members, settings, invite links and who wants to join.',
  calls: 'Calls to the accounts of clients: what came, and what is done with them.',
  presence: 'Which contacts of clients are online, type or record, by subscription.',
  status: 'Statuses: what accounts show their contacts for a day, who saw it, and what contacts show.',
  replies: 'Canned replies: texts and files that people send again and again.',
  departments:
    'People of a workspace who get conversations together, and the rule by which one of them gets each.',
  labels: 'Labels that a workspace tells its conversations apart by.',
  whatsappLabels: 'Labels that WhatsApp itself keeps for the accounts of clients, and what has them.',
  campaigns: 'Messages, or starts of a flow, for a chosen audience at a pace, and what became of each.',
  server: 'The service itself, and the pairing string of a client.',
  worker: 'The connections of clients: starting, stopping and their state.',
  flows: 'Automations, their versions and test cases, and the flow states of contacts in them.',
  clients: 'The messaging accounts of the caller, with their settings.',
  proxy: 'Filling the pool of proxies.',
  proxies: 'How the proxies of the pool do.',
  workspaces: 'What clients, flows and the rest belong to, and who is in it as what.',
  keys: 'API keys and what they are limited to.',
  secrets: 'Values that flows use and nobody reads back.',
  tables: 'Small tables that people keep for their flows, such as stock and bookings, and their rows.',
  models: 'Language models that flows ask, with their limits and what they took.',
  approvals: 'What models wrote and a person has to approve before it is sent.',
  evaluations:
    'Saved conversations played with a draft or a version, and how the answers of models did in them.',
  knowledge: 'Documents and web pages that are searched for answers.',
  assets: 'Files that flows send.',
  events: 'What happened, in order.',
  webhooks: 'Addresses that are told of events, and what became of each delivery.',
  sandbox: 'Simulated phones and contacts of clients on the sandbox network.',
  users: 'The people of this service.',
  invitations: 'People who may make their own account, by a link.',
  sessions: 'Where the caller is signed in.',
  notifications: 'What people are told of, and the devices that get pushes.',
  audit: 'Who changed what.',
}

/** The groups as the document lists them. */
export function describeTags(): { name: string; description: string }[] {
  return Object.entries(TAGS).map(([name, description]) => ({ name, description }))
}
