import type { templates as en } from '../en/templates.ts'

export const templates: typeof en = {
  title: 'Plantillas',
  intro: 'Conversaciones enteras que funcionan. Toma una, cambia sus textos y ponla en tu número.',
  manyLanguages: 'Conversa en varios idiomas',
  oneLanguage: 'Sus textos están en el idioma de esta página.',
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
    },
    'clinic-bookings': {
      title: 'Consultorio: turnos',
      summary: 'Reserva, muestra y cancela turnos; una misma hora nunca se da a dos personas.',
    },
    'shop-payment': {
      title: 'Tienda: pedido y pago',
      summary: 'Productos con existencias, un enlace de pago, y la confirmación cuando se paga.',
    },
    'support-desk': {
      title: 'Soporte con asistente',
      summary: 'Responde con tus documentos, consulta pedidos y pasa a una persona.',
    },
    'lead-qualification': {
      title: 'Calificación de prospectos',
      summary: 'Una conversación corta que da puntos a quien se interesa y pasa adelante a los buenos.',
    },
    'school-office': {
      title: 'Secretaría de escuela',
      summary: 'Inscripción, copia de un recibo, justificantes por foto, calendario y mensajes.',
    },
    'gym-members': {
      title: 'Gimnasio',
      summary: 'Precios por plan y personas, lugares en las clases, una visita de prueba gratis.',
    },
    'estate-agent': {
      title: 'Inmobiliaria',
      summary: 'Un asistente que encuentra viviendas en una tabla y reserva una visita.',
    },
    'event-signup': {
      title: 'Inscripción a un evento',
      summary: 'Lugares limitados, lista de espera, cancelación, y un recordatorio el día anterior.',
    },
    'delivery-tracking': {
      title: 'Rastreo de entregas',
      summary: 'Dice dónde está un paquete, cambia su día y atiende direcciones equivocadas y pérdidas.',
    },
    'nps-survey': {
      title: 'Encuesta de satisfacción (NPS)',
      summary:
        'Pide una nota después de la compra; los contentos opinan, los descontentos hablan con una persona.',
    },
    'languages-menu': {
      title: 'Menú en tres idiomas',
      summary: 'La recepción de un hotel que pregunta el idioma una vez y lo recuerda.',
    },
    'repair-shop': {
      title: 'Taller de reparación',
      summary: 'Recibe lo que se rompió con una foto, dice cómo va y pregunta si se acepta el presupuesto.',
    },
    'cake-orders': {
      title: 'Pasteles por encargo',
      summary: 'Sabor, tamaño y un día con lugar; el comprobante del anticipo confirma el encargo.',
    },
    'water-delivery': {
      title: 'Entrega de agua y gas',
      summary: 'Recuerda el último pedido y lo repite con una respuesta.',
    },
    'accountant-documents': {
      title: 'Documentos para el contador',
      summary: 'Recibe papeles uno por uno, los ordena por empresa y dice qué llegó y qué vence.',
    },
    'appointment-booking': {
      title: 'Reservar una visita',
      summary: 'Servicio, día y hora, con un resumen para confirmar.',
    },
    'order-status': {
      title: 'Estado del pedido',
      summary: 'Un menú que dice dónde está un pedido, recibe una devolución o llama a una persona.',
    },
    'news-opt-in': {
      title: 'Consentimiento para novedades',
      summary: 'Pregunta antes de enviar algo; el silencio lo termina.',
    },
    'group-entrance': {
      title: 'Grupo: una pregunta en la puerta',
      summary:
        'Pregunta a quien quiere entrar si acepta las reglas, le deja entrar o no, y le da la bienvenida en el grupo.',
    },
    'stop-word': {
      title: 'Palabra para salir',
      summary: 'Quien escribe “salir” deja cualquier conversación con un flujo de este número.',
    },
  },
}
