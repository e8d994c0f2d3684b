import { copyText } from './copy-text'
import type { ShareText } from './shared-text.ts'

/** Somebody who closes the phone's own share sheet has decided so. */
const isGivenUp = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

export const shareText: ShareText = async (text) => {
  try {
    if (navigator.share) {
      await navigator.share({ text })
      return 'shared'
    }
  } catch (error) {
    if (isGivenUp(error)) return 'shared'
  }
  return (await copyText(text)) ? 'copied' : 'failed'
}
