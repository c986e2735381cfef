export const scheduleFields: Record<string, string> = {
  cron: 'Horários que se repetem',
  audience: 'Público',
  jids: 'Números, endereços ou nomes de usuário',
  perMinute: 'Inícios por minuto',
  'trigger.schedule.audience.fields': 'Campos',
  'trigger.schedule.audience.fields.name': 'Campo',
  'trigger.schedule.audience.fields.op': 'Comparação',
  'table.where.op': 'Comparação',
}

export const scheduleHints: Record<string, string> = {
  'trigger.schedule.cron': 'Minuto, hora, dia, mês, dia da semana: 0 9 * * mon é toda segunda às 9:00.',
  'trigger.schedule.at': 'Isto ou horários que se repetem: 2026-12-24 18:00',
  'trigger.schedule.audience.fields':
    'Dos contatos com as etiquetas e marcas acima, ou de todos quando não há nenhuma. Todos precisam valer.',
  'trigger.schedule.audience.fields.value': 'Como o campo o guarda: pro, 3, true, 2026-12-24.',
}
