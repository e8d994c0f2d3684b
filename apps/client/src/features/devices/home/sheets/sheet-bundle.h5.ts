import { wantsToSaveData } from '../../../../shared/shell/preload.ts'
import { lazyBundles } from '../lazy-bundles'
import { loadMulti } from '../multi-view/lazy-multi-view.h5.tsx'

/** Not among `lazyBundles`: the sheets import that file, which would be a cycle. */
export const loadSheets = () => import('./sheets.tsx')

/** Preloads the sheets and views, unless the user saves data. */
export const loadSheetsAhead = (): void => {
  if (wantsToSaveData()) return
  loadSheets().catch(() => undefined)
  loadMulti().catch(() => undefined)
  lazyBundles.taskNotice().catch(() => undefined)
}
