/** Words of the form of a node for tables. */
export const table = {
  fields: {
    table: 'Tabla',
    operation: 'Qué hace',
    where: 'Qué filas',
    column: 'Columna',
    by: 'Sumar',
    floor: 'Nunca por debajo de',
    orderBy: 'Ordenado por',
    descending: 'Los más grandes primero',
    limit: 'Filas, como máximo',
    'table.values': 'Valores',
  },
  hints: {
    'table.table': 'Como se llama en la página Tablas.',
    'table.by': '−1 quita uno; aquí puede haber una variable.',
    'table.floor': 'Sale por “insuficiente” en lugar de quedar por debajo: 0 para existencias.',
    'table.saveAs': 'Guarda la fila que se agregó, o la lista de filas.',
  },
  choices: {
    'operation.find': 'Buscar filas',
    'operation.add': 'Agregar una fila',
    'operation.update': 'Cambiar filas',
    'operation.remove': 'Quitar filas',
    'operation.increment': 'Contar hacia arriba o hacia abajo',
  },
}
