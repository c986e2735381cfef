import type { system as en } from '../en/system.ts'

export const system: typeof en = {
  title: 'Sistema',
  intro: 'Como este serviço está, para todos os usuários. Só administradores veem esta página.',
  healthy: 'Tudo funciona.',
  unowned: (count) =>
    count === 1
      ? '1 cliente deveria rodar, e nenhum host cuida dele ainda.'
      : `${count} clientes deveriam rodar, e nenhum host cuida deles ainda.`,
  behind: 'Há trabalho esperando mais do que deveria.',
  noHosts: 'Nenhum host cuida de clientes agora.',
  failedProxies: (count) => (count === 1 ? '1 proxy falhou.' : `${count} proxies falharam.`),
  oldVersion: (network, version) =>
    `Os clientes de ${network} informam a versão ${version}, que pode ser antiga: a rede pode recusá-la em breve.`,
  unreadPage: (network, code) =>
    `A página de ${network} que informa a versão mais nova não pode ser lida (${code}).`,
  versions: 'Versões web',
  versionsBody: 'A versão que os clientes informam a cada rede. Ela recusa versões antigas sem aviso.',
  networks: { whatsapp: 'WhatsApp', sandbox: 'sandbox' },
  versionColumns: {
    network: 'Rede',
    version: 'Versão',
    source: 'Origem',
    confirmed: 'Confirmada como a mais nova',
    newest: 'Mais nova',
  },
  versionSources: { page: 'Página da rede', pinned: 'WEB_VERSION', built_in: 'O próprio Parley' },
  service: 'Serviço',
  facts: {
    version: 'Versão',
    runtime: 'Node',
    up: 'Em execução desde',
    memory: 'Memória deste processo',
    database: 'PostgreSQL',
    size: 'Tamanho do banco de dados',
    latency: 'Resposta do banco de dados',
  },
  ms: (ms) => `${ms} ms`,
  backlog: 'O que espera',
  backlogBody: 'Trabalho decidido e ainda não feito. O mais antigo diz quanto o serviço está atrasado.',
  kinds: {
    inbound: 'Eventos para fluxos',
    outbound: 'Mensagens de fluxos',
    webhooks: 'Eventos para webhooks',
    timers: 'Temporizadores vencidos',
  },
  columns: {
    kind: 'Trabalho',
    waiting: 'Em espera',
    oldest: 'Mais antigo',
    host: 'Host',
    clients: 'Clientes',
  },
  none: 'Nenhum',
  clients: 'Clientes',
  clientsBody: (total, running) => `${total} no total, ${running} devem rodar.`,
  hosts: 'Hosts',
  hostsBody: 'Processos que cuidam de clientes, pelas suas concessões.',
  counts: 'Números',
  countNames: {
    users: 'Pessoas',
    flows: 'Fluxos',
    activeFlows: 'Fluxos publicados',
    openRuns: 'Execuções abertas',
    messages: 'Mensagens, cerca de',
    proxies: 'Proxies',
    failedProxies: 'Proxies com falha',
  },
}
