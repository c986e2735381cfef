-- A run that waits for a person to approve a text holds its contact's conversation like any live run.
drop index one_live;
--> statement-breakpoint
create unique index one_live on flow_state using btree (client_id, contact_jid)
  where state in ('running','waiting_input','waiting_timer','waiting_effect','waiting_approval','handed_off');
--> statement-breakpoint
-- Texts that wait for a person: few among all runs, and counted beside the inbox.
create index flow_state_approvals on flow_state using btree (client_id) where state = 'waiting_approval';
