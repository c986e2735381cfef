/**
 * A query that the server plans once per connection and that is then called by its name: half the cost of a
 * plain one. Declare it once as a constant; the name must be unique in the program.
 */
export interface Statement<Row extends object> {
  readonly name: string
  readonly text: string
  /** Carries the type of a row; never present. */
  readonly row?: Row
}

export function statement<Row extends object>(name: string, text: string): Statement<Row> {
  return { name, text }
}
