import { wantsToSaveData } from '../../shared/shell/preload.ts'

/** What the page does not need to be drawn, each in a bundle of its own. */
export const late = {
  commands: () => import('./commands.ts'),
  orders: () => import('./orders.ts'),
  sheets: () => import('./sheets.tsx'),
  tickets: () => import('../../shared/stream/ticket-ahead.ts'),
}

/** So that nothing is waited for when it is opened. */
export const loadSheetsAhead = (): void => {
  if (!wantsToSaveData()) late.sheets().catch(() => undefined)
}
