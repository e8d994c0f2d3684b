/** A mini-program is no browser of the messaging app: its address never carries a login. */
export const logInByLaunchCode = (): void => undefined

export { arrive as takeArrival } from './arrive.ts'
