import { wantsToSaveData } from '../../../../shared/shell/preload.ts'
import { lazyBundles } from '../lazy-bundles'
import { loadMulti } from '../multi-view/lazy-multi-view.h5.tsx'

/** Apart from what the sheets themselves wait for, which would lead back to them. */
export const loadSheets = () => import('./sheets.tsx')

/** So that nothing is waited for when it is opened. */
export const loadSheetsAhead = (): void => {
  if (wantsToSaveData()) return
  loadSheets().catch(() => undefined)
  loadMulti().catch(() => undefined)
  lazyBundles.taskNotice().catch(() => undefined)
}
