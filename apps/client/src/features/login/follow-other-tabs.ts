import { reloadClient, watchOtherTabs } from '../../shared/platform/other-tabs'
import { session } from '../../shared/session/session.ts'

/**
 * A tab keeps its account in memory, so that none of its calls can carry another's token. When another tab changes the
 * stored account, this one starts anew in it.
 */
export const followOtherTabs = (): void =>
  watchOtherTabs(() => {
    if (session.isInStep()) session.rereadSaved()
    else reloadClient()
  })
