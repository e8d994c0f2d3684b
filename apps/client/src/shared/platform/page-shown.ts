import { useDocumentShown } from './document-shown'
import { usePageVisible } from './lifecycle.ts'

/** Whether somebody may be looking at the page: it lies on top, and what it lies in is not hidden either. */
export const usePageShown = (): boolean => {
  const isOnTop = usePageVisible()
  const isDocumentShown = useDocumentShown()
  return isOnTop && isDocumentShown
}
