import type { nodes as english } from '../../en/editor/nodes.ts'

const types: typeof english.types = {
  'trigger.keyword': {
    name: 'Palavra-chave',
    hint: 'Começa quando a mensagem é, ou contém, certas palavras',
  },
  'trigger.any_message': {
    name: 'Qualquer mensagem',
    hint: 'Começa com o que nenhuma palavra-chave pegou',
  },
  'trigger.main_menu': { name: 'Menu principal', hint: 'O menu a que se chega de qualquer lado' },
  'trigger.api': { name: 'Iniciado pela API', hint: 'Outro sistema ou fluxo inicia-o, com dados' },
  'trigger.schedule': { name: 'Agenda', hint: 'Começa a horas certas para um público' },
  'trigger.webhook': { name: 'Chamada de fora', hint: 'Outro sistema chama um endereço e o inicia' },
  'wait.webhook': {
    name: 'Esperar uma chamada',
    hint: 'Até outro sistema chamar um endereço desta execução',
  },
  'send.text': { name: 'Enviar texto', hint: 'Envia uma mensagem de texto' },
  'send.media': { name: 'Enviar arquivo', hint: 'Imagem, vídeo, áudio, voz, documento ou figurinha' },
  'send.location': { name: 'Enviar local', hint: 'Um local no mapa' },
  'send.contact': { name: 'Enviar contato', hint: 'Um ou mais cartões de contato' },
  'send.poll': { name: 'Enviar enquete', hint: 'Uma enquete em que se vota' },
  ask: { name: 'Perguntar', hint: 'Pergunta, verifica a resposta e salva' },
  menu: { name: 'Menu', hint: 'Oferece opções e segue a escolhida' },
  'menu.list': { name: 'Menu de uma lista', hint: 'Oferece os itens de uma lista, em páginas, um ou vários' },
  condition: { name: 'Condição', hint: 'Segue o primeiro caso que se verifica' },
  set: { name: 'Definir variáveis', hint: 'Define, conta ou junta valores' },
  each: { name: 'Para cada', hint: 'Percorre uma lista, item por item' },
  http: { name: 'Pedido HTTP', hint: 'Chama outro sistema e lê a resposta' },
  email: { name: 'Enviar e-mail', hint: 'Envia um e-mail pelo seu servidor' },
  delay: { name: 'Esperar', hint: 'Um tempo, até um momento, ou até abrir' },
  business_hours: { name: 'Horário', hint: 'Um caminho aberto, outro fechado' },
  split: { name: 'Divisão aleatória', hint: 'Divide as pessoas por vários caminhos' },
  goto: { name: 'Ir para', hint: 'Continua noutro nó' },
  subflow: { name: 'Executar fluxo', hint: 'Executa outro fluxo e volta' },
  switch_flow: { name: 'Mudar de fluxo', hint: 'Passa para outro fluxo' },
  handoff: { name: 'Entregar a pessoa', hint: 'Dá a conversa a uma pessoa' },
  'contact.tag': { name: 'Etiquetar', hint: 'Põe e tira etiquetas' },
  'contact.flag': { name: 'Marcar contato', hint: 'Favorito, ou nunca mais respondido' },
  code: { name: 'Código', hint: 'Um pouco de JavaScript para o que não tem nó' },
  table: { name: 'Tabela', hint: 'Busca, reserva, muda ou conta linhas de uma tabela' },
  ai: { name: 'Perguntar a um modelo', hint: 'Um modelo de linguagem responde, extrai ou classifica' },
  goal: { name: 'Objetivo', hint: 'Conta quem chegou até aqui' },
  'webhook.emit': { name: 'Avisar webhooks', hint: 'Envia um evento aos seus sistemas' },
  'chat.action': { name: 'Ação na conversa', hint: 'Ler, escrever, reagir, arquivar, rotular' },
  end: { name: 'Fim', hint: 'Termina a execução, com um último texto' },
  note: { name: 'Nota', hint: 'Um comentário para quem edita' },
}

const groups: typeof english.groups = {
  trigger: 'Gatilhos',
  message: 'Mensagens',
  input: 'Perguntas',
  logic: 'Lógica',
  flow: 'Percurso',
  action: 'Ações',
  note: 'Comentários',
}

const exits: typeof english.exits = {
  received: 'recebida',
  out: 'seguinte',
  failed: 'falhou',
  reply: 'resposta',
  invalid: 'não entendido',
  timeout: 'sem resposta',
  else: 'senão',
  chosen: 'escolhido',
  empty: 'lista vazia',
  each: 'cada item',
  sent: 'enviado',
  ok: 'sucesso',
  error: 'erro',
  open: 'aberto',
  closed: 'fechado',
  taken: 'ocupado',
  short: 'insuficiente',
  done: 'feito',
  resumed: 'retomado',
  handoff: 'uma pessoa',
  declined: 'recusada',
  undecided: 'ninguém decidiu',
}

const firstTexts: Record<string, string> = {
  handoff: 'Um momento, por favor: uma pessoa continua daqui.',
}

export const nodes: typeof english = {
  types,
  firstTexts,
  groups,
  exits,
  unknown: (type: string) => `Desconhecido (${type})`,
  unknownHint: 'Esta versão do Parley não conhece este nó.',
}
