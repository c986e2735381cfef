import type { ClientVersion } from '../state/versions.ts'

export const VERSION_PAGE = '/sw.js'

/** The script that the real page is: its facts are JSON within a string (rc14's `fetchLatestWaWebVersion` looks for both ways). */
export const buildVersionPage = ([, , revision]: ClientVersion): string =>
  `self.__swData=JSON.parse(${JSON.stringify(JSON.stringify({ dynamic_data: { client_revision: revision } }))});\n`
