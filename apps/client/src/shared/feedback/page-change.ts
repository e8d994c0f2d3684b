import { currentPage } from '../platform/page/page-lifecycle.ts'
import { useDialog } from './dialog.ts'

interface Waiting {
  readonly fits: (path: string) => boolean
  readonly open: () => void
}

const waiting: Waiting[] = []

currentPage.subscribe(({ path }, before) => {
  if (path === before.path || useDialog.getState().dialog) return
  const next = waiting.findIndex(({ fits }) => fits(path))
  if (next >= 0) waiting.splice(next, 1)[0]?.open()
})

/**
 * Opens what nobody has asked for, such as a dialog, as the next page that it fits comes on screen: drawn together with
 * the page, it never falls between a finger and what it reaches for. One for each change of page.
 */
export const openWithPage = (fits: (path: string) => boolean, open: () => void): void => {
  waiting.push({ fits, open })
}
