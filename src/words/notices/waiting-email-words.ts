/** What an e-mail about conversations that nobody answers, and notes that name somebody, is made of, in one language. */
export interface WaitingEmailWords {
  subject(count: number): string
  intro(count: number): string
  /** `place` is the name of a number, and the contact's where that is wanted. */
  line(place: string, minutes: number): string
  /** Of an e-mail that tells of nothing but notes that name whom it is for. */
  mentionSubject(count: number): string
  mentionIntro(count: number): string
  /** `by` is who wrote the note; null where no person did. */
  mentionLine(place: string, by: string | null): string
  more(count: number): string
  all: string
  why: string
}
