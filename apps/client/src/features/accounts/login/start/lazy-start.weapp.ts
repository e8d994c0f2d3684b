/** A mini-program is no browser of WeChat: its address never carries a login. */
export const logInByLaunchCode = (): void => undefined

export { recordReferral as loadReferral } from './referral.ts'
