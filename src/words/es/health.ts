import type { health as en } from '../en/health.ts'

export const health: typeof en = {
  title: 'Salud de la cuenta',
  levels: { good: 'Buena', careful: 'Con cuidado', at_risk: 'En riesgo' },
  allWell: 'No se encontró nada que moleste a la red.',
  connected: (share, losses) =>
    `Conectado el ${share} de las últimas 24 horas${losses === 0 ? '' : losses === 1 ? ', con 1 corte' : `, con ${losses} cortes`}`,
  sent: (sent, lastHour) => `${sent} enviados en 24 horas, ${lastHour} de ellos en la última`,
  pace: (mostPerHour) => `Como máximo ${mostPerHour} por hora, por la velocidad del propio número`,
  refused: (count, codes) => `${count} rechazados por la red (${codes})`,
  noneRefused: 'Ninguno rechazado por la red',
  newPeople: (count) =>
    count === 1
      ? '1 persona nueva a la que se le escribió primero'
      : `${count} personas nuevas a las que se les escribió primero`,
  unreached: (unreached, sent) =>
    `De los ${sent} mensajes de ayer a personas, ${unreached} no llegaron a ningún teléfono`,
  answered: (answered, newPeople) => `De las ${newPeople} personas nuevas de ayer, ${answered} respondieron`,
  findings: {
    RESTRICTED: [
      'La red restringe esta cuenta ahora.',
      'Hasta que termine, no le escribas a nadie que no haya escrito primero. A quien sigue, muchas veces lo suspenden.',
    ],
    NEW_CHATS_SPENT: [
      'La cuenta empezó casi tantos chats nuevos como permite la red.',
      'Hasta el próximo período no empieces chats nuevos, tampoco a mano. Deja que las personas escriban primero: para eso sirve un enlace o un código QR.',
    ],
    REFUSALS: [
      'La red rechazó muchos de los mensajes de las últimas 24 horas.',
      'Envía menos, y solo a quienes lo esperan, hasta que no se rechace ninguno más.',
    ],
    NEW_CHATS_WARNED: [
      'La red advirtió a esta cuenta que empieza muchos chats nuevos.',
      'Escribe a menos personas que nunca te escribieron.',
    ],
    RESTRICTED_LATELY: [
      'La red restringió esta cuenta en los últimos siete días.',
      'Vuelve a empezar despacio: primero respuestas, luego pocas personas nuevas por día.',
    ],
    SOME_REFUSALS: [
      'La red rechazó algunos mensajes de las últimas 24 horas.',
      'Si llegan a ser más, envía menos.',
    ],
    UNREACHED: [
      'Muchos mensajes de ayer no llegaron a ningún teléfono. Así se ve también a quienes bloquean una cuenta.',
      'Escribe solo a números en uso y a personas que lo esperan, y deja que digan basta.',
    ],
    UNANSWERED: [
      'Casi nadie de aquellos a quienes se les escribió primero ayer respondió. La red toma eso por spam.',
      'Escribe primero solo a quienes lo pidieron, y pregunta algo fácil de responder.',
    ],
    FAST: [
      'El número puede enviar más rápido de lo que escribe una persona.',
      'Baja su velocidad en la configuración. WhatsApp no indica una segura; los números empiezan con un mensaje por segundo.',
    ],
    UNSTEADY: [
      'La conexión se perdió a menudo en las últimas 24 horas.',
      'Mira el historial del número, su proxy y la conexión del equipo.',
    ],
    NOT_CONNECTED: [
      'El número debería estar conectado y no lo está.',
      'Su estado, arriba, dice por qué y qué hacer.',
    ],
  },
}
