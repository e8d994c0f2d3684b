/** A mini-program is no browser of WeChat: its address never carries a login. */
export const logInByLaunchCode = (): void => undefined

/** No payment leaves the mini-program: the offer that the login has made still stands. */
export const resumePasswordOffer = (): void => undefined

export { recordReferral as loadReferral } from './referral.ts'
