/** Words of the form of a node for tables. */
export const table = {
  fields: {
    table: 'Tabela',
    operation: 'O que faz',
    where: 'Linhas de que se trata',
    column: 'Coluna',
    by: 'Somar',
    floor: 'Nunca abaixo de',
    orderBy: 'Ordenado por',
    descending: 'Os maiores primeiro',
    limit: 'No máximo, linhas',
    'table.values': 'Valores',
  },
  hints: {
    'table.table': 'Como se chama na página Tabelas.',
    'table.by': '−1 tira um; pode ser uma variável.',
    'table.floor': 'Sai por “insuficiente” em vez de ficar abaixo: 0 para estoque.',
    'table.saveAs': 'Guarda a linha adicionada, ou a lista de linhas.',
  },
  choices: {
    'operation.find': 'Buscar linhas',
    'operation.add': 'Adicionar uma linha',
    'operation.update': 'Mudar linhas',
    'operation.remove': 'Remover linhas',
    'operation.increment': 'Contar para mais ou para menos',
  },
}
