import type { system as en } from '../en/system.ts'

export const system: typeof en = {
  title: 'Saúde',
  intro: 'Como este serviço está, para todos os usuários. Só administradores veem esta página.',
  healthy: 'Tudo funciona.',
  unowned: (count) =>
    count === 1
      ? '1 número deveria rodar, e nenhum processo cuida dele ainda.'
      : `${count} números deveriam rodar, e nenhum processo cuida deles ainda.`,
  behind: 'Há trabalho esperando mais do que deveria.',
  noHosts: 'Nenhum processo cuida de números agora.',
  failedProxies: (count) => (count === 1 ? '1 proxy falhou.' : `${count} proxies falharam.`),
  oldVersion: (network, version) =>
    `Os números de ${network} informam a versão ${version}, que pode ser antiga: a rede pode recusá-la em breve.`,
  unreadPage: (network, code) =>
    `A página de ${network} que informa a versão mais nova não pode ser lida (${code}).`,
  versions: 'Versões web',
  versionsBody: 'A versão que os números informam a cada rede. Ela recusa versões antigas sem aviso.',
  networks: { whatsapp: 'WhatsApp', sandbox: 'a rede de teste' },
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
    clients: 'Números',
  },
  none: 'Nenhum',
  clients: 'Números',
  clientsBody: (total, running) => `${total} no total, ${running} devem estar conectados.`,
  hosts: 'Hosts',
  hostsBody: 'Os processos que cuidam de números, e de quantos cada um.',
  counts: 'Contagens',
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
