import type { system as en } from '../en/system.ts'

export const system: typeof en = {
  title: 'Salud',
  intro: 'Cómo está este servicio, para todos sus usuarios. Solo los administradores ven esta página.',
  healthy: 'Todo funciona.',
  unowned: (count) =>
    count === 1
      ? '1 número debería estar conectado, y ningún proceso se ocupa de él todavía.'
      : `${count} números deberían estar conectados, y ningún proceso se ocupa de ellos todavía.`,
  behind: 'Hay trabajo que espera más de lo que debería.',
  noHosts: 'Ahora ningún proceso se ocupa de números.',
  failedProxies: (count) => (count === 1 ? 'Falló 1 proxy.' : `Fallaron ${count} proxies.`),
  oldVersion: (network, version) =>
    `Los números de ${network} le informan la versión ${version}, que puede ser vieja: la red puede rechazarla pronto.`,
  unreadPage: (network, code) =>
    `La página de ${network} que dice la versión más nueva no se puede leer (${code}).`,
  versions: 'Versiones web',
  versionsBody: 'La versión que los números le informan a cada red. La red rechaza las viejas sin avisar.',
  networks: { whatsapp: 'WhatsApp', sandbox: 'la red de prueba' },
  versionColumns: {
    network: 'Red',
    version: 'Versión',
    source: 'Origen',
    confirmed: 'Se sabe que es la más nueva',
    newest: 'La más nueva',
  },
  versionSources: { page: 'Página de la red', pinned: 'WEB_VERSION', built_in: 'Parley mismo' },
  service: 'Servicio',
  facts: {
    version: 'Versión',
    runtime: 'Node',
    up: 'En marcha desde',
    memory: 'Memoria de este proceso',
    database: 'PostgreSQL',
    size: 'Tamaño de la base de datos',
    latency: 'Respuesta de la base de datos',
  },
  ms: (ms) => `${ms} ms`,
  backlog: 'Lo que espera',
  backlogBody: 'Trabajo decidido y aún sin hacer. El más viejo dice cuánto atraso tiene el servicio.',
  kinds: {
    inbound: 'Eventos para flujos',
    outbound: 'Mensajes de flujos',
    webhooks: 'Eventos para webhooks',
    timers: 'Temporizadores vencidos',
  },
  columns: {
    kind: 'Trabajo',
    waiting: 'En espera',
    oldest: 'El más viejo',
    host: 'Servidor',
    clients: 'Números',
  },
  none: 'Ninguno',
  clients: 'Números',
  clientsBody: (total, running) => `${total} en total, ${running} deberían estar conectados.`,
  hosts: 'Servidores',
  hostsBody: 'Los procesos que se ocupan de números, y de cuántos cada uno.',
  counts: 'Cantidades',
  countNames: {
    users: 'Personas',
    flows: 'Flujos',
    activeFlows: 'Flujos publicados',
    openRuns: 'Ejecuciones abiertas',
    messages: 'Mensajes, cerca de',
    proxies: 'Proxies',
    failedProxies: 'Proxies con fallas',
  },
}
