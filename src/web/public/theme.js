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
