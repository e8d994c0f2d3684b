import { copyText } from './copy-text'
import type { ShareText } from './shared-text.ts'

/** A mini-program hands on its own pages only. */
export const shareText: ShareText = async (text) => ((await copyText(text)) ? 'copied' : 'failed')
