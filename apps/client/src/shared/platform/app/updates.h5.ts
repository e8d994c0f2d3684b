const CHECK_EVERY_MS = 60 * 60 * 1000
const WORKER = '/sw.js'

const container = (): ServiceWorkerContainer | undefined =>
  process.env.NODE_ENV === 'production' ? navigator.serviceWorker : undefined

const ignore = (): void => undefined

const register = async (workers: ServiceWorkerContainer, onReady: () => void): Promise<void> => {
  const registration = await workers.register(WORKER)
  // The first worker of a browser replaces none.
  const report = () => {
    if (registration.waiting && workers.controller) onReady()
  }
  report()
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', report))
  let checkedAt = performance.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || performance.now() - checkedAt < CHECK_EVERY_MS) return
    checkedAt = performance.now()
    registration.update().catch(ignore)
  })
}

/** Calls back when a newer client is ready; it takes over with `applyUpdate` or when all pages are closed. */
export const watchUpdates = (onReady: () => void): void => {
  const workers = container()
  if (!workers) return
  const start = () => void register(workers, onReady).catch(ignore)
  if (document.readyState === 'complete') start()
  else window.addEventListener('load', start)
}

/** Loads the page anew with the newer client. Another page of the browser may have let it take over already. */
export const applyUpdate = async (): Promise<void> => {
  const workers = container()
  const waiting = (await workers?.getRegistration())?.waiting
  if (!workers || !waiting) {
    location.reload()
    return
  }
  workers.addEventListener('controllerchange', () => location.reload(), { once: true })
  waiting.postMessage('activate', {})
}
