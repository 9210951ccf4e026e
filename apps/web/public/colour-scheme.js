// Runs before the first paint, so that the page never flashes in the other colour scheme.
;(() => {
  const key = 'mantine-color-scheme-value'
  let chosen = null
  try {
    chosen = localStorage.getItem(key)
  } catch {
    // Storage is blocked: follow the system.
  }
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  const scheme = chosen === 'light' || chosen === 'dark' ? chosen : dark ? 'dark' : 'light'
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
})()
