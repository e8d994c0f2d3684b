import './tokens.css'
import './app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import type { PropsWithChildren } from 'react'
import { startSession } from './features/accounts/login/start/start-session.ts'
import { startAgreements } from './features/content/agreements/start-agreements.ts'
import { startTelemetry } from './features/telemetry/start-telemetry'
import { queryClient } from './shared/api/query.ts'
import { NOT_FOUND_ROUTE } from './shared/navigation/page-title.ts'
import { usePageNotFound } from './shared/platform/page/page-lifecycle.ts'
import { replacePage } from './shared/platform/router/router.ts'

startSession()
startTelemetry()
startAgreements()

export default function App({ children }: PropsWithChildren) {
  usePageNotFound(() => void replacePage(`/pages/${NOT_FOUND_ROUTE}`))
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}
