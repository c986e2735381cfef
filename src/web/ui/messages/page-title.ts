/** Counting ends at so many. */
const MOST = 1_000

/** What stands in the tab of the browser: the page, and before it how many conversations wait for a person. */
class PageTitle {
  #title = ''
  #waiting = 0

  show(title: string): void {
    this.#title = title
    this.#write()
  }

  count(waiting: number): void {
    if (waiting === this.#waiting) return
    this.#waiting = waiting
    if (this.#title !== '') this.#write()
  }

  #write(): void {
    document.title = this.#waiting > 0 ? `(${toCount(this.#waiting)}) ${this.#title}` : this.#title
  }
}

export const pageTitle = new PageTitle()

/** A count as people read it. */
export const toCount = (count: number): string => (count >= MOST ? `${MOST}+` : String(count))
