import { currentUrl } from './location'

/** The address that the client was opened with. */
export const launchUrl = (): string => currentUrl()
