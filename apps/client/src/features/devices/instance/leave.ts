import { goBackFrom } from '../../../shared/platform/router/router.ts'

/** Back to where the phone was opened from. It goes on running. */
export const leave = (): void => void goBackFrom('webView/web_instance')
