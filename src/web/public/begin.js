// Stands before the scripts of the dashboard, which the browser is then busy with for a while.

// Before the first paint, so that a chosen theme does not flash the other one.
;(() => {
  let choice = null
  try {
    choice = localStorage.getItem('parley.theme')
  } catch {
    // Storage is switched off in this browser: the system's theme it is.
  }
  const isDark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.classList.toggle('dark', isDark)
})()

// Calls that the first page makes are on their way before its script is read; `app/prefetched.ts` hands their answers over.
// Whatever is missing here, or not as the page asks for it, the page asks for itself.
;(() => {
  /** @type {Map<string, Promise<Response>>} */
  const begun = new Map()
  globalThis.parleyPrefetched = begun
  /** @param {string} path @param {RequestInit} [init] */
  const begin = (path, init) => {
    const answer = fetch(path, init)
    answer.catch(() => undefined)
    begun.set(init ? `${path} ${init.body}` : path, answer)
  }
  /** @param {string} operation @param {object} input */
  const call = (operation, input) =>
    begin(`/api/rpc/api-reference/${operation}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })

  /** As `words/languages.ts` and `i18n/language.tsx` choose; a wrong guess costs a file. @param {readonly string[]} known */
  const guessLanguage = (known) => {
    let chosen = null
    try {
      chosen = localStorage.getItem('parley.language')
    } catch {
      // Storage is switched off in this browser.
    }
    const read = navigator.languages.map((tag) => tag.toLowerCase().split('-')[0])
    return [chosen, ...read].find((language) => known.includes(language ?? '')) ?? 'en'
  }
  const { inbox = '', texts = '{}' } = document.currentScript?.dataset ?? {}
  /** Files that the page will import, as the build wrote them into the document. @param {readonly string[]} files */
  const fetchFiles = (files) => {
    for (const href of files)
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  }
  /** @type {Record<'all' | 'inbox', Record<string, string[]>>} */
  const { all = {}, inbox: ofInbox = {} } = JSON.parse(texts)
  const language = guessLanguage(Object.keys(all))
  fetchFiles(all[language] ?? [])

  // Whoever links a phone here has no session, and the page may stand in a frame of others.
  if (location.pathname === '/pair') return
  begin('/api/auth/get-session')
  if (location.pathname !== '/inbox') return
  const choice = new URLSearchParams(location.search)
  const clientId = choice.get('client')
  const jid = choice.get('chat')
  call('clients/list', {})
  if (clientId) call('chat/listConversations', { clientId })
  if (clientId && jid) call('chat/listMessages', { clientId, jid })

  fetchFiles([...inbox.split(' ').filter(Boolean), ...(ofInbox[language] ?? [])])
})()
