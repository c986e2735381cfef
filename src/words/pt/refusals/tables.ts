import type { TableRefusals } from '../../../core/refusal-reasons.ts'
import type { Sentences } from '../../sentences.ts'

const ofRow = (row: number | null): string => (row === null ? '' : ` (linha ${row})`)

/** Why a table or a row of it cannot be what was asked for. */
export const tables: Sentences<TableRefusals> = {
  NO_SUCH_TABLE: ({ name }) => `Não existe a tabela "${name}". Liste as tabelas para ver os nomes.`,
  NO_SUCH_COLUMN: ({ name }) => `A tabela não tem a coluna "${name}".`,
  NO_SUCH_ROW: ({ table }) => `A tabela "${table}" não tem essa linha.`,
  TOO_MANY_TABLES: ({ most }) => `Já existem ${most} tabelas; exclua uma que não seja necessária.`,
  COLUMN_TWICE: ({ name }) => `"${name}" não pode ser o nome de outra coluna.`,
  COLUMN_CHOICES: ({ name }) => `Indique pelo menos uma escolha da coluna "${name}".`,
  COLUMN_TYPE_STAYS: ({ name }) =>
    `A coluna "${name}" tem outro tipo, e há linhas. Exclua-as antes, ou crie outra coluna.`,
  COLUMN_VALUE: ({ name, row }) => `A coluna "${name}" não aceita este valor, ou precisa de um${ofRow(row)}.`,
  ROW_TAKEN: ({ row, columns }) =>
    `Já existe uma linha com os mesmos valores${columns === '' ? '' : ` em ${columns}`}${ofRow(row)}.`,
  ROW_SIZE: 'A linha é maior que 16 KiB.',
  ROWS_AT_ONCE: ({ most }) => `No máximo ${most} linhas podem mudar de uma vez.`,
  TABLE_LIMIT: ({ what }) =>
    what === 'rows'
      ? 'As linhas que este plano permite acabaram; exclua as que não são necessárias.'
      : 'O espaço que este plano permite para tabelas acabou; exclua linhas que não são necessárias.',
}
