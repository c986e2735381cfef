export const scheduleFields: Record<string, string> = {
  cron: 'Horario que se repite',
  audience: 'Público',
  jids: 'Números, direcciones o nombres de usuario',
  perMinute: 'Inicios por minuto',
  'trigger.schedule.audience.fields': 'Campos',
  'trigger.schedule.audience.fields.name': 'Campo',
  'trigger.schedule.audience.fields.op': 'Comparación',
  'table.where.op': 'Comparación',
}

export const scheduleHints: Record<string, string> = {
  'trigger.schedule.cron': 'Minuto, hora, día, mes, día de la semana: 0 9 * * mon es cada lunes a las 9:00.',
  'trigger.schedule.at': 'O esto, o un horario que se repite: 2026-12-24 18:00',
  'trigger.schedule.audience.fields':
    'De los contactos con las etiquetas y marcas de arriba, o de todos si no hay ninguna. Se deben cumplir todos.',
  'trigger.schedule.audience.fields.value': 'Como lo guarda el campo: pro, 3, true, 2026-12-24.',
}
