import type { ImportPage } from './load-page.ts'

interface Preloadable {
  readonly path: string
  readonly importPage: ImportPage
}

/** Delay after the page, for its drawing and requests. */
const QUIET_MS = 1500
/** Pause before the next bundle where the browser does not say when it is idle. */
const PAUSE_MS = 200
const MOST_IDLE_WAIT_MS = 5000

const pagesIn = (routes: readonly Preloadable[], packages: readonly string[]) =>
  routes.filter(({ path }) => packages.some((folder) => path.startsWith(`${folder}/`)))

/** Whether the user saves data: nothing is preloaded then. */
export const wantsToSaveData = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: MOST_IDLE_WAIT_MS })
    else setTimeout(resolve, PAUSE_MS)
  })

/** One bundle after the other: all at once would hold up the page, and the requests of the user. */
const preload = async (pages: readonly Preloadable[]): Promise<void> => {
  for (const { importPage } of pages) {
    await idle()
    // Loaded when it is needed.
    await importPage().catch(() => undefined)
  }
}

/** Loads the pages that a tab leads to while the user looks at it. */
export const preloadAfter = (routes: readonly Preloadable[], packages: readonly string[]): void => {
  if (packages.length === 0 || wantsToSaveData()) return
  setTimeout(() => void preload(pagesIn(routes, packages)), QUIET_MS)
}
