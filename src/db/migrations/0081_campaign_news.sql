-- Which campaign sent a message, for its conversation.
create index campaign_person_of_message on campaign_person (message_id) where message_id is not null;

-- Who noted that a contact wants no campaigns; null for what is older.
alter table campaign_opt_out add column created_by text;

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
