import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { cloud } from '../icon/icons.ts'
import { useReadingPhase } from '../skeleton/use-reading-phase.ts'
import { ErrorView } from './error-view.tsx'
import { LoadingView } from './loading-view.tsx'

interface AsyncProps<Data> {
  readonly of: Pick<UseQueryResult<Data>, 'data' | 'error' | 'fetchStatus'> & { readonly refetch: () => unknown }
  /** A skeleton in the shape of the content. */
  readonly loading?: ReactNode
  readonly isEmpty?: (data: Data) => boolean
  readonly empty?: ReactNode
  /** A second action beside the retry, for failures that a retry may not fix. */
  readonly elsewhere?: ReactNode
  readonly children: (data: Data) => ReactNode
}

/** Content from the server in each of its states. Loaded data stays visible during a refetch. */
export function Async<Data>({ of: query, loading, isEmpty, empty, elsewhere, children }: AsyncProps<Data>) {
  const { data, error, fetchStatus, refetch } = query
  const isOffline = fetchStatus === 'paused'
  const phase = useReadingPhase(data === undefined && !error && !isOffline)
  const retry = () => void refetch()
  if (phase === 'skeleton') return loading ?? <LoadingView />
  if (data !== undefined) return isEmpty?.(data) ? empty : children(data)
  if (isOffline) return <ErrorView icon={cloud} title="网络未连接" hint="连接网络后会自动继续" onRetry={retry} />
  if (error) return <ErrorView hint={messageOf(error)} onRetry={retry} elsewhere={elsewhere} />
  return null
}
