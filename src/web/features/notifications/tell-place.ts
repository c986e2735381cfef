/** Answers the service worker where this page is now. */
export function tellPlace(): void {
  navigator.serviceWorker?.addEventListener('message', ({ ports: [port] }) =>
    port?.postMessage(location.href),
  )
}
