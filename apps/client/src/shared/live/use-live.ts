import { useEffect } from 'react'
import { usePageShown } from '../platform/page-shown.ts'
import { useIsLoggedIn } from '../session/session.ts'
import { listen } from './live.ts'

/** Hears what happens for as long as the page is looked at by somebody who is logged in. */
export const useLive = (): void => {
  const isShown = usePageShown()
  const isLoggedIn = useIsLoggedIn()
  useEffect(() => (isShown && isLoggedIn ? listen() : undefined), [isShown, isLoggedIn])
}
