import { getExtensionApi } from './extension-api.ts'
import type { TextName } from './texts.ts'

const { i18n } = getExtensionApi()

/** Each element names the text that belongs into it. */
document.documentElement.lang = i18n.getMessage('language' satisfies TextName)
document.title = i18n.getMessage('name' satisfies TextName)
for (const element of document.querySelectorAll<HTMLElement>('[data-text]'))
  element.textContent = i18n.getMessage(element.dataset.text ?? '')
