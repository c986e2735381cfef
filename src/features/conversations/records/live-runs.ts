/** States of a run that holds its contact's conversation; the predicate of the index `one_live`. */
export const LIVE_SQL = `state in ('running','waiting_input','waiting_timer','waiting_effect','waiting_approval','handed_off')`

/** How long ended runs with their history are kept, and the events that made them. */
export const KEEP_RUNS_DAYS = 30
