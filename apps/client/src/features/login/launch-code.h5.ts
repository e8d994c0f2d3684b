import { showError } from '../../shared/api/show-error.ts'

/** Few come with a code: the rest need not load what it takes. */
export const logInByLaunchCode = (): void => {
  import('./launch-login.h5.ts').then(({ launchLogin }) => launchLogin()).catch(showError)
}
