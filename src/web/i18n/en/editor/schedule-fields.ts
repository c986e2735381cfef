/** Of the form of trigger.schedule: labels and hints. */
export const scheduleFields: Record<string, string> = {
  cron: 'Times that repeat',
  audience: 'Audience',
  jids: 'Numbers, addresses or usernames',
  perMinute: 'Starts a minute',
  'trigger.schedule.audience.fields': 'Fields',
  'trigger.schedule.audience.fields.name': 'Field',
  'trigger.schedule.audience.fields.op': 'Comparison',
  'table.where.op': 'Comparison',
}

export const scheduleHints: Record<string, string> = {
  'trigger.schedule.cron': 'Minute, hour, day, month, weekday: 0 9 * * mon is every Monday at 9:00.',
  'trigger.schedule.at': 'Either this or times that repeat: 2026-12-24 18:00',
  'trigger.schedule.audience.fields':
    'Of contacts with the tags and flags above, or of all where there are none. All of them must hold.',
  'trigger.schedule.audience.fields.value': 'As the field holds it: pro, 3, true, 2026-12-24.',
}
