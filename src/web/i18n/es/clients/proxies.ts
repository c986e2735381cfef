import type { proxies as en } from '../../en/clients/proxies.ts'

export const proxies: typeof en = {
  title: 'Proxies',
  intro: 'El grupo por el que los números llegan a su red. Solo los administradores ven esta página.',
  import: 'Importar proxies',
  empty: 'Aún no hay proxies',
  emptyBody:
    'Sin un grupo, los números se conectan directamente. Importa proxies, y cada número que deba estar conectado recibe uno.',
  columns: {
    proxy: 'Proxy',
    state: 'Estado',
    clients: 'Números',
    file: 'Último archivo',
    checked: 'Última revisión',
    actions: 'Acciones',
  },
  states: { untried: 'Aún sin probar', working: 'Funciona', failed: 'Falló' },
  faults: {
    unreachable: 'Nada responde en su dirección.',
    no_route: 'No tiene camino a la red.',
    refuses_credentials: 'Rechaza el usuario o la contraseña.',
    refuses_target: 'Se niega a conectarse a la red.',
    no_answer: 'No responde a tiempo.',
    no_proxy: 'Lo que responde ahí no es un proxy.',
    target_unreachable: 'La red no responde a través de él.',
    media: 'Los archivos no pasan.',
  },
  failedSince: (ago) => `Falló ${ago}`,
  summary: (all, failed) =>
    failed === 0 ? `${all} en el grupo` : `${all} en el grupo, ${failed} con fallas`,
  withPassword: 'con contraseña',
  actionsFor: (name) => `Qué hacer con ${name}`,
  test: 'Probar ahora',
  testing: 'Se está probando…',
  testWorks: (name, ms) => `${name} funciona: ${ms} ms.`,
  testFile: 'Un archivo pasó por él y volvió.',
  testNoFile: 'Ningún número está conectado por él, así que no se probó ningún archivo.',
  testFails: (name) => `${name} no funciona.`,
  remove: 'Quitar',
  removeTitle: (name) => `¿Quitar ${name}?`,
  removeBody: (clients) =>
    clients === 0
      ? 'Ahora ningún número pasa por él.'
      : `${clients} ${clients === 1 ? 'número pasa' : 'números pasan'} por él y se moverán a otros.`,
  directTitle: '¿Dejar que los números se conecten directamente?',
  directBody: (clients) =>
    `Es el último: ${clients} ${clients === 1 ? 'número se conectaría' : 'números se conectarían'} desde la dirección de este servidor.`,
  directAction: 'Quitar y conectar directamente',
  removed: (name) => `${name} se quitó.`,
  importTitle: 'Importar proxies',
  importBody: 'Un proxy por línea. Uno que ya está en el grupo recibe su nueva contraseña o protocolo.',
  list: 'Proxies',
  listHint:
    'host:puerto, host:puerto:usuario:contraseña, protocolo://usuario:contraseña@host:puerto, o CSV con comas.',
  file: 'Leer de un archivo',
  protocol: 'Protocolo cuando la línea no lo dice',
  protocols: { http: 'HTTP', https: 'HTTPS', socks5: 'SOCKS5' },
  importAction: (count) => (count === 1 ? 'Importar 1 proxy' : `Importar ${count} proxies`),
  importNone: 'Importar',
  tooMany: (most) => `Como máximo ${most} a la vez. Importa el resto después.`,
  lineProblem: (line) => `La línea ${line} no es un proxy. Corrígela o quítala.`,
  reportTitle: 'Qué se hizo',
  seeded: (count) => (count === 1 ? '1 proxy está en el grupo.' : `${count} proxies están en el grupo.`),
  rejectedTitle: 'No se aceptaron',
  rejectedLine: (line) => `Línea ${line}`,
  moved: (count) =>
    count === 0
      ? 'Ningún número tuvo que moverse.'
      : count === 1
        ? '1 número se movió y se conecta de nuevo.'
        : `${count} números se movieron y se conectan de nuevo.`,
  unusable: (count) =>
    count === 1 ? 'No recibe números hasta que funcione:' : 'No reciben números hasta que funcionen:',
  notRestarted: (count) => (count === 1 ? '1 número no se movió:' : `${count} números no se movieron:`),
  done: 'Listo',
  ofClient: {
    title: 'Proxy',
    own: 'Todo el tráfico de este número pasa por un proxy propio.',
    pool: 'Este número pasa por un proxy del grupo.',
    direct: 'Este número se conecta directamente. Cuando haya un grupo, recibe un proxy de él.',
    none: 'Un número de prueba no usa proxy: la red de prueba funciona junto al servicio.',
    give: 'Darle su propio proxy',
    change: 'Cambiar',
    takeAway: 'No usar proxy propio',
    dialogBody: 'El número se reconecta enseguida, y todo su tráfico pasa por este proxy.',
    host: 'Servidor',
    hostHint: 'Un nombre o una dirección, sin protocolo.',
    hostMissing: 'Escribe el nombre o la dirección del proxy.',
    port: 'Puerto',
    portWrong: 'Un puerto es un número de 1 a 65535.',
    protocol: 'Protocolo',
    user: 'Usuario',
    password: 'Contraseña',
    passwordHint: 'Se guarda cifrada y no se vuelve a mostrar.',
    takeAwayTitle: '¿Quitar el proxy?',
    takeAwayBody: 'El número se reconecta enseguida: por el grupo, o directamente donde no lo hay.',
    saved: 'El número se reconecta por su proxy.',
    taken: 'El número se reconecta sin proxy propio.',
  },
}
