import { type Converter, convertTo } from '../converted.ts'
import { listOf, textOf } from '../document.ts'
import { note } from '../notes.ts'

const HEADERS = [{ name: 'Authorization', value: 'Bearer {{ secrets.google }}' }]
/** Who fills the call in sees what is missing in its address. */
const UNKNOWN_ID = 'SPREADSHEET_ID'
const MAX_NAMED = 200

/** The actions of a block, as it names them. */
const INSERTS_ROW = 'Insert a row'
const READS_ROWS = 'Get data from sheet'

const addressOf = (spreadsheet: string, range: string): string =>
  `https://sheets.googleapis.com/v4/spreadsheets/${spreadsheet || UNKNOWN_ID}/values/${range}`

/**
 * A call of Google's own interface, as the recipes for sheets make it, on the first sheet: a row is appended as it is. Over there cells go
 * by the names of columns, which the call does not know, so a row that is looked up or changed is only read up to.
 */
export const sheet: Converter = (block, { variables }) => {
  const { action, spreadsheetId, cellsToInsert, cellsToUpsert } = block.options
  const spreadsheet = variables.text(spreadsheetId)
  const cells = listOf(cellsToInsert ?? cellsToUpsert).filter(({ column }) => textOf(column) !== '')
  const columns = cells
    .map(({ column }) => textOf(column))
    .join(', ')
    .slice(0, MAX_NAMED)
  if (action !== INSERTS_ROW) {
    const data = {
      ...{ method: 'GET', url: addressOf(spreadsheet, 'A1:Z1000'), headers: HEADERS },
      query: [{ name: 'majorDimension', value: 'ROWS' }],
      secretRefs: ['google'],
    }
    const why = action === READS_ROWS ? note('SHEET_ROWS_READ') : note('SHEET_ROW_NOT_CHANGED', { columns })
    return convertTo('http', data, [why])
  }
  const data = {
    ...{ method: 'POST', url: addressOf(spreadsheet, 'A1:append'), headers: HEADERS },
    query: [
      { name: 'valueInputOption', value: 'RAW' },
      { name: 'insertDataOption', value: 'INSERT_ROWS' },
    ],
    ...{ bodyType: 'json', secretRefs: ['google'] },
    body: { majorDimension: 'ROWS', values: [cells.map(({ value }) => variables.text(value))] },
  }
  return convertTo('http', data, [note('SHEET_ROW_APPENDED', { columns })])
}
