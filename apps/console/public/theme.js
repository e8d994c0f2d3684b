// Before the first paint, and a file of its own since the content policy allows no inline script; src/shell/theme.ts goes on.
;(() => {
  let choice
  try {
    choice = localStorage.getItem('consoleTheme')
  } catch {
    // A browser without storage follows the system.
  }
  const isDark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.classList.add(isDark ? 'theme-dark' : 'theme-light')
})()
