import type { ImportPage } from './load-page.ts'

interface Preloadable {
  readonly path: string
  readonly importPage: ImportPage
}

/** Delay after the page, for its drawing and requests. */
const QUIET_MS = 1500

const pagesIn = (routes: readonly Preloadable[], packages: readonly string[]) =>
  routes.filter(({ path }) => packages.some((folder) => path.startsWith(`${folder}/`)))

/** Whether the user saves data: nothing is preloaded then. */
export const wantsToSaveData = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Loads the pages that a tab leads to while the user looks at it. What fails here is loaded when it is needed. */
export const preloadAfter = (routes: readonly Preloadable[], packages: readonly string[]): void => {
  if (packages.length === 0 || wantsToSaveData()) return
  setTimeout(() => {
    for (const { importPage } of pagesIn(routes, packages)) importPage().catch(() => undefined)
  }, QUIET_MS)
}
