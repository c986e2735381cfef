export const missed = {
  title: 'O que não foi entendido',
  hint: 'O que as pessoas escreveram e nenhuma palavra-chave, opção ou pergunta aceitou, nos últimos 30 dias. O que você adiciona aqui entra no rascunho, e desfazer tira de novo.',
  startedNothing: 'Não iniciou nenhum fluxo',
  counts: (count: number, contacts: number) =>
    `${count === 1 ? 'uma vez' : `${count} vezes`}, por ${contacts === 1 ? 'uma pessoa' : `${contacts} pessoas`}`,
  also: (texts: string) => `Também: ${texts}`,
  addKeyword: 'Adicionar como palavra-chave de…',
  addAlias: 'Adicionar como nome de…',
  addBranch: 'Adicionar como opção',
  dismiss: 'Resolvido',
  emptyTitle: 'Tudo foi entendido',
  emptyBody: 'O que as pessoas escrevem e nada aceita aparece aqui.',
  partial: 'Havia mais; só os textos mais novos foram vistos.',
  refresh: 'Ver de novo',
}
