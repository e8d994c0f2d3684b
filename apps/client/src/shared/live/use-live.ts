import { useEffect } from 'react'
import { usePageShown } from '../platform/page-shown.ts'
import { useIsLoggedIn } from '../session/session.ts'
import { listen } from './live.ts'

/** Hears what happens for as long as the page is looked at by somebody who is logged in, and something is wanted of it. */
export const useLive = (isWanted = true): void => {
  const isShown = usePageShown()
  const isLoggedIn = useIsLoggedIn()
  const listens = isWanted && isShown && isLoggedIn
  useEffect(() => (listens ? listen() : undefined), [listens])
}
