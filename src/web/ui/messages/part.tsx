import { Component, type ReactNode, Suspense } from 'react'

const RETRY_MS = 2_000

/** Loads what a page can do without for a while again and again: a connection that was cut for a moment takes no page away. */
export const untilLoaded =
  <Module,>(load: () => Promise<Module>): (() => Promise<Module>) =>
  async () => {
    for (;;) {
      try {
        return await load()
      } catch {
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
    }
  }

/** Holds something that the page is whole without. It appears when it is loaded, and what it lacks is tried again. */
export class Part extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  #again: ReturnType<typeof setTimeout> | undefined

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true }
  }

  override componentDidCatch(): void {
    this.#again = setTimeout(() => this.setState({ hasFailed: false }), RETRY_MS)
  }

  override componentWillUnmount(): void {
    clearTimeout(this.#again)
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : <Suspense>{this.props.children}</Suspense>
  }
}
