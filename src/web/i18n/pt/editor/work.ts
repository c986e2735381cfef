import type * as english from '../../en/editor/work.ts'

export const variables: typeof english.variables = {
  title: 'Variáveis',
  none: 'Ainda sem variáveis',
  noneBody: 'Uma pergunta que guarda a resposta cria uma, e um texto com {{ nome }} também.',
  add: 'Adicionar uma variável',
  name: 'Nome',
  unknown: 'nada a define',
  uses: (writes: number, reads: number) => `definida ${writes}×, lida ${reads}×`,
  rename: 'Mudar o nome em todo lado',
  renameOf: (name: string) => `Mudar o nome de ${name} em todo lado`,
  newName: 'Novo nome',
  renamed: (from: string, to: string) => `${from} chama-se agora ${to}, onde quer que o fluxo a use.`,
  input: 'Sistemas e fluxos que iniciam este fluxo dão esta entrada pelo nome. Diga-lhes o novo.',
  script: 'Um código pode nomeá-la de um modo que não se deixa ver. Confira os nós de código.',
  nameProblems: {
    malformed: 'Uma letra ou _, e depois até 63 letras, algarismos ou _.',
    reserved: 'Este nome já tem um significado. Escolha outro.',
    taken: 'Outra variável tem este nome.',
  },
  create: 'Criar',
  first: 'Primeiro valor',
  firstHint: 'O que contém quando uma execução começa. Vazio: nada.',
  personal: 'Esconder as respostas',
  personalHint: 'A lista de eventos mostra uma máscara no lugar do que o contato escreveu.',
  forget: 'Esquecer o primeiro valor e a máscara',
  places: 'Onde é usada',
  reads: 'lida',
  writes: 'definida',
}

export const fixes: typeof english.fixes = {
  end: 'Adicionar um fim',
  remove_edge: 'Remover a conexão',
  remove_node: 'Apagar o nó',
  create_variable: (name: string) => `Criar “${name}”`,
  use_variable: (name: string) => `Usar “${name}” em vez disso`,
  add_trigger: 'Adicionar um gatilho de palavra',
  connect_trigger: 'Conectar o gatilho',
  set_timeout: 'Esperar no máximo um dia',
  store_secret: (name: string) => `Guardar o segredo ${name}`,
  set_up_model: 'Configurar modelos',
  allow_host: (host: string) => `Permitir que vá a ${host}`,
  problemsOf: (name: string) => `Problemas de ${name}`,
}

export const figures: typeof english.figures = {
  open: 'O que fizeram as execuções',
  stop: 'Voltar à edição',
  title: (number: number) => `Execuções da versão ${number}`,
  count: (runs: number, isPartial: boolean) =>
    `${isPartial ? 'as mais recentes: ' : ''}${runs === 1 ? 'uma execução' : `${runs} execuções`}. Ao lado de cada conexão: quantas a seguiram, e de quantas que lá estavam.`,
  table: 'Execuções por nó',
  node: 'Nó',
  runs: 'Execuções',
  waiting: 'À espera agora',
  lost: 'Saíram aqui',
  timedOut: 'Sem resposta',
  failed: 'Falhas',
}
