import type { proxies as en } from '../en/proxies.ts'

export const proxies: typeof en = {
  title: 'Proxies',
  intro: 'O conjunto pelo qual os clientes chegam à sua rede. Só administradores veem esta página.',
  import: 'Importar proxies',
  empty: 'Nenhum proxy ainda',
  emptyBody:
    'Sem um conjunto, os clientes conectam diretamente. Importe proxies, e cada cliente que deve rodar recebe um.',
  columns: {
    proxy: 'Proxy',
    state: 'Estado',
    clients: 'Clientes',
    file: 'Último arquivo',
    checked: 'Última verificação',
    actions: 'Ações',
  },
  states: { untried: 'Ainda não testado', working: 'Funciona', failed: 'Falhou' },
  faults: {
    unreachable: 'Nada responde no endereço dele.',
    no_route: 'Ele não tem caminho até a rede.',
    refuses_credentials: 'Ele recusa o usuário ou a senha.',
    refuses_target: 'Ele se recusa a conectar à rede.',
    no_answer: 'Ele não responde a tempo.',
    no_proxy: 'O que responde lá não é um proxy.',
    target_unreachable: 'A rede não responde através dele.',
    media: 'Arquivos não passam.',
  },
  failedSince: (ago) => `Falhou ${ago}`,
  summary: (all, failed) => (failed === 0 ? `${all} no conjunto` : `${all} no conjunto, ${failed} com falha`),
  withPassword: 'com senha',
  actionsFor: (name) => `O que fazer com ${name}`,
  test: 'Testar agora',
  testing: 'Em teste…',
  testWorks: (name, ms) => `${name} funciona: ${ms} ms.`,
  testFile: 'Um arquivo passou por ele e voltou.',
  testNoFile: 'Nenhum cliente está conectado por ele, então nenhum arquivo foi testado.',
  testFails: (name) => `${name} não funciona.`,
  remove: 'Remover',
  removeTitle: (name) => `Remover ${name}?`,
  removeBody: (clients) =>
    clients === 0
      ? 'Nenhum cliente passa por ele agora.'
      : `${clients} ${clients === 1 ? 'cliente passa' : 'clientes passam'} por ele e vão para outros.`,
  directTitle: 'Deixar clientes conectarem diretamente?',
  directBody: (clients) =>
    `É o último: ${clients} ${clients === 1 ? 'cliente conectaria' : 'clientes conectariam'} pelo endereço deste servidor.`,
  directAction: 'Remover e conectar diretamente',
  removed: (name) => `${name} foi removido.`,
  importTitle: 'Importar proxies',
  importBody: 'Um proxy por linha. Um que já está no conjunto recebe a nova senha ou o novo protocolo.',
  list: 'Proxies',
  listHint:
    'host:porta, host:porta:usuário:senha, protocolo://usuário:senha@host:porta, ou CSV com vírgulas.',
  file: 'Ler de um arquivo',
  protocol: 'Protocolo quando a linha não diz',
  protocols: { http: 'HTTP', https: 'HTTPS', socks5: 'SOCKS5' },
  importAction: (count) => (count === 1 ? 'Importar 1 proxy' : `Importar ${count} proxies`),
  importNone: 'Importar',
  tooMany: (most) => `No máximo ${most} de uma vez. Importe o resto depois.`,
  lineProblem: (line) => `A linha ${line} não é um proxy. Corrija ou retire.`,
  reportTitle: 'O que foi feito',
  seeded: (count) => (count === 1 ? '1 proxy está no conjunto.' : `${count} proxies estão no conjunto.`),
  rejectedTitle: 'Não aceitos',
  rejectedLine: (line) => `Linha ${line}`,
  moved: (count) =>
    count === 0
      ? 'Nenhum cliente precisou mudar.'
      : count === 1
        ? '1 cliente mudou e conecta de novo.'
        : `${count} clientes mudaram e conectam de novo.`,
  leftAlone: 'Ele não foi reiniciado.',
  notRestarted: (count) =>
    count === 1 ? '1 cliente não iniciou de novo:' : `${count} clientes não iniciaram de novo:`,
  done: 'Pronto',
  ofClient: {
    title: 'Proxy',
    own: 'Todo o tráfego deste cliente passa por um proxy só dele.',
    pool: 'Este cliente passa por um proxy do conjunto.',
    direct: 'Este cliente conecta diretamente. Quando houver um conjunto, ele recebe um proxy.',
    give: 'Dar um proxy só dele',
    change: 'Alterar',
    takeAway: 'Não usar proxy próprio',
    dialogBody: 'O cliente reconecta na hora, e todo o tráfego dele passa por este proxy.',
    host: 'Host',
    hostHint: 'Um nome ou um endereço, sem protocolo.',
    hostMissing: 'Escreva o nome ou o endereço do proxy.',
    port: 'Porta',
    portWrong: 'Uma porta é um número de 1 a 65535.',
    protocol: 'Protocolo',
    user: 'Usuário',
    password: 'Senha',
    passwordHint: 'Guardada cifrada e nunca mais mostrada.',
    takeAwayTitle: 'Tirar o proxy?',
    takeAwayBody: 'O cliente reconecta na hora: pelo conjunto, ou diretamente onde não há nenhum.',
    saved: 'O cliente reconecta pelo proxy dele.',
    taken: 'O cliente reconecta sem proxy próprio.',
  },
}
