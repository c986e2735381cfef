/**
 * What contacts write to get no campaigns any more, in the languages of the interface, beside the English words that carriers
 * honour. Nothing is among them that an answer to a question of a flow usually is, such as "cancel" or "end".
 */
export const WORDS_TO_STOP = [
  ...['stop', 'stop all', 'stopall', 'unsubscribe', 'opt out', 'optout'],
  ...['sair', 'parar', 'pare', 'descadastrar'],
  ...['baja', 'dar de baja', 'darme de baja'],
] as const

/**
 * Fits a text that is one of them and nothing else but signs around it, whatever its case: as a regular expression of PostgreSQL
 * (`~*`) and of JavaScript (`i`) alike.
 */
export const STOP_PATTERN = `^\\W*(${WORDS_TO_STOP.map((words) => words.replaceAll(' ', '\\W+')).join('|')})\\W*$`
