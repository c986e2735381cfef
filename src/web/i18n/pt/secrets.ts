import type { secrets as en } from '../en/secrets.ts'

const list = new Intl.ListFormat('pt', { style: 'long', type: 'conjunction' })

export const secrets: typeof en = {
  title: 'Segredos',
  intro: 'Valores como tokens que os nós HTTP dos seus fluxos enviam. Ninguém pode lê-los de volta aqui.',
  create: 'Novo segredo',
  empty: 'Nenhum segredo ainda',
  emptyBody:
    'Guarde aqui o token de outro sistema. Os fluxos o chamam pelo nome, como {{ secrets.shop_token }}, e só chamadas aos servidores que você escolher o levam.',
  connection: {
    states: {
      not_connected: 'Não conectado',
      connected: 'Conectado',
      failing: 'Sem resposta',
      refused: 'Recusado',
      ended: 'Terminado',
    },
    connect: 'Conectar',
    connectAgain: 'Conectar de novo',
    connectOf: (name: string) => `Conectar ${name}`,
    check: 'Testar agora',
    changeSettings: 'Alterar as configurações',
    of: (account: string, server: string) => `${account} em ${server}`,
    saved: (name: string) => `As configurações de ${name} estão guardadas.`,
    works: (name: string) => `${name} funciona: um novo token foi dado.`,
    fails: (name: string, error: string | null) =>
      error === null ? `${name} não recebe token.` : `${name} não recebe token (${error}).`,
    attention: (names: readonly string[]) =>
      names.length === 1
        ? `A conexão ${list.format(names)} não recebe mais tokens: as chamadas com ela falham. Conecte-a de novo, ou confira as configurações.`
        : `As conexões ${list.format(names)} não recebem mais tokens: as chamadas com elas falham. Conecte-as de novo, ou confira as configurações.`,
  },
  callback: {
    title: 'Conectando',
    wait: 'Pedindo um token ao outro sistema…',
    done: (name: string) => `${name} está conectado.`,
    failed: 'Não conectado',
    back: 'Voltar aos segredos',
  },
  columns: { name: 'Segredo', hosts: 'Pode ir a', flows: 'Usado por', changed: 'Alterado', actions: 'Ações' },
  anywhere: 'Vai a qualquer lugar',
  loose: (count: number) =>
    count === 1
      ? 'Um segredo ainda pode ir a qualquer servidor. Diga a quais ele se destina, para que nenhum fluxo o envie a outro lugar.'
      : `${count} segredos ainda podem ir a qualquer servidor. Diga a quais eles se destinam, para que nenhum fluxo os envie a outro lugar.`,
  setHosts: 'Definir servidores',
  setHostsOf: (name: string) => `Definir servidores de ${name}`,
  unused: 'Nenhum fluxo publicado',
  actionsFor: (name: string) => `Ações para ${name}`,
  replaceValue: 'Trocar o valor',
  changeHosts: 'Alterar os servidores',
  remove: 'Apagar',
  removeTitle: (name: string) => `Apagar “${name}”?`,
  removeBody: (flows: readonly string[]) =>
    flows.length === 0
      ? 'Nenhum fluxo publicado o usa. Não há como recuperá-lo.'
      : `Estes fluxos publicados o usam, e as suas chamadas falham a partir de então: ${list.format(flows)}. Não há como recuperá-lo.`,
  created: (name: string) => `${name} está guardado. Os fluxos o usam como {{ secrets.${name} }}.`,
  replaced: (name: string) => `O valor de ${name} foi trocado.`,
  hostsChanged: (name: string) => `Os servidores de ${name} foram salvos.`,
  removed: (name: string) => `${name} foi apagado.`,
  form: {
    createTitle: 'Novo segredo',
    createBody: 'O valor é guardado criptografado e nunca mais é mostrado.',
    createAction: 'Guardar segredo',
    name: 'Nome',
    nameHint: 'Letras sem acento, dígitos e _. Os fluxos escrevem {{ secrets.NOME }}.',
    nameWrong: 'Use letras sem acento, dígitos e _, e não comece com dígito.',
    nameTaken: 'Já existe um segredo com este nome. Escolha outro, ou troque o valor daquele.',
    kind: 'Tipo',
    kinds: {
      value: 'Um valor, como uma chave de API',
      oauth2_client: 'OAuth2 com credenciais próprias',
      oauth2_code: 'OAuth2 em nome de alguém que autoriza',
      google_service_account: 'Conta de serviço do Google',
    },
    settingsTitle: (name: string) => `Configurações de “${name}”`,
    settingsBody: 'Substituem tudo o que está guardado, e o que estava conectado termina.',
    settingsAction: 'Guardar configurações',
    authorizeUrl: 'Endereço onde se autoriza',
    tokenUrl: 'Endereço que dá os tokens',
    addressWrong: 'Dê um endereço que comece com https://.',
    clientId: 'Id do cliente',
    clientSecret: 'Segredo do cliente',
    clientSecretHint: 'Nunca mais é mostrado. Deixe vazio só para um cliente público.',
    needed: 'Isto é necessário.',
    scope: 'Escopos',
    scopeHint: 'O que se pede, separado por espaços.',
    clientAuth: 'Como o cliente se identifica',
    clientAuths: { basic: 'Pelo cabeçalho Authorization (comum)', body: 'Por campos do corpo' },
    authorizeParams: 'Mais campos do endereço onde se autoriza',
    tokenParams: 'Mais campos dos pedidos de token',
    paramsHint: 'Um por linha, como access_type=offline.',
    paramsWrong: 'Escreva nome=valor, um por linha, no máximo 10.',
    redirectUri: 'Registre este endereço no outro sistema',
    keyFile: 'Arquivo de chave (JSON)',
    keyFileHint: 'O arquivo inteiro, como o Google o entregou. Nunca mais é mostrado.',
    subject: 'Age por',
    subjectHint: 'Um endereço do seu domínio, se o domínio permitir. Em geral vazio.',
    value: 'Valor',
    valueHint: 'Como o outro sistema o deu a você. Nunca mais é mostrado.',
    valueMissing: 'Dê o valor.',
    hosts: 'Servidores a que pode ir',
    hostsHint:
      'Um por linha, como api.example.com, ou *.example.com para todos abaixo dele. Chamadas de fluxos a qualquer outro servidor são recusadas.',
    hostsWrong: (wrong: readonly string[]) =>
      `${list.format(wrong)}: escreva só o nome do servidor, como api.example.com, sem porta e sem caminho.`,
    noHosts: 'Indique ao menos um servidor.',
    tooManyHosts: (most: number) => `Indique no máximo ${most} servidores.`,
    replaceTitle: (name: string) => `Trocar o valor de “${name}”`,
    replaceBody: 'As chamadas levam o novo valor a partir de agora. Os servidores ficam como estão.',
    replaceAction: 'Trocar valor',
    hostsTitle: (name: string) => `Servidores de “${name}”`,
    hostsBody: 'O valor fica. Chamadas a outros servidores são recusadas a partir de agora.',
    hostsAction: 'Salvar servidores',
  },
}
