import { logOut } from '@yunji/contract/operator/account-calls'
import { OPERATOR_IDLE_MS } from '@yunji/contract/wire/operator-roles'
import { useEffect } from 'react'
import { callApi } from '../api/call-api.ts'
import { endSession } from './token.ts'

const CHECK_MS = 15_000
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const

/** Ends the session on this page at once, whatever the server answers: a session that it was not told of expires there. */
export const leaveSession = (notice = ''): void => {
  // Before the token is gone: `callApi` reads it synchronously.
  callApi(logOut, {}).catch(() => {})
  endSession(notice)
}

/**
 * Logs out after the idle time of a session without a sign of the operator. Lists that read themselves again count as
 * use on the server, and would keep an unattended console open until the session's last hour.
 */
export const useIdleLogOut = (): void => {
  useEffect(() => {
    let lastSign = Date.now()
    const note = (): void => {
      lastSign = Date.now()
    }
    for (const sign of SIGNS) addEventListener(sign, note, { passive: true })
    const timer = setInterval(() => {
      if (Date.now() - lastSign >= OPERATOR_IDLE_MS) leaveSession('长时间没有操作，已退出登录')
    }, CHECK_MS)
    return () => {
      clearInterval(timer)
      for (const sign of SIGNS) removeEventListener(sign, note)
    }
  }, [])
}
