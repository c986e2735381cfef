/** Words of the form of a node for tables. */
export const table = {
  fields: {
    table: 'Table',
    operation: 'What it does',
    where: 'Rows that are meant',
    column: 'Column',
    by: 'Add',
    floor: 'Never below',
    orderBy: 'Ordered by',
    descending: 'The largest first',
    limit: 'At most, rows',
    'table.values': 'Values',
  },
  hints: {
    'table.table': 'As it is called on the page Tables.',
    'table.by': '−1 takes one away; a variable may stand here.',
    'table.floor': 'Leaves by “not enough” instead of falling below: 0 for stock.',
    'table.saveAs': 'Keeps the row that was added, or the list of rows.',
  },
  choices: {
    'operation.find': 'Find rows',
    'operation.add': 'Add a row',
    'operation.update': 'Change rows',
    'operation.remove': 'Remove rows',
    'operation.increment': 'Count up or down',
  },
}
