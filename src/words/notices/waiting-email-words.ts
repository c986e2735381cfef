/** What an e-mail about conversations that nobody answers is made of, in one language. */
export interface WaitingEmailWords {
  subject(count: number): string
  intro(count: number): string
  /** `place` is the name of a number, and the contact's where that is wanted. */
  line(place: string, minutes: number): string
  more(count: number): string
  all: string
  why: string
}
