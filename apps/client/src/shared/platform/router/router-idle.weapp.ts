import { PAGE_LOAD_TIMEOUT_MS } from '@yunji/contract/pages'

/** A page may lie in a package that is still being fetched. */
export const NAVIGATION_TIMEOUT_MS = PAGE_LOAD_TIMEOUT_MS

/** The platform resolves a navigation when the page is shown, and has no event for its start. */
export const isRouterIdle = (): boolean => true

export const whenRouterIdle = (): Promise<void> => Promise.resolve()
