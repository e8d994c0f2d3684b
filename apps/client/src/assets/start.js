/*
 * Runs before the first paint and before the scripts of the client have come; the policy of the page allows no script
 * inside it. Values are stored by the client, see storage.ts.
 */
{
  const stored = (name) => {
    try {
      return JSON.parse(localStorage.getItem(name)).data
    } catch {
      // No storage, or no such value.
      return undefined
    }
  }

  const choice = stored('theme')
  if (choice === 'light' || choice === 'dark') {
    document.documentElement.classList.add(`theme-${choice}`)
    const colour = document.querySelector(`meta[name=theme-color][data-scheme=${choice}]`).content
    for (const meta of document.querySelectorAll('meta[name=theme-color]')) meta.content = colour
  }

  const token = stored('token')
  const early = stored('earlyRequest')

  /* The picture of the first device is what the page shows largest. */
  const showFirst = ([device]) => {
    if (device && device.cover) new Image().src = early.apiBase + device.cover
  }

  const askEarly = (url, headers) => {
    const answer = fetch(url, { ...(headers && { headers }), credentials: 'omit' }).then(async (response) => ({
      status: response.status,
      text: await response.text(),
    }))
    answer.catch(() => undefined)
    window.earlyAnswer = { url, headers, answer, askedAtMs: performance.now() }
    return answer
  }

  /* Most visitors come in here. The answer is the same for everybody, so that the request needs no headers. */
  if (location.pathname === '/pages/landing/play-trial/index') askEarly('/vmcloud/api/newUserGuide/getPlayTrial')

  /* Repeats the first request that this page made at its last visit: the answer is here when the scripts are. */
  if (token && early && early.headers.userId === `${stored('userId')}` && early.paths.includes(location.pathname)) {
    askEarly(early.url, { ...early.headers, token })
      .then(({ text }) => showFirst(JSON.parse(text).data.records))
      .catch(() => undefined)
  }
}
