/* Applies the chosen colours before the first paint; the policy of the page allows no script inside it. */
try {
  const { data: choice } = JSON.parse(localStorage.getItem('theme'))
  if (choice === 'light' || choice === 'dark') {
    document.documentElement.classList.add(`theme-${choice}`)
    const colour = document.querySelector(`meta[name=theme-color][data-scheme=${choice}]`).content
    for (const meta of document.querySelectorAll('meta[name=theme-color]')) meta.content = colour
  }
} catch {
  // No storage or no choice: the colours of the system.
}
