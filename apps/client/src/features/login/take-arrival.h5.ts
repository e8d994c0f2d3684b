import type { PageParams } from '../../shared/navigation/params-of.ts'
import { storage } from '../../shared/platform/storage.ts'

/** Few are brought by somebody: the rest need not load what it takes. */
export const takeArrival = (params: PageParams): void => {
  const { inviteCode, preGroup, shareUser } = params
  if (!(inviteCode || preGroup || shareUser || storage.read('inviteCode'))) return
  // What fails to load now is tried at the next start.
  import('./arrive.ts').then(({ arrive }) => arrive(params)).catch(() => undefined)
}
