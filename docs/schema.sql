-- The present schema of the public tables, to be read: what the migrations in src/db/migrations make, in one piece and with
-- what each thing means. Nothing runs this file but test/db/upgrade.db.test.ts, which holds it to the migrations: both must
-- make the same schema. A change is a new migration and the same change here. The job queue's tables are its own.

-- People. The shape is the sign-in library's; `role` and `plan` are never settable by the person.
create table "user" (
  id text primary key,
  name text not null,
  email text not null,
  email_verified boolean not null default false,
  image text,
  role text not null default 'user',
  plan text not null default 'free',
  banned boolean not null default false,
  ban_reason text,
  ban_expires timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint user_email_unique unique (email)
);

-- Whose everything is: clients, flows, secrets and the rest have the id of a workspace in `user_id`. The first workspace of a
-- person has the id of their account.
create table workspace (
  id text primary key,
  name text not null,
  -- Changed with that of its owner.
  plan text not null default 'free',
  created_at timestamptz not null default now()
);

-- Who may work in a workspace, and as what: owner, admin, agent or viewer. It always has one owner.
create table workspace_member (
  workspace_id text not null references workspace on delete cascade,
  user_id text not null references "user" on delete cascade,
  role text not null,
  -- The only clients this person sees; null is all of the workspace.
  client_ids uuid[],
  created_at timestamptz not null default now(),
  -- Since when rules of departments pass this person over; null: they do not.
  away_since timestamptz,
  constraint workspace_member_pk primary key (workspace_id, user_id)
);
create index workspace_member_by_user on workspace_member (user_id, created_at);
create unique index workspace_owner on workspace_member (workspace_id) where role = 'owner';

-- Somebody who was invited into a workspace and has not come yet; gone once they came. Only the hash of what the link carries is
-- kept.
create table workspace_invitation (
  id uuid primary key,
  workspace_id text not null references workspace on delete cascade,
  email text not null,
  role text not null,
  client_ids uuid[],
  token_hash bytea not null,
  -- It ends with the rights of who made it.
  invited_by text not null references "user" on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint workspace_invitation_email_unique unique (workspace_id, email),
  constraint workspace_invitation_token_hash_unique unique (token_hash)
);

create table session (
  id text primary key,
  expires_at timestamptz not null,
  token text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  ip_address text,
  user_agent text,
  impersonated_by text,
  user_id text not null references "user" on delete cascade,
  -- The workspace it works in; null is the person's first one.
  workspace_id text references workspace on delete set null,
  constraint session_token_unique unique (token)
);
create index session_by_user on session (user_id);
create index session_by_workspace on session (workspace_id) where workspace_id is not null;

create table account (
  id text primary key,
  account_id text not null,
  provider_id text not null,
  user_id text not null references "user" on delete cascade,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index account_by_user on account (user_id);

create table verification (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Somebody who was invited and has not come yet; gone once they came. Only the hash of what the link carries is kept.
create table invitation (
  id uuid primary key,
  email text not null,
  role text not null,
  plan text not null,
  token_hash bytea not null,
  -- It ends with the rights of who made it.
  invited_by text not null references "user" on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint invitation_email_unique unique (email),
  constraint invitation_token_hash_unique unique (token_hash)
);

-- One row ever: the account that claimed the fresh installation and became its admin.
create table bootstrap (
  id integer primary key,
  user_id text,
  claimed_at timestamptz not null default now()
);

-- Keys for machines. Only the hash of a key is kept, with what people need to recognise it.
create table api_key (
  id uuid primary key,
  user_id text not null references "user" on delete cascade,
  name text not null,
  hash bytea not null,
  prefix text not null,
  last_four text not null,
  revoked_at timestamptz,
  -- From then on it opens nothing; null is never.
  expires_at timestamptz,
  -- What it may do; null is all its owner may.
  scopes text[],
  -- The only clients it works on; null is all of its owner.
  client_ids uuid[],
  created_at timestamptz not null default now(),
  -- The workspace it works in; null is that with the id of its user.
  workspace_id text references workspace on delete cascade,
  constraint api_key_hash_unique unique (hash)
);
create index api_key_by_user on api_key (user_id);
create index api_key_by_workspace on api_key (workspace_id) where workspace_id is not null;

-- Calls of a key within one clock hour (UTC). `used` never exceeds `quota`, the owner's limit at the last call; `granted` is
-- how many of the last batch of calls were let through.
create table key_usage (
  key_id uuid not null references api_key on delete cascade,
  window_start timestamptz not null,
  used integer not null,
  quota integer not null,
  granted integer not null,
  last_used_at timestamptz not null default now(),
  constraint key_usage_key_id_window_start_pk primary key (key_id, window_start)
);

-- Secrets of the service itself, drawn or derived once and the same in every process; sealed under the master key.
create table service_secret (
  name text primary key,
  sealed text not null,
  created_at timestamptz not null default now()
);

-- A messaging account owned by a user (interface: Client). `live_status` is what the dashboard and worker.status show.
create table client (
  id uuid primary key,
  user_id text not null references workspace on delete cascade,
  -- Who made it; null is the person with the id in `user_id`.
  created_by text,
  name text not null,
  network text not null,
  phone_number text,
  address text,
  lid text,
  push_name text,
  last_activity_at timestamptz,
  human_handoff_duration_sec integer not null default 1800,
  main_menu_flow_id uuid,
  worker_desired_state text not null default 'stopped',
  worker_state_updated_at timestamptz,
  live_status text not null default 'stopped',
  live_code text not null default 'STOPPED',
  live_detail text,
  live_since timestamptz not null default now(),
  -- Until when the network keeps the account from writing to strangers.
  reach_out_until timestamptz,
  -- How many chats with strangers the network allows in a period, and has counted; without a level it said nothing.
  new_chats_total integer,
  new_chats_used integer,
  new_chats_level text,
  new_chats_cycle_start timestamptz,
  new_chats_cycle_end timestamptz,
  send_rate_per_second integer not null default 1,
  send_burst integer not null default 5,
  -- never | watching | always: when the account is online by itself, which silences its phone and lets the network tell of contacts.
  online text not null default 'never',
  -- Since when its session may run in another place; no worker takes the client until that is taken back.
  session_exported_at timestamptz,
  -- Names the exported state of the session, in the file too.
  session_export_id uuid,
  -- The exported state this client's session was imported from.
  session_import_id uuid,
  -- Its session is another program's: `pending` until it has logged in here once, `taken` from then on.
  session_moved_in text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index client_by_user on client (user_id, created_at);
-- One exported session runs in one client at most.
create unique index client_by_session_import on client (session_import_id) where session_exported_at is null;

-- Who owns a client's connection. `epoch` grows with every change of owner and fences every credential write.
create table client_lease (
  client_id uuid primary key references client on delete cascade,
  owner text,
  epoch bigint not null default 0,
  expires_at timestamptz not null default now(),
  -- What the client takes in its owner's memory, as the owner estimates it.
  memory_bytes bigint
);

-- One row as long as the server's memory lasts (docs/adr/0010-durable-commits.md). A crash of the server empties a table that is
-- not logged, and a server that takes over for another never had its rows; a stop in order keeps them. Without the row nothing
-- may leave: what was committed and not yet written is lost.
create unlogged table database_life (
  single boolean primary key default true check (single),
  id uuid not null default gen_random_uuid(),
  began_at timestamptz not null default now()
);

-- The connector's credentials of a client, in its own form.
create table credential (
  client_id uuid primary key references client on delete cascade,
  value bytea not null,
  updated_at timestamptz not null default now()
);

-- Signal keys and sessions of a client.
create table credential_key (
  client_id uuid not null references client on delete cascade,
  type text not null,
  id text not null,
  value bytea not null,
  constraint credential_key_client_id_type_id_pk primary key (client_id, type, id)
);

-- Decrypted inbound messages between the ratchet's commit and the commit that stored what they caused.
create table inbound_journal (
  client_id uuid not null references client on delete cascade,
  id text not null,
  seq bigint generated always as identity,
  stanza text not null,
  plaintext bytea not null,
  created_at timestamptz not null default now(),
  constraint inbound_journal_client_id_id_pk primary key (client_id, id)
);

-- What was done with messages that have not come yet, until they come: for 14 days, of the newest 500 of a client the newest 50 changes.
create table early_change (
  client_id uuid not null references client on delete cascade,
  message_id text not null,
  seq bigint generated always as identity,
  -- As the network told it: a NetworkEvent, its bytes in base64.
  change jsonb not null,
  created_at timestamptz not null default now(),
  constraint early_change_client_id_message_id_seq_pk primary key (client_id, message_id, seq)
);
create index early_change_old on early_change (created_at);

-- Why connections ended, newest kept: the reason history of a client.
create table client_state_log (
  id bigint primary key generated always as identity,
  client_id uuid not null references client on delete cascade,
  status text not null,
  code text not null,
  -- The sentence that the interface answers, and its code with what varies; null in rows of before.
  detail text,
  raw_code integer,
  created_at timestamptz not null default now(),
  cause jsonb
);
create index client_state_log_by_client on client_state_log (client_id, id);

-- Answers already given to a send, by the caller's idempotency key; kept 24 h.
create table idempotency_key (
  user_id text not null,
  key text not null,
  operation text not null,
  body_hash bytea not null,
  -- Chosen on the first call, so that a repeat after a crash resends under the same id.
  message_id text not null,
  -- The answer, once there is one.
  response jsonb,
  created_at timestamptz not null default now(),
  constraint idempotency_key_user_id_key_pk primary key (user_id, key)
);
create index idempotency_key_by_age on idempotency_key (created_at);

-- One row per person a client knows. `id` is the canonical address; a person is never two rows.
create table contact (
  client_id uuid not null references client on delete cascade,
  id text not null,
  lid text,
  phone text,
  name text,
  notify text,
  -- The name by which people may be found whose number the network hides, without its @. Whoever gives one up leaves it to others.
  username text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint contact_client_id_id_pk primary key (client_id, id)
);
create unique index contact_by_lid on contact (client_id, lid);
create unique index contact_by_phone on contact (client_id, phone);
create index contact_by_username on contact (client_id, lower(username)) where username is not null;
-- The network names people by a hash of their LID, as its web client makes it.
create index contact_by_lid_hash on contact (client_id, encode(substring(decode(md5(split_part(lid, '@', 1) || 'WA_ADD_NOTIF'), 'hex') from 1 for 3), 'base64'))
  where lid is not null;

-- Every message of a client, both ways. Pages run over `message_page` backwards: (client_id, chat, at_sec, seq); `seq` breaks
-- ties in the order of arrival. Conversations are found by their newest messages over `message_recent`.
create table message (
  seq bigint primary key generated always as identity,
  client_id uuid not null references client on delete cascade,
  -- Canonical address of the conversation.
  chat text not null,
  id text not null,
  from_me boolean not null,
  -- Who wrote it in a group, canonical.
  participant text,
  at_sec bigint not null,
  type text not null,
  text text,
  -- ERROR PENDING SERVER_ACK DELIVERY_ACK READ PLAYED
  status text not null,
  server_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  played_at timestamptz,
  push_name text,
  quoted_id text,
  -- api | flow | phone | contact | history
  origin text not null,
  -- The network's message, for retry receipts, quotes and forwards.
  bytes bytea,
  edited_at timestamptz,
  revoked_at timestamptz,
  -- `{address: emoji}`, last one of each person.
  reactions jsonb,
  -- `{address: [option, …]}`: what each person chose in a poll, or answered to an event.
  votes jsonb,
  error text,
  -- Why it was not sent, or may not have been, as a code with what varies; `error` is the sentence of it. Rows of before have none.
  error_code text,
  error_params jsonb,
  created_at timestamptz not null default now(),
  -- Of what the interface sent: `user:` or `key:` with an id, or `human:` with that of a key by which a person wrote. Null for all else and for what is older.
  sent_by text
);
create unique index message_identity on message (client_id, id, chat, from_me);
create index message_page on message (client_id, chat, at_sec, seq);
-- Counts by whom messages are from need nothing else.
create index message_recent on message (client_id, at_sec, seq) include (origin, type);
create index message_by_person on message (client_id, at_sec) include (type, chat) where sent_by like 'user:%' or sent_by like 'human:%';
create index message_pending on message (client_id) where status = 'PENDING';
-- Only to find what names a person who becomes one with another.
create index message_by_participant on message (client_id, participant) where participant is not null;
create index message_reactors on message using gin (reactions) where reactions is not null;
create index message_voters on message using gin (votes) where votes is not null;

-- People of a workspace who get conversations that are handed over to them together.
create table department (
  id uuid primary key,
  user_id text not null references workspace on delete cascade,
  name text not null,
  -- everyone | round_robin | least_busy
  rule text not null,
  -- {timezone, weekly, closedDates} as flows have them; null: always.
  hours jsonb,
  -- Who gets what comes outside of the hours; null: it waits until they begin.
  otherwise_id uuid references department on delete set null,
  -- The last turn that was given to a member.
  turn bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index department_by_name on department (user_id, lower(name));
create index department_otherwise on department (otherwise_id) where otherwise_id is not null;

-- Who is in a department; gone with their membership of the workspace.
create table department_member (
  department_id uuid not null references department on delete cascade,
  user_id text not null references "user" on delete cascade,
  -- When they got a conversation last, in turns of the department; 0: never.
  turn bigint not null default 0,
  created_at timestamptz not null default now(),
  constraint department_member_pk primary key (department_id, user_id)
);
create index department_member_by_user on department_member (user_id);

-- How far people are with a conversation. There is a row once the contact wrote, or somebody set something; kept by triggers.
create table conversation (
  client_id uuid not null references client on delete cascade,
  -- Canonical.
  chat text not null,
  -- open | waiting | snoozed | resolved. `waiting`: a person is needed, as nobody answers otherwise. What the contact writes opens
  -- what was snoozed or resolved.
  state text not null default 'open',
  -- From then on it waits for a person.
  snoozed_until timestamptz,
  waiting_since timestamptz,
  -- A member of the workspace.
  assigned_to text references "user" on delete set null,
  -- Whose members get it by its rule; null: nobody's.
  department_id uuid references department on delete set null,
  -- Of the contact's newest message, by which lists are in order.
  last_seq bigint not null,
  -- Of the message with which a person ended the last wait.
  answered_seq bigint,
  updated_at timestamptz not null default now(),
  -- It has a label, or had one.
  is_labelled boolean not null default false,
  constraint conversation_client_id_chat_pk primary key (client_id, chat)
);
create index conversation_open on conversation (client_id, last_seq) where state in ('open', 'waiting');
create index conversation_waiting on conversation (client_id, last_seq) where state = 'waiting';
create index conversation_snoozed on conversation (client_id, last_seq) where state = 'snoozed';
create index conversation_resolved on conversation (client_id, last_seq) where state = 'resolved';
create index conversation_waking on conversation (snoozed_until) where state = 'snoozed';
create index conversation_assigned on conversation (assigned_to, last_seq) where assigned_to is not null;
create index conversation_of_department on conversation (department_id, last_seq) where department_id is not null;
create index conversation_unchosen on conversation (department_id, waiting_since)
  where department_id is not null and assigned_to is null and state = 'waiting';

-- What a workspace tells its conversations apart by.
create table label (
  id uuid primary key,
  user_id text not null references workspace on delete cascade,
  name text not null,
  -- One of the names in `src/contract/conversations/label-colours.ts`.
  colour text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index label_by_name on label (user_id, lower(name));

-- Which conversations have a label. State and place are those of the conversation, kept by a trigger, so that an index gives the
-- newest of a label in any state.
create table conversation_label (
  client_id uuid not null,
  chat text not null,
  label_id uuid not null references label on delete cascade,
  state text not null,
  last_seq bigint not null,
  created_at timestamptz not null default now(),
  constraint conversation_label_client_id_chat_label_id_pk primary key (client_id, chat, label_id),
  constraint conversation_label_of_conversation foreign key (client_id, chat) references conversation on delete cascade
);
create index conversation_label_listed on conversation_label (label_id, client_id, state, last_seq);

-- What was done with conversations, by whom, written in the transaction of the act, and what people of the team note there.
create table conversation_entry (
  id uuid not null default gen_random_uuid(),
  client_id uuid not null references client on delete cascade,
  -- Canonical.
  chat text not null,
  -- Of what a conversation's events decide, the moment of the decision.
  at timestamptz not null default clock_timestamp(),
  -- `core/conversation/conversation-entry.ts` has all kinds, with what `facts` holds of each.
  kind text not null,
  -- `user:`, `key:` or `flow:` with an id; phone, contact or system.
  actor text not null,
  facts jsonb not null default '{}',
  -- Of a note, which is never sent.
  text text,
  edited_at timestamptz,
  constraint conversation_entry_pk primary key (id)
);
create index conversation_entry_page on conversation_entry (client_id, chat, at, id);

-- Whom notes name, so that they find it and are told, and whether they saw it.
create table conversation_mention (
  entry_id uuid not null references conversation_entry on delete cascade,
  user_id text not null references "user" on delete cascade,
  -- When they opened the conversation afterwards.
  seen_at timestamptz,
  made_at timestamptz not null default now(),
  -- When it went into an e-mail, and into which.
  mailed_at timestamptz,
  email_id uuid,
  constraint conversation_mention_pk primary key (entry_id, user_id)
);
create index conversation_mention_of_user on conversation_mention (user_id, entry_id);
create index conversation_mention_unseen on conversation_mention (user_id, entry_id) where seen_at is null;

-- What the account's phone and linked devices keep of a chat, as WhatsApp shows it there; what the team does with the
-- conversation is in `conversation`. A chat of which nothing was ever changed has no row.
create table chat_mark (
  client_id uuid not null references client on delete cascade,
  -- Canonical.
  chat text not null,
  is_archived boolean not null default false,
  is_pinned boolean not null default false,
  -- Milliseconds since 1970, -1 for good; null: it is not muted.
  muted_until_ms bigint,
  -- Marked as unread by hand; whether there are unread messages is another thing.
  is_unread boolean not null default false,
  -- When its messages were last cleared, and when it was last deleted, on any device of the account; milliseconds since 1970.
  cleared_ms bigint,
  deleted_ms bigint,
  -- When somebody here asked for one of both last, and who.
  asked_ms bigint,
  asked_by text,
  constraint chat_mark_client_id_chat_pk primary key (client_id, chat)
);

-- Messages that the account's phone and linked devices have starred; one may be of a message that is not stored here.
create table message_star (
  client_id uuid not null references client on delete cascade,
  -- Canonical.
  chat text not null,
  message_id text not null,
  from_me boolean not null,
  constraint message_star_pk primary key (client_id, chat, message_id, from_me)
);

-- Labels that WhatsApp keeps for an account: of business accounts, and lists of personal ones. The team's own are in `label`.
create table whatsapp_label (
  client_id uuid not null references client on delete cascade,
  -- Its number at WhatsApp.
  id text not null,
  name text not null,
  -- Place in WhatsApp's palette, from 0.
  colour integer not null,
  -- What kind of list it is, as `LABEL_KINDS` names it; null: nobody said.
  kind text,
  predefined_id integer,
  is_active boolean not null,
  -- Nobody changes it.
  is_fixed boolean not null,
  -- Devices may still say what has it.
  is_deleted boolean not null,
  constraint whatsapp_label_pk primary key (client_id, id)
);

-- What has them; a label may be one that is not known yet.
create table whatsapp_labelled (
  client_id uuid not null references client on delete cascade,
  label_id text not null,
  -- Canonical.
  chat text not null,
  -- Empty: the chat itself.
  message_id text not null default '',
  constraint whatsapp_labelled_pk primary key (client_id, chat, label_id, message_id)
);
create index whatsapp_labelled_by_label on whatsapp_labelled (client_id, label_id, chat, message_id);

-- Those that are linked with a label of the workspace: what has one gets the other. On one number each of both is linked once.
create table label_link (
  client_id uuid not null,
  whatsapp_id text not null,
  label_id uuid not null references label on delete cascade,
  constraint label_link_pk primary key (client_id, whatsapp_id),
  constraint label_link_of_whatsapp foreign key (client_id, whatsapp_id) references whatsapp_label on delete cascade
);
create unique index label_link_by_label on label_link (label_id, client_id);

-- What was done at one end of a link and is still to be done at the other, by the owner of the client.
create table label_change (
  client_id uuid not null,
  whatsapp_id text not null,
  -- Canonical.
  chat text not null,
  is_on boolean not null,
  -- False: to the conversation.
  to_phone boolean not null,
  -- Another with each change, so that one that was made meanwhile stays.
  seq bigint not null generated always as identity,
  attempts integer not null default 0,
  -- Infinite: the conversation has no message yet, or all attempts failed.
  next_at timestamptz not null default now(),
  constraint label_change_pk primary key (client_id, chat, whatsapp_id),
  constraint label_change_of_link foreign key (client_id, whatsapp_id) references label_link on delete cascade
);
create index label_change_due on label_change (client_id, to_phone, next_at);
create index label_change_by_link on label_change (client_id, whatsapp_id, to_phone);

-- Whom programs want to be told of. The owner of a client asks the network for them with each connection; what it tells is in no
-- table.
create table presence_subscription (
  client_id uuid not null references client on delete cascade,
  -- Canonical; of a contact or a group.
  jid text not null,
  until timestamptz not null,
  constraint presence_subscription_client_id_jid_pk primary key (client_id, jid)
);

-- Of each chat the last question for older messages that went to the account's phone.
create table history_request (
  client_id uuid not null references client on delete cascade,
  -- Canonical.
  chat text not null,
  -- Of the message that asked; the answer names it.
  request_id text not null,
  -- asked | done | failed. What comes after it failed is stored, and it is done then.
  state text not null default 'asked',
  asked_at timestamptz not null default now(),
  -- From then on it failed.
  ends_at timestamptz not null,
  -- How many messages the phone gave.
  received integer,
  -- The phone has no older ones.
  is_all boolean,
  constraint history_request_client_id_chat_pk primary key (client_id, chat)
);
create index history_request_ending on history_request (ends_at) where state = 'asked';

-- After how many seconds messages of a chat of two disappear; 0 when they stay. Of groups the connector knows it.
create table chat_timer (
  client_id uuid not null references client on delete cascade,
  -- Canonical.
  chat text not null,
  expiration_sec integer not null,
  at_sec bigint not null,
  constraint chat_timer_client_id_chat_pk primary key (client_id, chat)
);

-- What each member of a group confirmed of a message of ours; `participant` is canonical.
create table message_receipt (
  message_seq bigint not null references message on delete cascade,
  participant text not null,
  delivered_at timestamptz,
  read_at timestamptz,
  played_at timestamptz,
  constraint message_receipt_message_seq_participant_pk primary key (message_seq, participant)
);

-- To whom a status goes, fixed before it leaves: what takes it back goes to the same, and nobody else may ask for it again. There is
-- none of those that the account posted elsewhere.
create table status_post (
  client_id uuid not null references client on delete cascade,
  message_id text not null,
  -- contacts | denylist | allowlist: what the network is told.
  setting text not null,
  -- Addresses, without the account's own.
  audience text[] not null,
  -- People whom the setting means and of whom there were too many.
  left_out integer not null,
  created_at timestamptz not null default now(),
  constraint status_post_pk primary key (client_id, message_id)
);
create index status_post_by_age on status_post (created_at);

-- Which messages of contacts answer a status of the account.
create table status_reply (
  client_id uuid not null references client on delete cascade,
  status_id text not null,
  -- Canonical address of who answered.
  chat text not null,
  message_id text not null,
  constraint status_reply_pk primary key (client_id, status_id, chat, message_id)
);

-- Whose statuses the account does not want to see, as its devices keep it.
create table muted_statuses (
  client_id uuid not null references client on delete cascade,
  -- Canonical.
  person text not null,
  constraint muted_statuses_pk primary key (client_id, person)
);
create index message_receipt_by_participant on message_receipt (participant);

-- A file of a message, or one given ahead of a send. `state`: `waiting` to be downloaded, `stored`, `failed` (`error` says why;
-- it may be asked for again), `gone` (its time is over, or nobody has it any more).
create table media (
  id uuid primary key,
  client_id uuid not null references client on delete cascade,
  message_seq bigint references message on delete set null,
  kind text not null,
  mimetype text not null,
  file_name text,
  size_bytes bigint,
  sha256 bytea,
  state text not null,
  attempts integer not null default 0,
  error text,
  created_at timestamptz not null default now(),
  stored_at timestamptz,
  -- When the file is deleted.
  expires_at timestamptz
);
create unique index media_of_message on media (message_seq);
create index media_waiting on media (client_id) where state = 'waiting';
create index media_by_expiry on media (expires_at) where state = 'stored';

-- What is known of the picture of a person or a group. The network is asked when somebody looks at them, and not again before `due_at`.
create table picture (
  client_id uuid not null references client on delete cascade,
  -- Canonical address.
  jid text not null,
  -- found | none | hidden, or unknown where nothing was answered.
  state text not null,
  -- The network's, of what was found: another one as soon as there is another picture.
  picture_id text,
  -- A small one, kept for as long as this row names it.
  file_id uuid references media on delete set null,
  -- The network's own, which lives for some days.
  link text,
  asked_at timestamptz not null,
  due_at timestamptz not null,
  constraint picture_client_id_jid_pk primary key (client_id, jid)
);
create index picture_by_asked on picture (client_id, asked_at);
create index picture_by_file on picture (file_id) where file_id is not null;

-- A file that a person's flows send: kept until it is deleted, and only once whatever it is called.
create table asset (
  id uuid primary key,
  user_id text not null references workspace on delete cascade,
  mimetype text not null,
  file_name text,
  size_bytes bigint not null,
  sha256 bytea not null,
  created_at timestamptz not null default now()
);
create unique index asset_by_content on asset (user_id, sha256);
create index asset_by_user on asset (user_id, id);

-- Files of which the row is gone, however it went: with a message's or a person's data, with a number, or with a workspace.
create table file_left (
  key text primary key,
  since timestamptz not null default now()
);
create index file_left_by_since on file_left (since);

-- How long contacts waited for a person: a row once a wait is over.
create table conversation_wait (
  id bigint generated always as identity primary key,
  client_id uuid not null references client on delete cascade,
  chat text not null,
  began_at timestamptz not null,
  ended_at timestamptz not null,
  -- With a message of a person, sent by the interface or on the phone; otherwise it was resolved, snoozed or given back to flows.
  is_answered boolean not null,
  -- `sent_by` of that message, or `phone`.
  answered_by text,
  department_id uuid references department on delete set null,
  assigned_to text
);
create index conversation_wait_by_client on conversation_wait (client_id, began_at);
create index conversation_wait_of_department on conversation_wait (department_id) where department_id is not null;

-- Texts that people of a workspace send again and again. Without a text of its own, a file is what is sent.
create table canned_reply (
  id uuid primary key,
  user_id text not null references workspace on delete cascade,
  title text not null,
  -- What is typed after `/`, in lower case.
  shortcut text not null,
  -- With variables of the contact and of who answers, which are filled in where it is sent.
  text text not null,
  asset_id uuid references asset on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index canned_reply_by_shortcut on canned_reply (user_id, shortcut);
create index canned_reply_of_asset on canned_reply (asset_id) where asset_id is not null;

-- Ids of messages that were taken back before they left, so that a late echo is never taken for a person. What was sent is known
-- by its message. Kept 7 days.
create table sent_id (
  client_id uuid not null,
  message_id text not null,
  sent_at timestamptz not null default now(),
  constraint sent_id_client_id_message_id_pk primary key (client_id, message_id)
);
create index sent_id_by_age on sent_id (sent_at);

-- What the network told of groups, of channels and of the account's own profile, by its own ids, so that what it tells again makes no second event. Kept 30 days.
create table group_notice (
  client_id uuid not null references client on delete cascade,
  -- `<group>/<id of the notification>`, `profile/<id>`, or of a channel `post/<channel>/<its number>` and its kin
  id text not null,
  seen_at timestamptz not null default now(),
  constraint group_notice_client_id_id_pk primary key (client_id, id)
);
create index group_notice_by_age on group_notice (seen_at);

-- How groups are called, as the network told it last: by a notice, or when the account's groups were asked for.
create table group_subject (
  client_id uuid not null references client on delete cascade,
  jid text not null,
  subject text not null,
  told_at timestamptz not null,
  constraint group_subject_client_id_jid_pk primary key (client_id, jid)
);

-- Up to which post of a channel was told, so that those of a time without a connection can be
-- asked for. Of a channel without one nothing was told yet.
create table channel_mark (
  client_id uuid not null references client on delete cascade,
  channel text not null,
  -- The channel's own number of the post, which grows; 0 where there was none.
  server_id bigint not null,
  constraint channel_mark_pk primary key (client_id, channel)
);

-- Calls to the account of a client. A change is logged as an event and, once the call is over, noted in the record of its
-- conversation, by triggers: whoever makes it.
create table call (
  client_id uuid not null references client on delete cascade,
  -- The network's.
  id text not null,
  -- Canonical address of the conversation: the group of a group's call, else who calls.
  chat text not null,
  -- Canonical.
  caller text not null,
  -- Who calls, as stanzas of this call name them.
  creator text not null,
  is_video boolean not null,
  -- ringing | answered | refused | missed
  state text not null default 'ringing',
  began_at timestamptz not null,
  ended_at timestamptz,
  -- `user:` or `key:` with an id; phone, contact, or system for what `call_settings` says.
  ended_by text,
  -- When it was seen here, which after a time without a connection is later than it began.
  created_at timestamptz not null default now(),
  -- Of the message that the caller gets, until which is settled the owner of the client sends it.
  message_id text,
  is_message_settled boolean not null default false,
  constraint call_pk primary key (client_id, id)
);
create index call_page on call (client_id, began_at, id);
create index call_of_chat on call (client_id, chat, began_at);
create index call_by_age on call (began_at);
create index call_ringing on call (created_at) where state = 'ringing';
create index call_unsettled on call (client_id) where message_id is not null and not is_message_settled;

-- Whom the account of a client has blocked on the network, as the network said last.
create table blocked_person (
  client_id uuid not null references client on delete cascade,
  -- Canonical.
  jid text not null,
  -- When it was first said here.
  seen_at timestamptz not null default now(),
  constraint blocked_person_pk primary key (client_id, jid)
);

-- Of which clients that list was read before: what the first one says is no news.
create table blocklist (
  client_id uuid primary key references client on delete cascade,
  -- When it was read last.
  read_at timestamptz not null default now()
);

-- What a client does with every call; without a row nothing.
create table call_settings (
  client_id uuid primary key references client on delete cascade,
  refuse_all boolean not null,
  -- What whoever is refused gets; null: nothing.
  message text
);

-- A message that a person wrote, from before it is handed over until flows were told of it or it certainly was not sent. What a
-- process that died left here is told by the next owner of the client.
create table person_send (
  client_id uuid not null references client on delete cascade,
  message_id text not null,
  -- The same for all messages of one call, so that flows hear of it once.
  event_id text not null,
  text text not null,
  -- dashboard | api
  source text not null,
  created_at timestamptz not null default now(),
  constraint person_send_client_id_message_id_pk primary key (client_id, message_id)
);

-- A flow's draft and settings (interface: Flow). `nodes`, `edges`, `viewport` hold JSON text.
create table flow (
  id uuid primary key,
  user_id text not null references workspace on delete cascade,
  -- Who made it; null is the person with the id in `user_id`.
  created_by text,
  client_id uuid references client on delete set null,
  name text not null,
  description text,
  nodes text not null default '[]',
  edges text not null default '[]',
  viewport text,
  status text not null default 'draft',
  is_active boolean not null default false,
  retrigger_behavior text not null default 'continue_if_dormant',
  fallback_behavior text not null default 'none',
  fallback_text text,
  -- The rest of the exchange format: settings, variables, requires.
  extras jsonb not null default '{}'::jsonb,
  published_version_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index flow_by_user on flow (user_id, created_at, id);
create index flow_active_by_client on flow (client_id) where is_active;

-- Immutable snapshot made by each publish; runs stay on the one they started with.
create table flow_version (
  id uuid primary key,
  flow_id uuid not null references flow on delete cascade,
  n integer not null,
  -- The exchange document as it was published, JSON text.
  doc text not null,
  published_at timestamptz not null default now(),
  published_by text,
  note text
);
create unique index flow_version_number on flow_version (flow_id, n);

-- A conversation with what has to come of it, kept with its flow and played before each publish.
create table flow_test_case (
  id uuid primary key,
  flow_id uuid not null references flow on delete cascade,
  -- A case in the form of docs/flows.md, JSON text.
  doc text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index flow_test_case_by_flow on flow_test_case (flow_id, created_at, id);

-- What somebody took off the list of texts that a flow did not understand; the texts themselves are those of events.
create table flow_dismissed_text (
  flow_id uuid not null references flow on delete cascade,
  -- The question; empty for what started nothing.
  node_id text not null,
  -- The text without case, accents and punctuation at its edges.
  text_key text not null,
  dismissed_at timestamptz not null default now(),
  primary key (flow_id, node_id, text_key)
);

-- A number on which a flow's draft may be tried out: one of the people who make the flow.
create table flow_test_phone (
  flow_id uuid not null references flow on delete cascade,
  -- E.164 with its +.
  phone text not null,
  created_at timestamptz not null default now(),
  constraint flow_test_phone_flow_id_phone_pk primary key (flow_id, phone)
);

-- A draft as it was when a test on a phone began; it never changes, and only runs of that test are on it. Its id stands where a
-- run of a published flow has the id of its version.
create table flow_draft (
  id uuid primary key,
  flow_id uuid not null references flow on delete cascade,
  -- The exchange document, JSON text.
  doc text not null,
  created_at timestamptz not null default now()
);
create index flow_draft_by_flow on flow_draft (flow_id);
create index flow_draft_by_age on flow_draft (created_at);

-- A trigger.schedule of a published flow: its next tick, or how far the present one has come.
create table flow_schedule (
  flow_id uuid not null references flow on delete cascade,
  node_id text not null,
  client_id uuid not null references client on delete cascade,
  -- When, for whom and how fast, as the version says.
  spec jsonb not null,
  tick_at timestamptz not null,
  -- When the tick begins or goes on.
  due_at timestamptz not null,
  -- The last contact of the tick that was started; null before the first.
  place text,
  -- How often the network was asked who has a username of those whose turn is next, and did not say it: `{"@ana": 2}`.
  unanswered jsonb not null default '{}'::jsonb,
  constraint flow_schedule_flow_id_node_id_pk primary key (flow_id, node_id)
);
create index flow_schedule_due on flow_schedule (due_at);

-- The address at which other systems call a trigger.webhook of a flow. Its token is found by the hash, and is sealed for
-- `incoming-webhook:<flow>:<node>`, so that its owner can look it up again.
create table incoming_webhook (
  flow_id uuid not null references flow on delete cascade,
  node_id text not null,
  token_hash bytea not null,
  sealed_token text not null,
  created_at timestamptz not null default now(),
  constraint incoming_webhook_flow_id_node_id_pk primary key (flow_id, node_id)
);
create unique index incoming_webhook_by_token on incoming_webhook (token_hash);

-- The last calls of an address, 50 of each at most, as people see them: bounded, and without what is secret.
create table incoming_call (
  id bigint primary key generated always as identity,
  flow_id uuid not null,
  node_id text not null,
  received_at timestamptz not null default now(),
  -- What it was answered, and why nothing new was started.
  status integer not null,
  reason text,
  -- The run that it started, or that was in its way.
  run_id uuid,
  size_bytes integer not null,
  headers jsonb not null,
  query jsonb not null,
  -- JSON, also of a form; what could not be read as it came.
  body text not null,
  is_cut boolean not null,
  constraint incoming_call_address_fk foreign key (flow_id, node_id) references incoming_webhook on delete cascade
);
create index incoming_call_by_address on incoming_call (flow_id, node_id, id);

-- How often addresses of flows were called within the minute that a row is for, over all processes. Forgotten with a crash of the
-- database, and then counted anew.
create unlogged table incoming_count (
  -- `address <flow> <node>`, `owner <workspace>` or `run <run>`.
  key text primary key,
  ends_at timestamptz not null,
  count integer not null
);

-- Conversations that are played with a draft or a version of a flow and judged.
create table evaluation (
  id uuid primary key,
  flow_id uuid not null references flow on delete cascade,
  -- Null: the draft.
  version integer,
  answers text not null,
  status text not null default 'waiting',
  stopped_by text,
  limits jsonb not null,
  -- What is played: flows and cases as they were, as JSON text.
  doc text not null,
  -- How often the conversation that is next was begun.
  attempts integer not null default 0,
  tokens bigint not null default 0,
  cost double precision not null default 0,
  duration_ms bigint not null default 0,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz
);
create index evaluation_by_flow on evaluation (flow_id, created_at, id);

-- What came of each conversation of an evaluation.
create table evaluation_item (
  evaluation_id uuid not null references evaluation on delete cascade,
  n integer not null,
  -- The same for the same conversation in every evaluation.
  key text not null,
  title text not null,
  status text not null default 'waiting',
  score double precision,
  result jsonb,
  tokens bigint not null default 0,
  cost double precision not null default 0,
  duration_ms bigint not null default 0,
  primary key (evaluation_id, n)
);

-- A run of a flow for one contact (interface: Flow state).
create table flow_state (
  id uuid primary key,
  flow_id uuid not null references flow on delete cascade,
  flow_version_id uuid not null,
  client_id uuid not null references client on delete cascade,
  contact_jid text not null,
  state text not null,
  current_node_id text,
  -- JSON text, at most 64 KB.
  context text not null,
  version integer not null default 0,
  claimed_until timestamptz,
  claimed_by text,
  timeout_job_id text,
  last_event_id text,
  last_event_at timestamptz,
  error text,
  -- One sentence for the person who looks at a failed run.
  error_message text,
  -- Why it failed, as a code with what varies; `error_message` is the sentence of it. Rows of before have none.
  error_code text,
  error_params jsonb,
  -- It is on a draft that is tested on a phone, not on a version.
  is_test boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index one_live on flow_state (client_id, contact_jid)
  where state in ('running','waiting_input','waiting_timer','waiting_effect','waiting_approval','handed_off');
create index flow_state_approvals on flow_state (client_id) where state = 'waiting_approval';
create unique index one_dormant on flow_state (flow_id, contact_jid) where state = 'dormant';
create index flow_state_dormant on flow_state (client_id, contact_jid) where state = 'dormant';
create index flow_state_by_contact on flow_state (client_id, contact_jid, created_at);
create index flow_state_by_flow on flow_state (flow_id, created_at, id);
create index flow_state_tests on flow_state (flow_id, created_at, id) where is_test;
create index flow_state_failed on flow_state (client_id, updated_at) where state = 'failed' and not is_test;

-- Everything that may move a run, in the order it arrived; the unique id makes redelivery harmless.
create table inbound_event (
  seq bigint primary key generated always as identity,
  client_id uuid not null references client on delete cascade,
  contact_jid text not null,
  event_id text not null,
  event_type text not null,
  source text not null,
  -- In which form `event` is stored: 2 is `core/conversation/stored-event.ts`, 1 is older.
  v smallint not null default 1,
  event jsonb not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  -- received | deferred | processed | ignored | failed | dead
  status text not null default 'received',
  error text,
  -- Why a request was refused, for the caller who waits.
  refusal jsonb,
  attempts integer not null default 0,
  -- Why a message was ignored or put off, as `{code, params}` (`core/flow/explain/explanation.ts`). Rows of before have none.
  explanation jsonb
);
create unique index inbound_event_identity on inbound_event (client_id, event_id);
-- Messages that started nothing, for the list of what nothing understood.
create index inbound_event_no_match on inbound_event (client_id, seq) where error = 'no_match';
create index inbound_lane on inbound_event (client_id, contact_jid, seq) where status in ('received','deferred');

-- What an event meant for one run (interface: Flow state event).
create table flow_state_event (
  id uuid primary key,
  seq bigint generated always as identity,
  flow_state_id uuid not null references flow_state on delete cascade,
  event_id text not null,
  event_type text not null,
  source text not null,
  mode text not null default 'live',
  payload_summary text not null,
  -- `{code, params}` of which `payload_summary` is the English. Rows of before have none.
  summary jsonb,
  received_at timestamptz not null,
  processed_at timestamptz,
  status text not null,
  error text,
  created_at timestamptz not null default now()
);
create index flow_state_event_by_run on flow_state_event (flow_state_id, seq);

-- A step a run took because of an event (interface: Flow state transition).
create table flow_state_transition (
  id uuid primary key,
  seq bigint generated always as identity,
  flow_state_event_id uuid not null references flow_state_event on delete cascade,
  from_node_id text,
  to_node_id text,
  node_type text not null,
  outcome text not null,
  edge_id text,
  actions text not null,
  context_patch text not null,
  created_at timestamptz not null default now()
);
create index flow_state_transition_by_event on flow_state_transition (flow_state_event_id, seq);

-- What a run came by that is counted: a goal, once a run, or the way that a split of its own flow drew first. Written with the
-- step, only by those; tests of drafts have none.
create table flow_mark (
  flow_state_id uuid not null references flow_state on delete cascade,
  -- goal | arm
  kind text not null,
  -- The goal's name, or the id of the split's node.
  name text not null,
  -- Of the run.
  flow_id uuid not null references flow on delete cascade,
  client_id uuid not null references client on delete cascade,
  contact_jid text not null,
  -- The way that was drawn.
  arm text,
  -- What the goal was worth.
  amount double precision,
  created_at timestamptz not null default now(),
  constraint flow_mark_flow_state_id_kind_name_pk primary key (flow_state_id, kind, name)
);
create index flow_mark_by_flow on flow_mark (flow_id, kind, name, created_at);

-- Messages flows have decided to send; ids are chosen in the deciding transaction. Sent in order per chat.
create table outbox (
  id uuid primary key,
  seq bigint generated always as identity,
  client_id uuid not null references client on delete cascade,
  contact_jid text not null,
  flow_state_id uuid references flow_state on delete cascade,
  node_id text,
  message_id text not null,
  -- The engine's content, JSON.
  content jsonb not null,
  secret bytea,
  -- pending | sending | sent | failed
  status text not null default 'pending',
  attempts integer not null default 0,
  next_at timestamptz not null default now(),
  acked_at timestamptz,
  error text,
  -- As in `message`.
  error_code text,
  error_params jsonb,
  created_at timestamptz not null default now()
);
create unique index outbox_message on outbox (client_id, message_id);
create index outbox_unsent on outbox (client_id, seq) where status in ('pending','sending');
create index outbox_by_run on outbox (flow_state_id);

-- What a run waits for in time; `id` is the run's `timeout_job_id` and the job key of its queue job.
create table timer (
  id uuid primary key,
  flow_state_id uuid not null references flow_state on delete cascade,
  kind text not null,
  -- Null while it waits for the acknowledgement of `awaits_send_id`.
  due_at timestamptz,
  -- The outbox row whose acknowledgement starts the clock.
  awaits_send_id uuid,
  fired_at timestamptz
);
create index timer_by_run on timer (flow_state_id);
create index timer_by_send on timer (awaits_send_id) where awaits_send_id is not null;
create index timer_due on timer (due_at) where fired_at is null;

-- Work a flow decided that happens outside of it (a call, a script, a chat action), in the transaction of the decision. A row
-- goes in the transaction that stores what became of it; what is here is still to be done.
create table effect (
  id uuid primary key,
  seq bigint generated always as identity,
  client_id uuid not null references client on delete cascade,
  flow_state_id uuid not null references flow_state on delete cascade,
  node_id text not null,
  kind text not null,
  -- A run waits for it.
  awaited boolean not null,
  -- The engine's effect, JSON. Secrets are in it by name only.
  request jsonb not null,
  -- Attempts begun.
  attempts integer not null default 0,
  next_at timestamptz not null default now(),
  claimed_by text,
  claimed_until timestamptz,
  created_at timestamptz not null default now()
);
create index effect_due on effect (client_id, next_at);
create index effect_by_run on effect (flow_state_id);

-- Secrets of a person's flows, sealed under the master key; the value is never answered.
create table secret (
  user_id text not null references workspace on delete cascade,
  name text not null,
  sealed text not null,
  -- Where calls may take it; null: anywhere, of secrets that are older than this column.
  hosts text[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint secret_user_id_name_pk primary key (user_id, name)
);

-- How the value of a secret is had, where it is a token of another system. `secret.sealed` is empty then.
create table connection (
  user_id text not null,
  name text not null,
  -- oauth2_client | oauth2_code | google_service_account | smtp
  kind text not null,
  -- Addresses, scopes and the credentials of the client.
  sealed_settings text not null,
  -- `{access, refresh}`; null: none was given yet.
  sealed_tokens text,
  -- What is shown of the settings: the client id or the service account, and the host that gives out tokens.
  account text not null,
  server text not null,
  scope text,
  -- not_connected | connected | failing | refused | ended
  state text not null,
  -- The code that the other system gave for the last failure.
  error text,
  -- When the token is old; null: nobody knows.
  renew_at timestamptz,
  renewed_at timestamptz,
  -- No attempt before it after one that failed.
  retry_at timestamptz,
  -- Who asks for a token now, and until when nobody else does.
  holder uuid,
  held_until timestamptz,
  -- Counts what was stored.
  version integer not null default 1,
  constraint connection_user_id_name_pk primary key (user_id, name),
  constraint connection_secret_fk foreign key (user_id, name) references secret (user_id, name) on delete cascade
);

-- Somebody was sent to another system to agree that flows act for them, and is not back yet.
create table agreement (
  -- SHA-256 of the state, in hexadecimal.
  state_hash text primary key,
  user_id text not null,
  name text not null,
  -- The verifier of its code.
  sealed text not null,
  ends_at timestamptz not null,
  constraint agreement_connection_fk foreign key (user_id, name) references connection (user_id, name) on delete cascade
);
create index agreement_by_end on agreement (ends_at);
create index agreement_by_connection on agreement (user_id, name);

-- How many e-mails the flows of a client have sent on a day, or are sending: what was certainly not taken is counted back.
create table email_day (
  client_id uuid not null references client on delete cascade,
  -- Days since 1970, in UTC.
  day integer not null,
  count integer not null,
  constraint email_day_client_id_day_pk primary key (client_id, day)
);

-- Language models that people have set up, by the names flows know them by. The key is a secret of the same person.
create table model (
  user_id text not null references workspace on delete cascade,
  name text not null,
  -- openai-compatible | openai | anthropic | google
  provider text not null,
  base_url text not null,
  model_id text not null,
  -- The name of the secret that is its key; null: its server asks for none.
  secret text,
  -- Of a million tokens, in whatever currency its owner counts.
  input_price double precision,
  output_price double precision,
  -- `{run, contact, day}`, each `{calls, tokens, seconds, cost}`; null: no limit.
  limits jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- chat | embedding
  kind text not null default 'chat',
  -- Of an embedding model: how many numbers its vectors are to have; null: as many as it makes.
  dimensions integer,
  constraint model_user_id_name_pk primary key (user_id, name)
);

-- Every question to a model. It is written before it is asked, with the most that it may take, so that one that was lost with its
-- process counts; an answer puts in what it took. Kept for as long as limits look back.
create table model_call (
  id bigint primary key generated always as identity,
  user_id text not null references workspace on delete cascade,
  model text not null,
  client_id uuid,
  contact_jid text,
  flow_state_id uuid,
  asked_at timestamptz not null default now(),
  -- asked | answered | failed
  outcome text not null,
  tokens integer not null,
  cost double precision not null,
  duration_ms integer not null
);
create index model_call_by_day on model_call (user_id, model, asked_at);
create index model_call_by_run on model_call (flow_state_id) where flow_state_id is not null;

-- A document or a web page that somebody keeps as knowledge. `sha256` is that of a file, which is kept in the media store until
-- it was read; a page has a `url` instead. `is_titled`: the title was given, and what the document calls itself does not replace
-- it. `problem` is a code, `attempts` how often its reading began: counted before it begins, so one that kills its process ends.
create table knowledge_document (
  id uuid primary key,
  user_id text not null references workspace on delete cascade,
  collection text not null,
  title text not null,
  is_titled boolean not null,
  url text,
  file_name text,
  mimetype text not null,
  size_bytes bigint not null,
  sha256 bytea,
  state text not null default 'waiting',
  problem text,
  attempts integer not null default 0,
  pieces integer not null default 0,
  chars integer not null default 0,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- Pieces that have a vector, and those of which the model's server makes none.
  embedded integer not null default 0,
  refused integer not null default 0
);
create unique index knowledge_document_by_content on knowledge_document (user_id, sha256) where url is null;
create unique index knowledge_document_by_url on knowledge_document (user_id, url) where url is not null;
create index knowledge_document_by_user on knowledge_document (user_id, id);

-- What is searched. `words` are made by the service, not by a configuration of this server: folded, without endings, and each
-- with a mark of its owner before it.
create table knowledge_piece (
  id bigint primary key generated always as identity,
  document_id uuid not null references knowledge_document on delete cascade,
  user_id text not null,
  ordinal integer not null,
  body text not null,
  heading text,
  page integer,
  first_row integer,
  words tsvector not null
);
create unique index knowledge_piece_by_document on knowledge_piece (document_id, ordinal);
create index knowledge_piece_by_word on knowledge_piece using gin (words);

-- By which model an account's documents are found by meaning; null: by words alone. `fingerprint` (of provider, address, model id and
-- asked dimensions) and `dimensions` are those of the vectors there are. `version` grows with each change of the vectors, `removed`
-- is the version with which some went last. `problem` is why the model gave none the last time, `failures` how often in a row.
create table knowledge_meaning (
  user_id text primary key references workspace on delete cascade,
  model text,
  fingerprint text,
  dimensions integer,
  version bigint not null default 0,
  removed bigint not null default 0,
  failures integer not null default 0,
  problem jsonb
);

-- What a piece means: float32 numbers, the lowest byte first, together of the length 1; null: the model's server refuses the piece.
-- `version` is that of its coming.
create table knowledge_vector (
  piece_id bigint primary key references knowledge_piece on delete cascade,
  document_id uuid not null,
  user_id text not null,
  version bigint not null,
  vector bytea
);
alter table knowledge_vector alter column vector set storage external;
create index knowledge_vector_by_user on knowledge_vector (user_id, version, piece_id);

-- Each word of somebody's pieces, and how many hold it: for its weight, and to find what a misspelt one meant.
create table knowledge_word (
  user_id text not null references workspace on delete cascade,
  word text not null,
  pieces integer not null,
  constraint knowledge_word_user_id_word_pk primary key (user_id, word)
);

-- What happened, for webhooks, the event stream and events.list, in the order of `seq`. Most rows are written by triggers on
-- the tables of the facts (at the end of this file), so a fact and its event commit together whoever writes it. A trigger
-- gives a transaction its number before its rows get theirs; readers rely on that (features/events/watermark.ts). What is deleted
-- with a client or a person is deleted by triggers too: a foreign key would look both up for every event.
create table event_log (
  seq bigint primary key generated always as identity,
  xid xid8 not null default pg_current_xact_id(),
  user_id text not null,
  client_id uuid,
  name text not null,
  -- Canonical address of the conversation it belongs to; receivers get the events of one in order.
  chat text,
  data jsonb not null,
  created_at timestamptz not null default now()
);
create index event_log_by_owner on event_log (user_id, seq);
create index event_log_by_age on event_log (created_at);

-- What automation knows of one contact, with or without a run.
-- Small tables that people keep for their flows: stock, slots, bookings.
create table data_table (
  id uuid primary key default gen_random_uuid(),
  user_id text not null references workspace on delete cascade,
  name text not null,
  description text,
  -- `[{name, type, choices, isRequired}]`
  columns jsonb not null,
  -- `[[column]]`: groups whose values together are there once
  uniques jsonb not null default '[]'::jsonb,
  -- Both counted with each change of a row, for the limits of the plan.
  row_count integer not null default 0,
  bytes bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index data_table_by_name on data_table (user_id, name);
create table data_row (
  id uuid primary key default gen_random_uuid(),
  table_id uuid not null references data_table on delete cascade,
  seq bigint generated always as identity,
  -- Values by the names of columns; what is nothing is left out.
  held jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index data_row_of_table on data_row (table_id, seq);
-- What a row holds in a unique group: `name` its columns, `key` a hash of its values.
create table data_row_key (
  table_id uuid not null references data_table on delete cascade,
  name text not null,
  key bytea not null,
  row_id uuid not null references data_row on delete cascade,
  constraint data_row_key_table_id_name_key_pk primary key (table_id, name, key)
);
create index data_row_key_of_row on data_row_key (row_id);

-- Fields that people have defined for their contacts; the values are in contact_automation.fields.
create table contact_field (
  user_id text not null references workspace on delete cascade,
  name text not null,
  label text not null,
  -- text | number | boolean | date | choice
  type text not null,
  -- What may be chosen, of a choice.
  choices jsonb not null default '[]'::jsonb,
  description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint contact_field_user_id_name_pk primary key (user_id, name)
);

create table contact_automation (
  client_id uuid not null references client on delete cascade,
  jid text not null,
  blacklist boolean not null default false,
  favourite boolean not null default false,
  handoff_until timestamptz,
  tags jsonb not null default '[]'::jsonb,
  fields jsonb not null default '{}'::jsonb,
  -- `{flowId: ISO time of the last start}`
  last_flow_at jsonb not null default '{}'::jsonb,
  -- When the contact last wrote, as flows saw it.
  last_inbound_at timestamptz,
  updated_at timestamptz not null default now(),
  -- Why people have the chat, as `{kind, at, ...}` (`core/flow/explain/explanation.ts`). Null for what was paused before.
  handoff_by jsonb,
  constraint contact_automation_client_id_jid_pk primary key (client_id, jid)
);

-- A message or the start of a flow for a chosen audience, at a pace.
create table campaign (
  id uuid primary key,
  user_id text not null references workspace on delete cascade,
  client_id uuid not null references client on delete cascade,
  name text not null,
  -- draft | planned | running | paused | done | cancelled
  state text not null default 'draft',
  text text not null default '',
  asset_id uuid references asset on delete set null,
  -- It was written with a file; without `asset_id` that was deleted since.
  has_file boolean not null default false,
  -- What starts instead of a message.
  flow_id uuid references flow on delete set null,
  -- As `campaigns.create` takes it.
  audience jsonb not null,
  at_once integer not null,
  per_minute integer not null,
  start_at timestamptz,
  -- When the next people have their turn; null while nobody waits for one.
  turn_at timestamptz,
  -- When the queue comes back to it.
  due_at timestamptz,
  -- When it was last looked at what became of its people.
  refreshed_at timestamptz,
  -- person | late | flow_gone | file_gone | audience
  paused_because text,
  created_by text,
  started_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index campaign_by_client on campaign (client_id, created_at);
create index campaign_by_user on campaign (user_id);
create index campaign_due on campaign (due_at) where due_at is not null;
create index campaign_of_asset on campaign (asset_id) where asset_id is not null;

-- The people of a campaign, chosen when it began, in the order of their turns.
create table campaign_person (
  campaign_id uuid not null references campaign on delete cascade,
  n integer not null,
  -- Canonical when it was chosen, and again at their turn.
  jid text not null,
  -- What a list or a table calls them, and what else it has of them.
  name text,
  held jsonb not null default '{}'::jsonb,
  -- The network knows them; of what only a list has named it is asked before their turn.
  is_checked boolean not null,
  -- waiting | queued | sent | delivered | read | answered | failed | left_out
  state text not null,
  -- Why they are left out, or the code of what failed.
  reason text,
  reason_params jsonb,
  message_id text,
  flow_state_id uuid,
  given_at timestamptz,
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  answered_at timestamptz,
  opted_out_at timestamptz,
  -- How often the network was asked who has their username, and did not say it.
  unanswered smallint not null default 0,
  constraint campaign_person_pk primary key (campaign_id, n)
);
create unique index campaign_person_once on campaign_person (campaign_id, jid);
create index campaign_person_waiting on campaign_person (campaign_id, n) where state = 'waiting';
-- Which campaign sent a message, for its conversation.
create index campaign_person_of_message on campaign_person (message_id) where message_id is not null;

-- Contacts that asked for no campaigns any more.
create table campaign_opt_out (
  client_id uuid not null references client on delete cascade,
  -- One of the contact's addresses.
  jid text not null,
  campaign_id uuid references campaign on delete set null,
  created_at timestamptz not null default now(),
  -- An `Actor`: who noted it; null for what is older.
  created_by text,
  constraint campaign_opt_out_pk primary key (client_id, jid)
);
create index campaign_opt_out_of_campaign on campaign_opt_out (campaign_id) where campaign_id is not null;

-- Where an owner's events are posted to. `cursor` is the place in the event log up to which deliveries were made out.
create table webhook (
  id uuid primary key,
  user_id text not null references workspace on delete cascade,
  url text not null,
  description text,
  -- Event names it takes; null takes all.
  names jsonb,
  -- Only events of this client; null takes those of all.
  client_id uuid references client on delete cascade,
  sealed_secret text not null,
  -- The secret before the last rotation; signs too until its time is over.
  sealed_previous text,
  previous_until timestamptz,
  is_enabled boolean not null default true,
  -- Why the service itself switched it off.
  disabled_reason text,
  -- The same as `{code, params}`. Rows of before have none.
  disabled_failure jsonb,
  cursor bigint not null,
  -- Conversations that failed since the last success; while the circuit is open, pauses that did not help are added.
  failures integer not null default 0,
  -- The circuit is open: nothing is tried before then.
  open_until timestamptz,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_error text,
  -- The same as `{code, params}`. Rows of before have none.
  last_failure jsonb,
  claimed_by text,
  claimed_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index webhook_by_user on webhook (user_id);

-- One event for one webhook. Of a lane, the events of one conversation, only the earliest waiting one is ever sent.
create table webhook_delivery (
  id bigint primary key generated always as identity,
  webhook_id uuid not null references webhook on delete cascade,
  -- The event's place in the log.
  seq bigint not null,
  lane text not null,
  -- waiting | delivered | dead
  status text not null default 'waiting',
  attempts integer not null default 0,
  next_at timestamptz not null default now(),
  -- Not delivered by then, it is dead.
  expires_at timestamptz not null,
  last_status integer,
  last_error text,
  -- The same as `{code, params}`. Rows of before have none.
  last_failure jsonb,
  last_ms integer,
  last_tried_at timestamptz,
  settled_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index webhook_delivery_once on webhook_delivery (webhook_id, seq);
create index webhook_delivery_waiting on webhook_delivery (webhook_id, seq) where status = 'waiting';
create index webhook_delivery_lane on webhook_delivery (webhook_id, lane, seq) where status = 'waiting';
create index webhook_delivery_log on webhook_delivery (webhook_id, id);
create index webhook_delivery_by_age on webhook_delivery (settled_at) where status <> 'waiting';

-- A way out to the network. Those of the pool have no `owner_id`; a client may have one of its own. One proxy is its host, port
-- and user; the password is sealed for `proxy:<id>`.
create table proxy (
  id uuid primary key,
  owner_id uuid references client on delete cascade,
  protocol text not null,
  host text not null,
  port integer not null,
  user_name text not null default '',
  password_sealed text,
  state text not null default 'untried',
  -- Failures in a row.
  failures integer not null default 0,
  fault text,
  problem text,
  -- The same as `{code, params}`. Rows of before have none.
  failure jsonb,
  -- Since the first of those failures.
  failing_since timestamptz,
  failed_at timestamptz,
  worked_at timestamptz,
  -- The last file that went through and came back.
  media_worked_at timestamptz,
  checked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index proxy_of_pool on proxy (host, port, user_name) where owner_id is null;
create unique index proxy_of_client on proxy (owner_id) where owner_id is not null;

-- Which proxy of the pool a client goes through; it stays until that proxy fails or leaves the pool.
create table client_proxy (
  client_id uuid primary key references client on delete cascade,
  proxy_id uuid not null references proxy on delete cascade,
  since timestamptz not null default now()
);
create index client_proxy_by_proxy on client_proxy (proxy_id);

-- A link by which somebody without an account links their phone to one client. Only hashes are kept: of what the link carries,
-- and of what the one browser that opened it holds. A day after its end the row goes.
create table pairing_link (
  id uuid primary key,
  client_id uuid not null references client on delete cascade,
  -- Who made it; it ends with their rights.
  user_id text not null references "user" on delete cascade,
  -- The key it was made with; it ends with that too.
  key_id uuid references api_key on delete cascade,
  token_hash bytea not null,
  -- Of the browser that has it open now; null while none has.
  visit_hash bytea,
  opened_at timestamptz,
  -- How often it was opened, the client started, a code asked for and a passkey answered through it; each is bounded.
  openings integer not null default 0,
  starts integer not null default 0,
  codes integer not null default 0,
  answers integer not null default 0,
  ended_at timestamptz,
  ended_by text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint pairing_link_token_hash_unique unique (token_hash),
  constraint pairing_link_visit_hash_unique unique (visit_hash)
);
create index pairing_link_by_client on pairing_link (client_id, created_at);
create index pairing_link_by_age on pairing_link (expires_at);

-- What clients tell a network of their version, as the worker that asked last has it; no row before one connected.
create table web_version (
  -- `whatsapp` or `sandbox`.
  network text primary key,
  version text not null,
  source text not null,
  -- When it last was known to be the newest.
  confirmed_at timestamptz not null,
  -- What the network's page said last.
  newest text,
  checked_at timestamptz,
  -- Why the page could not be read since.
  problem text
);

-- Who did what to accounts, keys, clients, flows and the like. A row is written before the change it tells of, `changed` with
-- it and its outcome after it, so that no change is without its row; one that stays `begun` or `changed` was cut off.
create table audit_log (
  id bigint primary key generated always as identity,
  -- Kept when the account is gone. `operator` on the command line, `nobody` for a sign-in to no account; of a pairing link, who
  -- made it.
  user_id text not null,
  via text not null,
  key_id uuid,
  operation text not null,
  -- Ids and names out of the input; never what is secret.
  target jsonb not null,
  -- begun | changed | done | the code of the refusal
  outcome text not null default 'begun',
  request_id text,
  created_at timestamptz not null default now()
);
create index audit_log_by_user on audit_log (user_id, id);
create index audit_log_by_operation on audit_log (operation, id);
create index audit_log_by_age on audit_log (created_at);

-- Writes the event log from the tables of the facts: what happened and the news of it commit together, whoever writes it.
-- Row triggers with a condition: a change that is no news costs the comparison and nothing else.

-- A transaction takes its number before its first event takes one: readers know by that which events may still come.
create function number_transaction() returns trigger language plpgsql as $$
begin
  perform pg_current_xact_id();
  return null;
end $$;

create trigger transaction_numbered before insert on event_log for each statement
  execute function number_transaction();

create function message_event(m message) returns jsonb language sql stable as $$
  select jsonb_build_object('jid', m.chat, 'id', m.id, 'fromMe', m.from_me, 'participant', m.participant,
    'timestamp', m.at_sec, 'type', m.type, 'text', m.text, 'status', m.status, 'pushName', m.push_name,
    'quotedId', m.quoted_id, 'origin', m.origin)
$$;

-- Of a status; what changes one, which goes to the feed too, is none.
create function status_key(m message) returns jsonb language sql stable as $$
  select jsonb_build_object('id', m.id, 'fromMe', m.from_me, 'participant', case when not m.from_me then m.participant end)
$$;

create function status_event(m message) returns jsonb language sql stable as $$
  select status_key(m) || jsonb_build_object('timestamp', m.at_sec, 'type', m.type, 'text', m.text,
    'pushName', m.push_name, 'origin', m.origin)
$$;

create function log_message_stored() returns trigger language plpgsql as $$
begin
  if new.chat = 'status@broadcast' then
    insert into event_log (user_id, client_id, name, chat, data)
    select c.user_id, new.client_id, case when new.from_me then 'status.posted' else 'status.received' end, new.chat,
      status_event(new)
    from client c where c.id = new.client_id and new.type not in ('reaction', 'edit', 'revoke', 'pin');
    return null;
  end if;
  insert into event_log (user_id, client_id, name, chat, data)
  select c.user_id, new.client_id, case when new.from_me then 'message.sent' else 'message.received' end, new.chat,
    message_event(new)
  from client c where c.id = new.client_id;
  return null;
end $$;

create trigger message_stored after insert on message for each row
  when (new.origin <> 'history' and new.status not in ('PENDING', 'ERROR')) execute function log_message_stored();

-- As the function below, of statuses: that somebody has seen one is written with the receipt.
create function log_status_changed(was message, m message, owner text, is_sent boolean) returns void language plpgsql as $$
declare
  key jsonb := status_key(m);
begin
  if is_sent then
    insert into event_log (user_id, client_id, name, chat, data)
    values (owner, m.client_id, 'status.posted', m.chat, status_event(m));
  elsif m.status = 'ERROR' and was.status <> 'ERROR' then
    insert into event_log (user_id, client_id, name, chat, data)
    values (owner, m.client_id, 'status.failed', m.chat, key || jsonb_build_object('error', m.error, 'failure',
      case when m.error_params is not null then jsonb_build_object('code', m.error_code, 'params', m.error_params) end));
  end if;
  if m.revoked_at is distinct from was.revoked_at then
    insert into event_log (user_id, client_id, name, chat, data)
    values (owner, m.client_id, 'status.deleted', m.chat, key);
  elsif m.reactions is distinct from was.reactions then
    insert into event_log (user_id, client_id, name, chat, data)
    select owner, m.client_id, 'status.reaction', m.chat,
      key || jsonb_build_object('by', person, 'reaction', coalesce(m.reactions ->> person, ''))
    from jsonb_object_keys(coalesce(was.reactions, '{}') || coalesce(m.reactions, '{}')) as person
    where was.reactions ->> person is distinct from m.reactions ->> person;
  end if;
end $$;

-- A receipt can be stored before the acknowledgement of the network: such a message is told as sent too, before its receipt.
create function log_message_changed() returns trigger language plpgsql as $$
declare
  was_open boolean := old.status in ('PENDING', 'ERROR') and old.server_at is null;
  is_sent boolean := new.from_me and was_open and new.status not in ('PENDING', 'ERROR');
  owner text := (select user_id from client where id = new.client_id);
  key jsonb := jsonb_build_object('jid', new.chat, 'id', new.id, 'fromMe', new.from_me, 'participant', new.participant);
begin
  if owner is null then return null; end if;
  if new.chat = 'status@broadcast' then
    if new.type not in ('reaction', 'edit', 'revoke', 'pin') then
      perform log_status_changed(old, new, owner, is_sent);
    end if;
    return null;
  end if;
  if is_sent then
    insert into event_log (user_id, client_id, name, chat, data)
    values (owner, new.client_id, 'message.sent', new.chat, message_event(new));
  end if;
  if new.status is distinct from old.status and not (is_sent and new.status = 'SERVER_ACK') then
    insert into event_log (user_id, client_id, name, chat, data)
    values (owner, new.client_id, 'message.status', new.chat,
      key || jsonb_build_object('status', new.status, 'error', new.error, 'failure',
        case when new.error_params is not null
          then jsonb_build_object('code', new.error_code, 'params', new.error_params) end));
  end if;
  if new.revoked_at is distinct from old.revoked_at then
    insert into event_log (user_id, client_id, name, chat, data)
    values (owner, new.client_id, 'message.deleted', new.chat, key);
    return null;
  end if;
  if new.edited_at is distinct from old.edited_at then
    insert into event_log (user_id, client_id, name, chat, data)
    values (owner, new.client_id, 'message.edited', new.chat, key || jsonb_build_object('text', new.text));
  end if;
  if new.reactions is distinct from old.reactions then
    insert into event_log (user_id, client_id, name, chat, data)
    select owner, new.client_id, 'message.reaction', new.chat,
      key || jsonb_build_object('by', person, 'reaction', coalesce(new.reactions ->> person, ''))
    from jsonb_object_keys(coalesce(old.reactions, '{}') || coalesce(new.reactions, '{}')) as person
    where old.reactions ->> person is distinct from new.reactions ->> person;
  end if;
  if new.votes is distinct from old.votes then
    insert into event_log (user_id, client_id, name, chat, data)
    select owner, new.client_id, 'message.vote', new.chat,
      key || jsonb_build_object('by', person, 'options', coalesce(new.votes -> person, '[]'))
    from jsonb_object_keys(coalesce(old.votes, '{}') || coalesce(new.votes, '{}')) as person
    where old.votes -> person is distinct from new.votes -> person;
  end if;
  return null;
end $$;

create trigger message_changed after update on message for each row
  when (old.status is distinct from new.status or old.edited_at is distinct from new.edited_at
    or old.revoked_at is distinct from new.revoked_at or old.reactions is distinct from new.reactions
    or old.votes is distinct from new.votes)
  execute function log_message_changed();

create function log_client_state() returns trigger language plpgsql as $$
begin
  insert into event_log (user_id, client_id, name, data)
  select c.user_id, c.id, 'client.status', jsonb_build_object('status', new.status, 'code', new.code,
    'detail', new.detail, 'cause', new.cause, 'rawCode', new.raw_code)
  from client c where c.id = new.client_id;
  return null;
end $$;

create trigger client_state_logged after insert on client_state_log for each row
  execute function log_client_state();

create function log_contact() returns trigger language plpgsql as $$
begin
  insert into event_log (user_id, client_id, name, chat, data)
  select c.user_id, c.id, 'contact.updated', new.id, jsonb_build_object('jid', new.id, 'lid', new.lid,
    'phoneNumber', '+' || split_part(new.phone, '@', 1), 'name', new.name, 'notify', new.notify, 'username', new.username)
  from client c where c.id = new.client_id;
  return null;
end $$;

create trigger contact_made after insert on contact for each row execute function log_contact();

create trigger contact_changed after update on contact for each row
  when ((old.id, old.lid, old.phone, old.name, old.notify, old.username)
    is distinct from (new.id, new.lid, new.phone, new.name, new.notify, new.username))
  execute function log_contact();

create function log_contact_automation() returns trigger language plpgsql as $$
begin
  insert into event_log (user_id, client_id, name, chat, data)
  select c.user_id, c.id, 'contact.updated', new.jid, jsonb_build_object('jid', new.jid, 'blacklist', new.blacklist,
    'favourite', new.favourite, 'tags', new.tags, 'handoffUntil', new.handoff_until)
  from client c where c.id = new.client_id;
  return null;
end $$;

create trigger contact_automation_changed after update on contact_automation for each row
  when ((old.blacklist, old.favourite, old.tags, old.handoff_until)
    is distinct from (new.blacklist, new.favourite, new.tags, new.handoff_until))
  execute function log_contact_automation();

create function log_flow_state() returns trigger language plpgsql as $$
declare
  s flow_state := case when tg_op = 'DELETE' then old else new end;
begin
  insert into event_log (user_id, client_id, name, chat, data)
  select c.user_id, c.id, 'flow.state.changed', s.contact_jid, jsonb_build_object('flowStateId', s.id,
    'flowId', s.flow_id, 'contactJid', s.contact_jid, 'state', case when tg_op = 'DELETE' then 'removed' else s.state end,
    'currentNodeId', s.current_node_id, 'error', s.error)
  from client c where c.id = s.client_id;
  return null;
end $$;

create trigger flow_state_made after insert on flow_state for each row execute function log_flow_state();

create trigger flow_state_changed after update on flow_state for each row
  when (old.state is distinct from new.state or old.current_node_id is distinct from new.current_node_id)
  execute function log_flow_state();

create trigger flow_state_removed after delete on flow_state for each row
  when (old.state not in ('completed', 'failed', 'cancelled', 'expired')) execute function log_flow_state();

create function forget_client_events() returns trigger language plpgsql as $$
begin
  delete from event_log where user_id = old.user_id and client_id = old.id;
  return null;
end $$;

create trigger client_forgotten after delete on client for each row execute function forget_client_events();

-- States of conversations: the contact wrote, a person wrote, a flow handed over or got the chat back, a member left.
create function note_written() returns trigger language plpgsql as $$
begin
  insert into conversation as c (client_id, chat, state, waiting_since, last_seq)
  select w.client_id, w.chat, case when w.needs_person then 'waiting' else 'open' end,
    case when w.needs_person then now() end, w.seq
  from (
    select a.client_id, a.chat, max(a.seq) as seq, a.chat not like '%@g.us' and (
        not exists (select from flow f where f.client_id = a.client_id and f.is_active)
        or exists (select from contact_automation p
          where p.client_id = a.client_id and p.jid = a.chat and p.handoff_until > now())) as needs_person
    from added a
    where not a.from_me and a.origin = 'contact' and a.chat <> 'status@broadcast'
      and a.type not in ('reaction', 'edit', 'revoke', 'pin')
    group by a.client_id, a.chat order by a.client_id, a.chat
  ) w
  on conflict (client_id, chat) do update set last_seq = excluded.last_seq, snoozed_until = null,
    state = case when excluded.state = 'waiting' or c.assigned_to is not null or c.state = 'waiting'
      then 'waiting' else 'open' end,
    waiting_since = case when excluded.state = 'waiting' or c.assigned_to is not null or c.state = 'waiting'
      then coalesce(c.waiting_since, now()) end,
    updated_at = now();
  update conversation c set state = 'open', waiting_since = null, answered_seq = a.seq, updated_at = now() from added a
    where a.from_me and (a.origin = 'phone' or a.origin = 'api' and exists (select from person_send p
        where p.client_id = a.client_id and p.message_id = a.id))
      and c.client_id = a.client_id and c.chat = a.chat and c.state = 'waiting' and c.last_seq < a.seq;
  return null;
end $$;

create trigger message_written after insert on message referencing new table as added for each statement
  execute function note_written();

create function note_handed_over() returns trigger language plpgsql as $$
begin
  if new.handoff_until > now() and new.handoff_by ->> 'kind' in ('flow', 'loop_guard') then
    insert into conversation as c (client_id, chat, state, waiting_since, last_seq)
    select new.client_id, new.jid, 'waiting', now(), m.seq from (
      select q.seq from message q where q.client_id = new.client_id and q.chat = new.jid
      order by q.at_sec desc, q.seq desc limit 1) m
    on conflict (client_id, chat) do update set state = 'waiting', snoozed_until = null,
      waiting_since = coalesce(c.waiting_since, now()), updated_at = now();
  elsif new.handoff_until is null or new.handoff_until <= now() then
    update conversation set state = 'open', waiting_since = null, updated_at = now()
      where client_id = new.client_id and chat = new.jid and state = 'waiting';
  end if;
  return null;
end $$;

create trigger handed_over after update on contact_automation for each row
  when ((old.handoff_until, old.handoff_by) is distinct from (new.handoff_until, new.handoff_by))
  execute function note_handed_over();

create trigger handed_over_at_first after insert on contact_automation for each row
  when (new.handoff_until is not null) execute function note_handed_over();

create function note_waited() returns trigger language plpgsql as $$
begin
  insert into conversation_wait (client_id, chat, began_at, ended_at, is_answered, answered_by, department_id, assigned_to)
  select new.client_id, new.chat, old.waiting_since, now(), new.answered_seq is distinct from old.answered_seq,
    case when new.answered_seq is distinct from old.answered_seq then (
      select coalesce(m.sent_by, case when m.origin = 'phone' then 'phone' end) from message m where m.seq = new.answered_seq) end,
    new.department_id, new.assigned_to;
  return null;
end $$;

create trigger conversation_waited after update on conversation for each row
  when (old.state = 'waiting' and new.state <> 'waiting' and old.waiting_since is not null)
  execute function note_waited();

-- Labels of a conversation follow it; only one that has or had some costs anything.
create function note_labelled() returns trigger language plpgsql as $$
begin
  update conversation_label set state = new.state, last_seq = new.last_seq
    where client_id = new.client_id and chat = new.chat;
  return null;
end $$;

create trigger conversation_labelled after update on conversation for each row
  when (new.is_labelled and (old.state, old.last_seq) is distinct from (new.state, new.last_seq))
  execute function note_labelled();

-- That a conversation begins or ends to wait is told by the messages that it follows from.
create function log_conversation() returns trigger language plpgsql as $$
begin
  insert into event_log (user_id, client_id, name, chat, data)
  select c.user_id, c.id, 'contact.updated', new.chat, jsonb_build_object('jid', new.chat, 'state', new.state,
    'snoozedUntil', new.snoozed_until, 'assignedTo', new.assigned_to, 'departmentId', new.department_id)
  from client c where c.id = new.client_id;
  return null;
end $$;

create trigger conversation_made after insert on conversation for each row
  when (new.state in ('snoozed', 'resolved') or new.assigned_to is not null or new.department_id is not null)
  execute function log_conversation();

create trigger conversation_changed after update on conversation for each row
  when ((old.snoozed_until, old.assigned_to, old.department_id)
      is distinct from (new.snoozed_until, new.assigned_to, new.department_id)
    or (old.state is distinct from new.state
      and (old.state in ('snoozed', 'resolved') or new.state in ('snoozed', 'resolved'))))
  execute function log_conversation();

-- The record of what was done with conversations: by whoever calls the first, and as it follows from what is decided and written.
create function note_entry(client uuid, chat text, kind text, actor text, facts jsonb) returns void language sql as $$
  insert into conversation_entry (client_id, chat, kind, actor, facts) values ($1, $2, $3, $4, $5)
$$;

create function note_takeover() returns trigger language plpgsql as $$
declare
  cause jsonb := new.handoff_by;
  holds boolean := coalesce(new.handoff_until > now(), false);
  held boolean := coalesce(old.handoff_until > now(), false);
  made text;
  maker text;
begin
  if holds and cause ->> 'kind' in ('flow', 'loop_guard') then
    made := 'needs_person';
    maker := 'flow:' || (cause ->> 'flowId');
  elsif holds and cause ->> 'kind' = 'person' and (not held or old.handoff_by ->> 'kind' is distinct from 'person'
      or old.handoff_by ->> 'by' is distinct from cause ->> 'by')
    and exists (select from flow f where f.client_id = new.client_id and f.is_active) then
    made := 'taken_over';
    maker := coalesce(cause ->> 'by', 'phone');
  elsif held and not holds then
    made := 'given_back';
    maker := coalesce(cause ->> 'by', 'flow:' || (cause ->> 'flowId'), 'system');
  end if;
  -- Contacts that become one bring over what was noted when it was done.
  if made is not null and not exists (select from conversation_entry e where e.client_id = new.client_id and e.chat = new.jid
      and e.kind = made and e.at = to_timestamp((cause ->> 'at')::float8 / 1000)) then
    insert into conversation_entry (client_id, chat, at, kind, actor, facts)
    values (new.client_id, new.jid, coalesce(to_timestamp((cause ->> 'at')::float8 / 1000), clock_timestamp()), made, maker,
      jsonb_strip_nulls(jsonb_build_object('nodeId', cause ->> 'nodeId',
        'until', case when holds then to_jsonb(new.handoff_until) end)));
  end if;
  return null;
end $$;

create trigger taken_over after update on contact_automation for each row
  when ((old.handoff_until, old.handoff_by) is distinct from (new.handoff_until, new.handoff_by))
  execute function note_takeover();

create function note_reopened() returns trigger language plpgsql as $$
begin
  perform note_entry(new.client_id, new.chat, 'reopened', 'contact', '{}');
  return null;
end $$;

create trigger conversation_reopened after update on conversation for each row
  when (old.state in ('snoozed', 'resolved') and new.state in ('open', 'waiting') and new.last_seq > old.last_seq)
  execute function note_reopened();

create function log_entry() returns trigger language plpgsql as $$
declare
  entry conversation_entry;
begin
  if tg_op = 'DELETE' then entry := old; else entry := new; end if;
  insert into event_log (user_id, client_id, name, chat, data)
  select c.user_id, c.id, 'conversation.entry', entry.chat, jsonb_build_object('jid', entry.chat, 'entryId', entry.id,
    'kind', entry.kind, 'change', case tg_op when 'INSERT' then 'added' when 'UPDATE' then 'edited' else 'deleted' end)
  from client c where c.id = entry.client_id;
  return null;
end $$;

create trigger conversation_entry_made after insert on conversation_entry for each row execute function log_entry();

create trigger conversation_entry_edited after update on conversation_entry for each row
  when (old.text is distinct from new.text) execute function log_entry();

create trigger conversation_entry_deleted after delete on conversation_entry for each row execute function log_entry();

create function unassign_member() returns trigger language plpgsql as $$
begin
  with freed as (
    update conversation c set assigned_to = null, updated_at = now() from client k
      where c.assigned_to = old.user_id and k.id = c.client_id and k.user_id = old.workspace_id
      returning c.client_id, c.chat
  )
  insert into conversation_entry (client_id, chat, kind, actor, facts)
    select client_id, chat, 'unassigned', 'system', jsonb_build_object('userId', old.user_id) from freed;
  return null;
end $$;

create trigger member_unassigned after delete on workspace_member for each row execute function unassign_member();

create function leave_departments() returns trigger language plpgsql as $$
begin
  delete from department_member m using department d
    where m.user_id = old.user_id and d.id = m.department_id and d.user_id = old.workspace_id;
  return null;
end $$;

create trigger member_left_departments after delete on workspace_member for each row execute function leave_departments();

-- Whoever has no workspace gets one of their own, so that everybody has one at any time.
create function give_workspace(person text) returns void language plpgsql as $$
declare
  new_id text;
begin
  select case when exists (select from workspace w where w.id = u.id) then gen_random_uuid()::text else u.id end
    into new_id
    from "user" u where u.id = person and not exists (select from workspace_member m where m.user_id = u.id);
  if new_id is null then return; end if;
  insert into workspace (id, name, plan) select new_id, u.name, u.plan from "user" u where u.id = person;
  insert into workspace_member (workspace_id, user_id, role) values (new_id, person, 'owner');
end $$;

create function give_first_workspace() returns trigger language plpgsql as $$
begin
  perform give_workspace(new.id);
  return null;
end $$;

create trigger user_made after insert on "user" for each row execute function give_first_workspace();

create function pass_on_plan() returns trigger language plpgsql as $$
begin
  update workspace w set plan = new.plan from workspace_member m
    where m.user_id = new.id and m.role = 'owner' and w.id = m.workspace_id;
  return null;
end $$;

create trigger user_plan_changed after update on "user" for each row when (old.plan is distinct from new.plan)
  execute function pass_on_plan();

-- A workspace that nobody is in any more goes, with all that is in it.
create function leave_workspace() returns trigger language plpgsql as $$
begin
  delete from workspace w where w.id = old.workspace_id
    and not exists (select from workspace_member m where m.workspace_id = w.id);
  perform give_workspace(old.user_id);
  return null;
end $$;

create trigger workspace_left after delete on workspace_member for each row execute function leave_workspace();

create function forget_workspace_events() returns trigger language plpgsql as $$
begin
  delete from event_log where user_id = old.id;
  return null;
end $$;

create trigger workspace_forgotten after delete on workspace for each row execute function forget_workspace_events();

-- What people are told of, and their devices. Notices are written by a trigger, and only where a device waits for them.
create table notification_choice (
  user_id text primary key references "user" on delete cascade,
  -- all | mine | none
  conversations text not null default 'mine',
  contents boolean not null default false,
  updated_at timestamptz not null default now(),
  -- An e-mail is sent when nobody answers for so long; null: none is.
  email_after_min integer,
  -- What began to wait before that makes no e-mail.
  email_since timestamptz,
  -- Of e-mails, such as pt-BR.
  language text,
  -- Notes that name them.
  mentions boolean not null default true
);
create table push_subscription (
  id uuid primary key,
  user_id text not null references "user" on delete cascade,
  -- A device that signs out gets no more.
  session_id text not null references session on delete cascade,
  endpoint text not null,
  -- Keys of the browser that messages are encrypted for (RFC 8291).
  p256dh text not null,
  auth text not null,
  language text not null,
  created_at timestamptz not null default now(),
  constraint push_subscription_endpoint_unique unique (endpoint)
);
create index push_subscription_of_user on push_subscription (user_id);
create index push_subscription_of_session on push_subscription (session_id);
-- What happened to a conversation, until it is known who is to be told.
create table notice (
  seq bigint generated always as identity primary key,
  client_id uuid not null references client on delete cascade,
  chat text not null,
  -- waiting | assigned | message
  kind text not null,
  assigned_to text,
  created_at timestamptz not null default now(),
  -- Only this person is told.
  told_to text
);
-- What is to be sent to a device; one row a conversation, however much happens in it meanwhile.
create table push_delivery (
  subscription_id uuid not null references push_subscription on delete cascade,
  client_id uuid not null references client on delete cascade,
  chat text not null,
  kind text not null,
  -- Of the newest notice it is of: one that came while another was sent is not lost with it.
  version bigint not null,
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  constraint push_delivery_pk primary key (subscription_id, client_id, chat)
);
create index push_delivery_due on push_delivery (due_at);
-- E-mails to people about conversations that nobody answers. One e-mail tells of all that is due for somebody then.
create table notice_email (
  -- Of which its Message-ID is made.
  id uuid primary key,
  user_id text not null references "user" on delete cascade,
  -- due | handing | sent | unknown | refused | given_up | needless. `handing`: a mail server may have it; found so after `due_at`, nobody
  -- knows, and it is not sent again.
  state text not null default 'due',
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create unique index notice_email_underway on notice_email (user_id) where state in ('due', 'handing');
create index notice_email_due on notice_email (due_at) where state in ('due', 'handing');
create index notice_email_of_user on notice_email (user_id, created_at);
alter table conversation_mention add constraint conversation_mention_email_id_fkey
  foreign key (email_id) references notice_email on delete set null;
create index conversation_mention_of_email on conversation_mention (email_id) where email_id is not null;
-- Of which time of waiting somebody was told.
create table notice_email_item (
  user_id text not null references "user" on delete cascade,
  client_id uuid not null references client on delete cascade,
  chat text not null,
  waiting_since timestamptz not null,
  email_id uuid references notice_email on delete set null,
  constraint notice_email_item_pk primary key (user_id, client_id, chat)
);
create index notice_email_item_of_email on notice_email_item (email_id);
create index notice_email_item_of_client on notice_email_item (client_id);
create function note_notice() returns trigger language plpgsql as $$
declare
  told text;
begin
  if tg_op = 'INSERT' then
    told := case when new.state = 'waiting' then 'waiting' when new.assigned_to is not null then 'assigned' end;
  elsif new.assigned_to is not null and new.assigned_to is distinct from old.assigned_to then told := 'assigned';
  elsif new.state = 'waiting' and old.state <> 'waiting' then told := 'waiting';
  elsif new.assigned_to is not null and new.state = 'waiting' and new.last_seq > old.last_seq then told := 'message';
  end if;
  if told is not null and exists (select from push_subscription) then
    insert into notice (client_id, chat, kind, assigned_to) values (new.client_id, new.chat, told, new.assigned_to);
  end if;
  return null;
end $$;
create trigger conversation_told after insert or update on conversation for each row execute function note_notice();
create function note_mention() returns trigger language plpgsql as $$
begin
  if exists (select from push_subscription s where s.user_id = new.user_id) then
    insert into notice (client_id, chat, kind, told_to)
      select e.client_id, e.chat, 'mention', new.user_id from conversation_entry e
      where e.id = new.entry_id and e.actor <> 'user:' || new.user_id;
  end if;
  return null;
end $$;
create trigger conversation_mentioned after insert on conversation_mention for each row execute function note_mention();
create function log_call() returns trigger language plpgsql as $$
declare
  facts jsonb := jsonb_build_object('callId', new.id, 'isVideo', new.is_video);
begin
  insert into event_log (user_id, client_id, name, chat, data)
  select c.user_id, c.id, case new.state when 'ringing' then 'call.received' else 'call.ended' end, new.chat,
    facts || jsonb_build_object('jid', new.chat, 'callerJid', new.caller, 'state', new.state,
      'timestamp', extract(epoch from coalesce(new.ended_at, new.began_at))::bigint)
  from client c where c.id = new.client_id;
  if new.state <> 'ringing' then
    insert into conversation_entry (client_id, chat, at, kind, actor, facts)
    values (new.client_id, new.chat, new.ended_at, 'call_' || new.state, new.ended_by, facts);
  end if;
  return null;
end $$;
create trigger call_begun after insert on call for each row execute function log_call();
create trigger call_over after update on call for each row when (old.state is distinct from new.state)
  execute function log_call();

-- What a workspace has for all of its pages: somebody added a department, and every open page is to offer it.
create function log_workspace_changed() returns trigger language plpgsql as $$
declare
  changed jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  -- What goes with its workspace is told to nobody, also where its owner has a new one of its id by then.
  insert into event_log (user_id, name, data)
  select w.id, 'workspace.updated', jsonb_build_object('part', tg_argv[0])
  from workspace w where w.id = changed ->> tg_argv[1] and not (tg_op = 'DELETE' and w.created_at = now());
  return null;
end $$;

create trigger department_changed after insert or delete or update of name, rule, hours, otherwise_id on department
  for each row execute function log_workspace_changed('departments', 'user_id');

create trigger label_changed after insert or delete or update of name, colour on label
  for each row execute function log_workspace_changed('labels', 'user_id');

create trigger canned_reply_changed after insert or delete or update of title, shortcut, text, asset_id on canned_reply
  for each row execute function log_workspace_changed('replies', 'user_id');

-- Its owner comes with a workspace.
create trigger member_joined after insert on workspace_member
  for each row when (new.role <> 'owner') execute function log_workspace_changed('members', 'workspace_id');

create trigger member_changed after delete or update of role, client_ids, away_since on workspace_member
  for each row execute function log_workspace_changed('members', 'workspace_id');

-- That a campaign is planned, begins, stops and ends. One whose state another step only confirms is no news.
create function log_campaign() returns trigger language plpgsql as $$
begin
  insert into event_log (user_id, client_id, name, data)
  values (new.user_id, new.client_id, 'campaign.updated', jsonb_build_object('campaignId', new.id, 'name', new.name,
    'state', new.state, 'change', case new.state when 'planned' then 'planned' when 'draft' then 'withdrawn'
      when 'running' then case when old.started_at is null then 'started' else 'resumed' end when 'done' then 'finished'
      else new.state end,
    'pausedBecause', new.paused_because));
  return null;
end $$;

create trigger campaign_moved after update on campaign for each row when (old.state is distinct from new.state)
  execute function log_campaign();

create function note_media_left() returns trigger language plpgsql as $$
begin
  insert into file_left (key) select client_id || '/' || id from gone where state <> 'gone' on conflict do nothing;
  return null;
end $$;
create trigger media_left after delete on media referencing old table as gone
  for each statement execute function note_media_left();

create function note_assets_left() returns trigger language plpgsql as $$
begin
  insert into file_left (key)
  select 'assets/' || left(encode(sha256(convert_to(user_id, 'UTF8')), 'hex'), 16) || '/' || id from gone on conflict do nothing;
  return null;
end $$;
create trigger asset_left after delete on asset referencing old table as gone
  for each statement execute function note_assets_left();
