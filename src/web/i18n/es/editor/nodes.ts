import type { nodes as english } from '../../en/editor/nodes.ts'

const types: typeof english.types = {
  'trigger.keyword': {
    name: 'Palabra clave',
    hint: 'Empieza cuando un mensaje es, o contiene, ciertas palabras',
  },
  'trigger.any_message': {
    name: 'Cualquier mensaje',
    hint: 'Empieza con un mensaje que ninguna palabra clave aceptó',
  },
  'trigger.main_menu': { name: 'Menú principal', hint: 'El menú al que se llega desde cualquier parte' },
  'trigger.api': { name: 'Iniciado por la API', hint: 'Lo inicia otro sistema o flujo, con datos' },
  'trigger.schedule': { name: 'Calendario', hint: 'Empieza a horas fijas para un público' },
  'trigger.webhook': { name: 'Llamada de fuera', hint: 'Otro sistema llama a una dirección y lo inicia' },
  'wait.webhook': {
    name: 'Esperar una llamada',
    hint: 'Hasta que otro sistema llame a una dirección de esta ejecución',
  },
  'send.text': { name: 'Enviar texto', hint: 'Envía un mensaje de texto' },
  'send.media': { name: 'Enviar archivo', hint: 'Imagen, video, audio, nota de voz, documento o sticker' },
  'send.location': { name: 'Enviar lugar', hint: 'Un lugar en el mapa' },
  'send.contact': { name: 'Enviar contacto', hint: 'Una o más tarjetas de contacto' },
  'send.poll': { name: 'Enviar encuesta', hint: 'Una encuesta en la que se vota' },
  ask: { name: 'Preguntar', hint: 'Pregunta, revisa la respuesta y la guarda' },
  menu: { name: 'Menú', hint: 'Ofrece opciones y sigue la elegida' },
  'menu.list': {
    name: 'Menú de una lista',
    hint: 'Ofrece los elementos de una lista, por páginas, uno o varios',
  },
  condition: { name: 'Condición', hint: 'Sigue el primer caso que se cumple' },
  set: { name: 'Definir variables', hint: 'Define, cuenta o junta valores' },
  each: { name: 'Para cada uno', hint: 'Recorre una lista, elemento por elemento' },
  http: { name: 'Solicitud HTTP', hint: 'Llama a otro sistema y lee su respuesta' },
  email: { name: 'Enviar correo', hint: 'Envía un correo por tu servidor de correo' },
  delay: { name: 'Esperar', hint: 'Un tiempo, hasta un momento, o hasta que abras' },
  business_hours: { name: 'Horario de atención', hint: 'Un camino con el negocio abierto, otro cerrado' },
  split: { name: 'División al azar', hint: 'Reparte a las personas por varios caminos' },
  goto: { name: 'Ir a', hint: 'Continúa en otro nodo' },
  subflow: { name: 'Ejecutar un flujo', hint: 'Ejecuta otro flujo y vuelve' },
  switch_flow: { name: 'Cambiar de flujo', hint: 'Pasa a otro flujo' },
  handoff: { name: 'Pasar a una persona', hint: 'Le da el chat a una persona' },
  'contact.tag': { name: 'Etiquetar contacto', hint: 'Pone y quita etiquetas' },
  'contact.flag': { name: 'Marcar contacto', hint: 'Favorito, o no responderle nunca más' },
  code: { name: 'Script', hint: 'Un poco de JavaScript para lo que no tiene nodo' },
  table: { name: 'Tabla', hint: 'Busca, reserva, cambia o cuenta filas de una tabla' },
  ai: { name: 'Preguntar a un modelo', hint: 'Un modelo de lenguaje responde, extrae o clasifica' },
  goal: { name: 'Objetivo', hint: 'Cuenta quiénes llegaron hasta aquí' },
  'webhook.emit': { name: 'Avisar a webhooks', hint: 'Envía un evento a tus sistemas' },
  'chat.action': { name: 'Acción en el chat', hint: 'Leído, escribiendo, reacción, archivar, etiqueta' },
  end: { name: 'Fin', hint: 'Termina la ejecución, con un último texto' },
  note: { name: 'Nota', hint: 'Un comentario para quienes editan' },
}

const groups: typeof english.groups = {
  trigger: 'Disparadores',
  message: 'Mensajes',
  input: 'Preguntas',
  logic: 'Lógica',
  flow: 'Recorrido',
  action: 'Acciones',
  note: 'Comentarios',
}

const exits: typeof english.exits = {
  received: 'recibido',
  out: 'siguiente',
  failed: 'falló',
  reply: 'respuesta',
  invalid: 'no entendido',
  timeout: 'sin respuesta',
  else: 'si no',
  chosen: 'elegido',
  empty: 'lista vacía',
  each: 'cada elemento',
  sent: 'enviado',
  ok: 'éxito',
  error: 'error',
  open: 'abierto',
  closed: 'cerrado',
  taken: 'ocupado',
  short: 'insuficiente',
  done: 'hecho',
  resumed: 'reanudado',
  handoff: 'una persona',
  declined: 'rechazada',
  undecided: 'nadie decidió',
}

const firstTexts: Record<string, string> = {
  handoff: 'Un momento, por favor: una persona sigue contigo desde aquí.',
}

export const nodes: typeof english = {
  types,
  firstTexts,
  groups,
  exits,
  unknown: (type: string) => `Desconocido (${type})`,
  unknownHint: 'Esta versión de Parley no conoce este nodo.',
}
