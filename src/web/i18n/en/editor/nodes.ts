interface NodeText {
  name: string
  /** One line that says what the node is for. */
  hint: string
}

const types: Record<string, NodeText> = {
  'trigger.keyword': { name: 'Keyword', hint: 'Starts when a message is, or contains, certain words' },
  'trigger.any_message': { name: 'Any message', hint: 'Starts with any message no keyword took' },
  'trigger.main_menu': { name: 'Main menu', hint: 'The menu people reach from anywhere' },
  'trigger.api': { name: 'Started by API', hint: 'Another system or flow starts it, with inputs' },
  'trigger.schedule': { name: 'Schedule', hint: 'Starts at set times for an audience' },
  'trigger.webhook': { name: 'Call from outside', hint: 'Another system calls an address and starts it' },
  'trigger.group': { name: 'Group', hint: 'Somebody joins, leaves or asks to join a group' },
  'trigger.call': { name: 'Call', hint: 'Somebody calls, or nobody took the call' },
  'wait.webhook': { name: 'Wait for a call', hint: 'Until another system calls an address of this run' },
  'send.text': { name: 'Send text', hint: 'Sends one text message' },
  'send.media': { name: 'Send file', hint: 'Image, video, audio, voice note, document or sticker' },
  'send.location': { name: 'Send place', hint: 'A place on the map' },
  'send.contact': { name: 'Send contact', hint: 'One or more contact cards' },
  'send.poll': { name: 'Send poll', hint: 'A poll people can vote in' },
  ask: { name: 'Ask', hint: 'Asks, checks the answer and keeps it' },
  menu: { name: 'Menu', hint: 'Offers options and follows the one chosen' },
  'menu.list': { name: 'Menu of a list', hint: 'Offers the items of a list, in pages, one or several' },
  condition: { name: 'Condition', hint: 'Follows the first case that holds' },
  set: { name: 'Set variables', hint: 'Sets, counts or collects values' },
  each: { name: 'For each', hint: 'Goes through a list, item by item' },
  http: { name: 'HTTP request', hint: 'Calls another system and reads its answer' },
  email: { name: 'Send e-mail', hint: 'Sends an e-mail by your mail server' },
  delay: { name: 'Wait', hint: 'For a time, until a moment, or until you open' },
  business_hours: { name: 'Business hours', hint: 'One way while open, another while closed' },
  split: { name: 'Random split', hint: 'Divides people over several ways' },
  goto: { name: 'Go to', hint: 'Continues at another node' },
  subflow: { name: 'Run a flow', hint: 'Runs another flow and comes back' },
  switch_flow: { name: 'Switch flow', hint: 'Goes over to another flow' },
  handoff: { name: 'Hand off', hint: 'Gives the chat to a person' },
  'contact.tag': { name: 'Tag contact', hint: 'Adds and removes tags' },
  'contact.flag': { name: 'Mark contact', hint: 'Favourite, or never answered again' },
  code: { name: 'Script', hint: 'A little JavaScript for what has no node' },
  table: { name: 'Table', hint: 'Finds, books, changes or counts rows of a table' },
  ai: { name: 'Ask a model', hint: 'A language model replies, extracts or sorts' },
  goal: { name: 'Goal', hint: 'Counts who came this far' },
  'group.members': { name: 'Group members', hint: 'Adds, removes, lets in, makes admins' },
  'group.send': { name: 'Message to a group', hint: 'Writes to a group from any chat' },
  'group.invite': { name: 'Invite link', hint: 'Keeps the link of a group as a variable' },
  'channel.post': { name: 'Post in a channel', hint: 'A text or a file, for all who follow it' },
  'status.post': { name: 'Post a status', hint: 'A text or a file, for contacts, for a day' },
  'webhook.emit': { name: 'Tell webhooks', hint: 'Sends an event to your systems' },
  'chat.action': { name: 'Chat action', hint: 'Read, typing, reaction, archive, label' },
  'chat.label': { name: 'Label conversation', hint: 'Puts labels of the team on the conversation' },
  end: { name: 'End', hint: 'Ends the run, with a last text' },
  note: { name: 'Note', hint: 'A remark for those who edit' },
}

const groups: Record<string, string> = {
  trigger: 'Triggers',
  message: 'Messages',
  input: 'Questions',
  logic: 'Logic',
  flow: 'Course',
  action: 'Actions',
  note: 'Remarks',
}

/** Exits by id; those people name themselves are not here. */
const exits: Record<string, string> = {
  received: 'received',
  out: 'next',
  failed: 'failed',
  reply: 'answer',
  invalid: 'not understood',
  timeout: 'no answer',
  else: 'otherwise',
  chosen: 'chosen',
  empty: 'empty list',
  each: 'each item',
  ok: 'success',
  sent: 'sent',
  error: 'error',
  open: 'open',
  closed: 'closed',
  taken: 'taken',
  short: 'not enough',
  done: 'done',
  resumed: 'resumed',
  handoff: 'a person',
  declined: 'declined',
  undecided: 'nobody decided',
}

/** What a node that is added says by itself, by type. */
const firstTexts: Record<string, string> = {
  handoff: 'One moment please, a person takes over from here.',
}

export const nodes = {
  types,
  firstTexts,
  groups,
  exits,
  unknown: (type: string) => `Unknown (${type})`,
  unknownHint: 'This version of Parley does not know this node.',
}
