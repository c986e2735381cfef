-- Why a message was ignored or put off, as `{code, params}` (`core/flow/explain/explanation.ts`). Rows of before have none.
alter table inbound_event add column explanation jsonb;
--> statement-breakpoint
-- Why people have the chat, as `{kind, at, ...}` (`core/flow/explain/explanation.ts`). Null for what was paused before.
alter table contact_automation add column handoff_by jsonb;
