/** The only page that an account's passkey signs on, and so the only one that the extension may always work in. */
export const SIGNING_ORIGIN = 'https://web.whatsapp.com'

/** As browsers write the permission to work in a page. */
export const SIGNING_PATTERN = `${SIGNING_ORIGIN}/*`

/** The sides of the pictures in `icons`, in pixels. */
const ICON_SIZES = [16, 32, 48, 128] as const

const icons = Object.fromEntries(ICON_SIZES.map((size) => [size, `icons/${size}.png`]))

/**
 * The manifest of both browsers. `activeTab` opens the page on which somebody presses the extension's button, and only until
 * that page is left; there is no lasting permission for any address of a Parley service. Nothing is kept and nothing is
 * requested, so there is no permission for storage, and a policy under which the extension's own pages reach no network.
 * @param version of the package; browsers take one to four numbers
 */
export function buildManifest(version: string) {
  return {
    manifest_version: 3,
    name: '__MSG_name__',
    description: '__MSG_description__',
    version,
    default_locale: 'en',
    // The first one with `PublicKeyCredential.parseRequestOptionsFromJSON`.
    minimum_chrome_version: '129',
    icons,
    action: { default_title: '__MSG_action__', default_icon: icons },
    // Chrome reads the first and Firefox the second; each leaves the other's alone.
    background: { service_worker: 'background.js', scripts: ['background.js'] },
    permissions: ['activeTab', 'scripting'],
    host_permissions: [SIGNING_PATTERN],
    content_security_policy: {
      extension_pages: "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'",
    },
    browser_specific_settings: {
      gecko: {
        id: 'passkey-extension@parley',
        // The first one that knows what stands below it also on a phone.
        strict_min_version: '142.0',
        data_collection_permissions: { required: ['none'] },
      },
    },
  }
}
