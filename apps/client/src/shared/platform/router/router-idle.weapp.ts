import { PAGE_LOAD_TIMEOUT_MS } from '@yunji/contract/pages'

/** A page may lie in a package that is still being fetched. */
export const NAVIGATION_TIMEOUT_MS = PAGE_LOAD_TIMEOUT_MS

/** The platform calls a navigation done when the page is there, and says of no other that it has begun. */
export const isRouterIdle = (): boolean => true

export const whenRouterIdle = (): Promise<void> => Promise.resolve()
