/** How often which misfortune befalls the simulated network, each from 0 to 1. */
export interface NetworkFaults {
  refusal: number
  lostAck: number
  /** The server's word is a while behind what it has passed on. */
  lateAck: number
  lostConnection: number
  duplicate: number
  reorder: number
  echo: number
}

export const CALM: NetworkFaults = {
  refusal: 0,
  lostAck: 0,
  lateAck: 0,
  lostConnection: 0,
  duplicate: 0,
  reorder: 0,
  echo: 0,
}
