const loading = new Map<string, Promise<void>>()

const append = (url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = url
    script.referrerPolicy = 'no-referrer'
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      // The next call tries again.
      loading.delete(url)
      reject(new Error(`no script from ${url}`))
    })
    document.head.append(script)
  })

/** Loads a script of another site, once. Only those that the operator listed come in: the server's policy refuses others. */
export const loadScript = (url: string): Promise<void> => {
  const known = loading.get(url) ?? append(url)
  loading.set(url, known)
  return known
}
