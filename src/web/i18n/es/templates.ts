import type { templates as en } from '../en/templates.ts'

const SPEAKS = {
  pt: 'Textos en portugués',
  en: 'Textos en inglés',
  both: 'Textos en portugués y en inglés',
  many: 'Textos en varios idiomas',
}

export const templates: typeof en = {
  title: 'Plantillas',
  intro: 'Conversaciones enteras que funcionan. Toma una, cambia sus textos y ponla en tu número.',
  speaks: (speaks) => SPEAKS[speaks],
  conversation: 'Una conversación con ella',
  picture: 'El flujo, dibujado en pequeño',
  from: { contact: 'El contacto', flow: 'El flujo' },
  contents: 'Lo que viene con ella',
  steps: (count) => `${count} pasos, dibujados y listos para cambiar`,
  table: (name, rows) =>
    rows === 0
      ? `La tabla “${name}”, que se llena sola`
      : `La tabla “${name}” con ${rows === 1 ? 'una fila' : `${rows} filas`} para empezar`,
  cases: (count) =>
    count === 0
      ? 'Aún sin pruebas'
      : count === 1
        ? 'Una prueba, que se ejecuta antes de cada publicación'
        : `${count} pruebas, que se ejecutan antes de cada publicación`,
  model: 'Configuras un modelo de lenguaje para ella, en Configuración',
  secret: (name) => `Guardas el secreto “${name}” para ella, en Integraciones`,
  use: 'Usar esta plantilla',
  all: {
    'restaurant-cart': {
      title: 'Restaurante: pedido con bolsa',
      summary:
        'Recibe pedidos con un menú que sale de una tabla: bolsa, entrega o retiro, pago y confirmación.',
      speaks: 'pt',
    },
    'clinic-bookings': {
      title: 'Consultorio: turnos',
      summary: 'Reserva, muestra y cancela turnos; una misma hora nunca se da a dos personas.',
      speaks: 'pt',
    },
    'shop-payment': {
      title: 'Tienda: pedido y pago',
      summary: 'Productos con existencias, un enlace de pago, y la confirmación cuando se paga.',
      speaks: 'en',
    },
    'support-desk': {
      title: 'Soporte con asistente',
      summary: 'Responde con tus documentos, consulta pedidos y pasa a una persona.',
      speaks: 'en',
    },
    'lead-qualification': {
      title: 'Calificación de prospectos',
      summary: 'Una conversación corta que da puntos a quien se interesa y pasa adelante a los buenos.',
      speaks: 'pt',
    },
    'school-office': {
      title: 'Secretaría de escuela',
      summary: 'Inscripción, copia de un recibo, justificantes por foto, calendario y mensajes.',
      speaks: 'pt',
    },
    'gym-members': {
      title: 'Gimnasio',
      summary: 'Precios por plan y personas, lugares en las clases, una visita de prueba gratis.',
      speaks: 'en',
    },
    'estate-agent': {
      title: 'Inmobiliaria',
      summary: 'Un asistente que encuentra viviendas en una tabla y reserva una visita.',
      speaks: 'en',
    },
    'event-signup': {
      title: 'Inscripción a un evento',
      summary: 'Lugares limitados, lista de espera, cancelación, y un recordatorio el día anterior.',
      speaks: 'en',
    },
    'delivery-tracking': {
      title: 'Rastreo de entregas',
      summary: 'Dice dónde está un paquete, cambia su día y atiende direcciones equivocadas y pérdidas.',
      speaks: 'pt',
    },
    'nps-survey': {
      title: 'Encuesta de satisfacción (NPS)',
      summary:
        'Pide una nota después de la compra; los contentos opinan, los descontentos hablan con una persona.',
      speaks: 'pt',
    },
    'languages-menu': {
      title: 'Menú en tres idiomas',
      summary: 'La recepción de un hotel que pregunta el idioma una vez y lo recuerda.',
      speaks: 'many',
    },
    'repair-shop': {
      title: 'Taller de reparación',
      summary: 'Recibe lo que se rompió con una foto, dice cómo va y pregunta si se acepta el presupuesto.',
      speaks: 'both',
    },
    'cake-orders': {
      title: 'Pasteles por encargo',
      summary: 'Sabor, tamaño y un día con lugar; el comprobante del anticipo confirma el encargo.',
      speaks: 'both',
    },
    'water-delivery': {
      title: 'Entrega de agua y gas',
      summary: 'Recuerda el último pedido y lo repite con una respuesta.',
      speaks: 'both',
    },
    'accountant-documents': {
      title: 'Documentos para el contador',
      summary: 'Recibe papeles uno por uno, los ordena por empresa y dice qué llegó y qué vence.',
      speaks: 'both',
    },
    'appointment-booking': {
      title: 'Reservar una visita',
      summary: 'Servicio, día y hora, con un resumen para confirmar.',
      speaks: 'en',
    },
    'order-status': {
      title: 'Estado del pedido',
      summary: 'Un menú que dice dónde está un pedido, recibe una devolución o llama a una persona.',
      speaks: 'en',
    },
    'news-opt-in': {
      title: 'Consentimiento para novedades',
      summary: 'Pregunta antes de enviar algo; el silencio lo termina.',
      speaks: 'en',
    },
    'group-entrance': {
      title: 'Grupo: una pregunta en la puerta',
      summary:
        'Pregunta a quien quiere entrar si acepta las reglas, le deja entrar o no, y le da la bienvenida en el grupo.',
      speaks: 'en',
    },
    'stop-word': {
      title: 'Palabra para salir',
      summary: 'Quien escribe “salir” deja cualquier conversación con un flujo de este número.',
      speaks: 'many',
    },
  },
}
