/** Where the service has the browser extension to download; it is built beside the dashboard. */
export const EXTENSION_PATH = '/parley-passkey-extension.zip'
