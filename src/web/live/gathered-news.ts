/**
 * Deals with news batch by batch, one after the other. What comes while a batch is dealt with is the next one, however much it is: so
 * nobody falls behind where news come faster than they can be read.
 */
export class GatheredNews<News> {
  private waiting: News[] = []
  private underway: Promise<void> | null = null
  private readonly deal: (news: readonly News[]) => Promise<void>
  private readonly pauseMs: number

  /** With `pauseMs` between two batches. */
  constructor(deal: (news: readonly News[]) => Promise<void>, pauseMs = 0) {
    this.deal = deal
    this.pauseMs = pauseMs
  }

  note(news: readonly News[]): void {
    this.waiting.push(...news)
    if (this.waiting.length > 0) this.underway ??= this.work()
  }

  /** A batch that fails is told to the console; the next one is dealt with all the same. */
  private async work(): Promise<void> {
    const news = this.waiting
    this.waiting = []
    try {
      await this.deal(news)
    } catch (error) {
      console.error(error)
    }
    if (this.pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, this.pauseMs))
    this.underway = null
    this.note([])
  }
}
