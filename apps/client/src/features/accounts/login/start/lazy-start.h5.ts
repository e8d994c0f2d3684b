import { showError } from '../../../../shared/api/show-error.ts'
import type { PageParams } from '../../../../shared/navigation/params-of.ts'
import { storage } from '../../../../shared/platform/storage/storage.ts'
import { PASSWORD_OFFER_KEY } from '../../../../shared/session/session-state.ts'

/** Loaded only when a code is present, which is rare. */
export const logInByLaunchCode = (): void => {
  import('../wechat/launch-login.h5.ts').then(({ launchLogin }) => launchLogin()).catch(showError)
}

/** Loaded only for somebody who registered while buying. */
export const resumePasswordOffer = (): void => {
  if (!storage.read(PASSWORD_OFFER_KEY)) return
  // A failed load is retried at the next start.
  import('../form/leave-login.ts').then(({ offerPasswordOnTab }) => offerPasswordOnTab()).catch(() => undefined)
}

/** Loaded only when a referral exists, which is rare. */
export const loadReferral = (params: PageParams): void => {
  const { inviteCode, preGroup, shareUser } = params
  if (!(inviteCode || preGroup || shareUser || storage.read('inviteCode'))) return
  // A failed load is retried at the next start.
  import('./referral.ts').then(({ recordReferral }) => recordReferral(params)).catch(() => undefined)
}
