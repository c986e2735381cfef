/** A tab, as far as the extension may know of it: its address only where the extension may work in it. */
export interface Tab {
  id?: number
  index: number
  windowId: number
  status?: string
  url?: string
}

/** Who sent a message; the browser says it, not the page. */
export interface Sender {
  /** Of the extension. */
  id?: string
  tab?: Tab
  /** 0 is the page itself, and not a frame in it. */
  frameId?: number
  url?: string
}

type MessageListener = (message: unknown, sender: Sender, answer: (value: unknown) => void) => boolean

/** What is used of the interface that Chrome and Firefox share for extensions of manifest version 3. */
export interface ExtensionApi {
  action: { onClicked: { addListener(listener: (tab: Tab) => void): void } }
  i18n: { getMessage(name: string, substitutions?: string[]): string }
  permissions: {
    /** Rejects where nobody has just pressed something of the extension. */
    request(wanted: { origins: string[] }): Promise<boolean>
    contains(wanted: { origins: string[] }): Promise<boolean>
  }
  runtime: {
    id: string
    getURL(path: string): string
    sendMessage(message: unknown): Promise<unknown>
    /** A listener that answers later returns true. */
    onMessage: {
      addListener(listener: MessageListener): void
      removeListener(listener: MessageListener): void
    }
  }
  scripting: {
    executeScript(injection: { target: { tabId: number }; files: string[] }): Promise<unknown>
  }
  tabs: {
    create(options: {
      url: string
      active: boolean
      index?: number
      windowId?: number
      openerTabId?: number
    }): Promise<Tab>
    get(tabId: number): Promise<Tab>
    remove(tabId: number): Promise<void>
    update(tabId: number, change: { active: boolean }): Promise<unknown>
    sendMessage(tabId: number, message: unknown, options: { frameId: number }): Promise<unknown>
  }
}

/** The browser's own; Firefox has it under this name too, and with promises as of manifest version 3. */
export function getExtensionApi(): ExtensionApi {
  return (globalThis as unknown as { chrome: ExtensionApi }).chrome
}
