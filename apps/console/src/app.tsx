import { useQueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { getSelf } from '@yunji/contract/operator/account-calls'
import { lazy, Suspense, useEffect, useState } from 'react'
import { watchChangedSelf } from './api/call-api.ts'
import { useCall } from './api/query.ts'
import { router } from './router.tsx'
import { SelfContext } from './session/self.ts'
import { useSessionState } from './session/token.ts'
import { LoadingFailed } from './ui/states.tsx'

const LogIn = lazy(async () => ({ default: (await import('./pages/login/log-in.tsx')).LogIn }))
const Steps = lazy(async () => ({ default: (await import('./pages/login/steps.tsx')).Steps }))
const RecoveryCodes = lazy(async () => ({ default: (await import('./pages/login/steps.tsx')).RecoveryCodes }))

/**
 * The login takes the place of the pages without another address: whoever logs in again is where they were.
 */
export function App() {
  const { token, notice } = useSessionState()
  const client = useQueryClient()
  // Another session, another operator: nothing read before is shown.
  useEffect(() => {
    if (token === '') client.clear()
  }, [token, client])
  return <Suspense>{token === '' ? <LogIn notice={notice} /> : <LoggedIn key={token} />}</Suspense>
}

function LoggedIn() {
  const self = useCall(getSelf, {})
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { refetch, data } = self
  useEffect(() => watchChangedSelf(() => void refetch()), [refetch])
  if (!data) return self.error ? <LoadingFailed of={self} /> : null
  const { name } = data.operator
  if (codes) return <RecoveryCodes codes={codes} name={name} onDone={() => setCodes(null)} />
  if (data.step !== 'ready') return <Steps step={data.step} name={name} onRecoveryCodes={setCodes} />
  return (
    <SelfContext.Provider value={data}>
      <RouterProvider router={router} />
    </SelfContext.Provider>
  )
}
