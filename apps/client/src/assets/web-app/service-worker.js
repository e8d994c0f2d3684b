/*
 * Shows the offline page when a navigation finds no network, and nothing else: pages, scripts, answers of calls and
 * pictures never come from here, so an old client cannot meet a new server, and nothing private is kept. The name of
 * the build makes every release a new worker, which waits until a page asks for it.
 */
const CACHE = 'offline-BUILD_NAME'
const OFFLINE_PAGE = '/offline.html'
const FILES = [OFFLINE_PAGE, '/static/start.js', '/static/logo.svg']

const removeOldCaches = async () => {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)))
}

const answerNavigation = async (event) => {
  try {
    return (await event.preloadResponse) || (await fetch(event.request))
  } catch {
    return (await caches.match(OFFLINE_PAGE)) || Response.error()
  }
}

self.addEventListener('install', (event) => {
  // `reload`: an offline page of the browser's own cache may be one of the release before.
  const files = FILES.map((file) => new Request(file, { cache: 'reload' }))
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(files)))
})

self.addEventListener('activate', (event) => {
  const preload = self.registration.navigationPreload
  event.waitUntil(Promise.all([preload && preload.enable(), removeOldCaches(), self.clients.claim()]))
})

self.addEventListener('message', (event) => {
  if (event.data === 'activate') void self.skipWaiting()
})

self.addEventListener('fetch', (event) => {
  const { mode, url } = event.request
  if (mode === 'navigate') event.respondWith(answerNavigation(event))
  // Parts of the offline page, while there is no network.
  else if (FILES.includes(new URL(url).pathname))
    event.respondWith(fetch(event.request).catch(() => caches.match(new URL(url).pathname)))
})
