import { ASYNC_PAGE_DELAY_MS, PAGE_LOAD_TIMEOUT_MS } from '@yunji/contract/pages'
import type { ComponentType } from 'react'

export interface PageModule {
  readonly default: ComponentType
  /** Ends when a first drawing would be complete. */
  readonly whenReady?: Promise<unknown> | undefined
}

export type ImportPage = () => Promise<PageModule>

/** One attempt to load a page's bundle, with a timeout. */
export const tryToLoad = (importPage: ImportPage): Promise<PageModule> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the page took too long to load')), PAGE_LOAD_TIMEOUT_MS)
    importPage()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })

const delayed = (ms: number): Promise<undefined> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(undefined), ms)
  })

/**
 * The page if its bundle loads quickly, else a placeholder that shows the loading, then the page or the failure. The
 * router therefore never waits, and always has something to show. A page that is here may wait for its data as long.
 */
export const loadPage = async (
  importPage: ImportPage,
  standIn: (firstTry: Promise<PageModule>) => PageModule,
): Promise<PageModule> => {
  const firstTry = tryToLoad(importPage)
  let loaded: PageModule | undefined
  const load = async () => {
    loaded = await firstTry
    await loaded.whenReady
  }
  await Promise.race([load().catch(() => undefined), delayed(ASYNC_PAGE_DELAY_MS)])
  return loaded ?? standIn(firstTry)
}
