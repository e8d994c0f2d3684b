import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { messageOf } from '../../../../shared/api/api-error.ts'
import { mutationOptions } from '../../../../shared/api/use-write.ts'
import { forgetQuery } from '../../../../shared/platform/router/location.h5.ts'
import { usePageParams } from '../../../../shared/platform/router/page-params.ts'
import { LoadingView } from '../../../../shared/ui/status/loading-view.tsx'
import { finishLogin } from '../form/leave-login.ts'
import { readAuthorisationResult } from './authorisation.ts'
import { beginAuthorisation, takePendingAuthorisation } from './begin-authorisation.h5.ts'
import { BindPhoneForm } from './bind-phone-form.tsx'
import { type AuthState, logInWithCode, stateAfter } from './log-in-with-code.h5.ts'
import { setPendingBind, usePendingBind } from './pending-bind.ts'
import { WechatStart } from './wechat-start.tsx'

/** Target of WeChat's redirect; its code works once. */
export function WechatAuth() {
  const params = usePageParams()
  const [returned] = useState(() => readAuthorisationResult(params, takePendingAuthorisation()))
  const [pending] = useState(() => usePendingBind.getState().pending)
  const [state, setState] = useState<AuthState>(() => (pending ? { kind: 'bind', pending } : stateAfter(returned)))

  const { mutate: logIn } = useMutation({
    ...mutationOptions,
    mutationFn: logInWithCode,
    onSuccess: setState,
    onError: (error) => setState({ kind: 'start', failure: messageOf(error), hasAgreed: true }),
  })
  useEffect(() => {
    setPendingBind(null)
    forgetQuery()
    if (returned.kind === 'code') logIn(returned)
  }, [returned, logIn])

  switch (state.kind) {
    case 'working':
      return <LoadingView />
    case 'bind': {
      const { bindTicket, returnPath } = state.pending
      return <BindPhoneForm bindTicket={bindTicket} onLoggedIn={() => void finishLogin(returnPath)} />
    }
    case 'start': {
      const { failure, returnPath, hasAgreed } = state
      const begin = () => {
        setState({ kind: 'working' })
        beginAuthorisation({ scope: 'snsapi_base', returnPath }).catch((error: unknown) =>
          setState({ kind: 'start', failure: messageOf(error), returnPath, hasAgreed: true }),
        )
      }
      return <WechatStart failure={failure} initiallyAgreed={hasAgreed} onBegin={begin} />
    }
  }
}
