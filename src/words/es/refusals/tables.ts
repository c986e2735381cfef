import type { TableRefusals } from '../../../core/refusal-reasons.ts'
import type { Sentences } from '../../sentences.ts'

const ofRow = (row: number | null): string => (row === null ? '' : ` (fila ${row})`)

/** Why a table or a row of it cannot be what was asked for. */
export const tables: Sentences<TableRefusals> = {
  NO_SUCH_TABLE: ({ name }) => `No hay una tabla "${name}". Mira la lista de tablas para ver sus nombres.`,
  NO_SUCH_COLUMN: ({ name }) => `La tabla no tiene la columna "${name}".`,
  NO_SUCH_ROW: ({ table }) => `La tabla "${table}" no tiene esa fila.`,
  TOO_MANY_TABLES: ({ most }) => `Ya hay ${most} tablas; elimina una que no haga falta.`,
  COLUMN_TWICE: ({ name }) => `"${name}" no puede ser el nombre de otra columna.`,
  COLUMN_CHOICES: ({ name }) => `Escribe al menos una opción de la columna "${name}".`,
  COLUMN_TYPE_STAYS: ({ name }) =>
    `La columna "${name}" tiene otro tipo, y hay filas. Elimínalas primero, o crea otra columna.`,
  COLUMN_VALUE: ({ name, row }) => `La columna "${name}" no acepta este valor, o necesita uno${ofRow(row)}.`,
  ROW_TAKEN: ({ row, columns }) =>
    `Ya hay una fila con los mismos valores${columns === '' ? '' : ` en ${columns}`}${ofRow(row)}.`,
  ROW_SIZE: 'La fila tiene más de 16 KiB.',
  ROWS_AT_ONCE: ({ most }) => `Se pueden cambiar ${most} filas a la vez como máximo.`,
  TABLE_LIMIT: ({ what }) =>
    what === 'rows'
      ? 'Las filas que permite este plan se acabaron; elimina algunas que no hagan falta.'
      : 'El espacio que permite este plan para tablas se acabó; elimina filas que no hagan falta.',
}
