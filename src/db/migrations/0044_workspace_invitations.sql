-- Somebody who was invited into a workspace and has not come yet; gone once they came.
create table workspace_invitation (
  id uuid primary key,
  workspace_id text not null references workspace on delete cascade,
  email text not null,
  role text not null,
  client_ids uuid[],
  token_hash bytea not null,
  invited_by text not null references "user" on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint workspace_invitation_email_unique unique (workspace_id, email),
  constraint workspace_invitation_token_hash_unique unique (token_hash)
);
