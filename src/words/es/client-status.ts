import type { statusCodes as englishCodes, statusNames as englishNames } from '../en/client-status.ts'

export const statusCodes: typeof englishCodes = {
  STOPPED: { sentence: 'Está en pausa.', action: 'Conéctalo para continuar.' },
  STARTING: { sentence: 'Se está conectando a WhatsApp.', action: null },
  QR_WAITING: { sentence: 'Un código QR espera que lo escaneen.', action: 'Escanéalo con el teléfono.' },
  CODE_WAITING: {
    sentence: 'Un código espera que lo escriban en el teléfono.',
    action: 'Escríbelo en Dispositivos vinculados, donde se vincula con el número de teléfono.',
  },
  PAIRING_REJECTED: {
    sentence: 'No se pudo verificar la firma de la vinculación, así que este dispositivo no se vinculó.',
    action: 'Conecta de nuevo y escanea el código nuevo. Quita el dispositivo en el teléfono si aparece ahí.',
  },
  QR_EXPIRED: {
    sentence: 'Nadie escaneó el código QR a tiempo.',
    action: 'Conecta de nuevo para tener otro código.',
  },
  PAIRED: { sentence: 'El número está vinculado; se está preparando la conexión.', action: null },
  CONNECTED: { sentence: 'El número está conectado.', action: null },
  CONNECTION_LOST: { sentence: 'La conexión se cortó; se reconecta solo.', action: null },
  PROXY_FAILED: {
    sentence: 'El proxy del número no deja pasar nada; se sigue intentando, nunca sin el proxy.',
    action: 'Si esto dura, revisa el proxy o dale otro al número.',
  },
  NETWORK_UNAVAILABLE: {
    sentence: 'La red no responde; se intenta de nuevo, con pausas cada vez más largas.',
    action: 'Si esto dura, revisa la conexión del servidor.',
  },
  REPLACED: {
    sentence: 'Otra sesión de este dispositivo vinculado tomó la conexión.',
    action: 'Detén la otra y conecta este número de nuevo.',
  },
  IMPORT_PENDING: {
    sentence: 'Una sesión importada espera su primer inicio; si falla, no se guarda nada de ella.',
    action: 'Detén el lugar de donde viene y luego conecta este número.',
  },
  IMPORT_REFUSED: {
    sentence:
      'La red no conoce el dispositivo de la sesión importada, así que no se guardó nada de ella: el teléfono lo quitó, se cerró la sesión en el lugar de donde viene, o es de otra red.',
    action: 'Conecta el número y escanea el código QR para vincularlo, o importa otra sesión.',
  },
  IMPORT_CONFLICT: {
    sentence: 'El lugar de donde vino esta sesión todavía la usa y tomó la conexión.',
    action: 'Detenla ahí para siempre, sin cerrar la sesión, y conecta este número de nuevo.',
  },
  DEVICE_REMOVED: {
    sentence:
      'Este dispositivo se quitó de la cuenta, en el teléfono o por la red; se conecta una vez más para saber cuál de las dos.',
    action: null,
  },
  REMOVED_RESTRICTED: {
    sentence:
      'La red restringió esta cuenta y quitó de ella este dispositivo, como hace con los dispositivos vinculados que toma por no oficiales.',
    action:
      'Espera hasta que el teléfono ya no muestre ninguna restricción; luego conecta o reconecta aquí y escanea el código QR, si aparece uno.',
  },
  LOGGED_OUT: {
    sentence: 'El teléfono quitó este dispositivo vinculado.',
    action:
      'Conecta el número y escanea un código nuevo para vincularlo. Si nadie lo quitó, mira antes en el teléfono si hay una restricción.',
  },
  REACH_OUT_RESTRICTED: {
    sentence:
      'Conectado, pero por ahora la red no deja que esta cuenta escriba a personas nuevas. Las conversaciones siguen.',
    action: 'Espera a que termine la restricción; escribe solo a quienes escribieron primero.',
  },
  NEW_CHAT_LIMIT: {
    sentence:
      'Conectado, pero la cuenta ya empezó casi todos los chats nuevos que la red permite y por ahora no escribe a personas nuevas. Las conversaciones siguen.',
    action: 'Espera el próximo período; los últimos chats de este quedan para el teléfono.',
  },
  RESTRICTED: {
    sentence: 'La red restringió esta cuenta.',
    action: 'Espera a que termine la restricción; responde solo a quienes escribieron primero.',
  },
  FORBIDDEN: {
    sentence: 'La red rechaza esta cuenta.',
    action: 'Abre WhatsApp en el teléfono para ver si la cuenta está suspendida.',
  },
  PASSKEY_REQUIRED: {
    sentence: 'La red pide la llave de acceso de la cuenta antes de vincular este dispositivo.',
    action: 'Firma con ella en la página de la propia red y trae aquí el resultado.',
  },
  PASSKEY_ANSWERED: {
    sentence: 'La llave de acceso se aceptó; falta el teléfono.',
    action: 'Mantén WhatsApp abierto en el teléfono.',
  },
  PASSKEY_CONFIRM: {
    sentence: 'El teléfono muestra un código que hay que comparar.',
    action: 'Compáralo con el que aparece aquí y confirma que los dos son iguales.',
  },
  PASSKEY_FAILED: {
    sentence: 'La llave de acceso no se confirmó, así que este dispositivo no se vinculó.',
    action: 'Conecta de nuevo y escanea el código nuevo.',
  },
  OUTDATED: {
    sentence: 'La red rechaza esta versión de la conexión; se prueban solas las más nuevas.',
    action:
      'Si esto dura, un operador debe mirar la versión web en la página del sistema, o actualizar Parley.',
  },
  SESSION_EXPORTED: {
    sentence:
      'La sesión se exportó y puede estar en uso en otro lugar; por eso el número sigue en pausa aquí.',
    action: 'Recupera la sesión en la configuración cuando ya no la use ningún otro lugar, y conecta.',
  },
  START_FAILED: {
    sentence: 'No se pudo conectar.',
    action: 'Mira la causa en el historial y conecta de nuevo.',
  },
}

export const statusNames: typeof englishNames = {
  stopped: 'En pausa',
  starting: 'Conectando',
  pairing: 'Espera al teléfono',
  connected: 'Conectado',
  reconnecting: 'Reconectando',
  restricted: 'Restringido',
  logged_out: 'Desvinculado',
  passkey_required: 'Falta la llave',
  failed: 'Falló',
}
