import type { UseQueryResult } from '@tanstack/react-query'
import { type EnvelopeCode, ErrorCode } from '@yunji/contract/wire/error-codes'
import type { ReactNode } from 'react'
import { ApiError, messageOf } from '../../api/api-error.ts'
import { Box } from '../elements/elements'
import { cloud } from '../icon/icons.ts'
import { useReadingPhase } from '../skeleton/use-reading-phase.ts'
import { ErrorView } from './error-view.tsx'
import { LoadingView } from './loading-view.tsx'

/** Answers that a retry does not change, with their titles and hints; without a hint the server's text stands. */
const FINAL: ReadonlyMap<EnvelopeCode | undefined, readonly [title: string, hint?: string]> = new Map([
  [ErrorCode.GET_DEVICE_FAILED, ['没有找到这台设备', '它可能已释放、已转移，或不再授权给你']],
  [ErrorCode.TASK_NOT_EXIST, ['无法打开']],
  [ErrorCode.SHOW_ERROR_TIP, ['无法打开']],
])

const UNSEEN = { visibility: 'hidden' } as const

interface AsyncProps<Data> {
  readonly of: Pick<UseQueryResult<Data>, 'data' | 'error' | 'fetchStatus'> & { readonly refetch: () => unknown }
  /** A skeleton in the shape of the content. */
  readonly loading?: ReactNode
  readonly isEmpty?: (data: Data) => boolean
  readonly empty?: ReactNode
  /** False while something above or within the content is unknown: drawn later, it would move the content. */
  readonly isReady?: boolean
  /** A second action beside the retry, for failures that a retry may not fix. */
  readonly elsewhere?: ReactNode
  readonly children: (data: Data) => ReactNode
}

/** Content from the server in each of its states. Loaded data stays visible during a refetch. */
export function Async<Data>({
  of: query,
  loading,
  isEmpty,
  empty,
  isReady = true,
  elsewhere,
  children,
}: AsyncProps<Data>) {
  const { error, fetchStatus, refetch } = query
  const data = isReady ? query.data : undefined
  const isOffline = fetchStatus === 'paused'
  const phase = useReadingPhase(data === undefined && !error && !isOffline)
  const retry = () => void refetch()
  const skeleton = loading ?? <LoadingView />
  if (phase === 'skeleton') return skeleton
  if (data !== undefined) return isEmpty?.(data) ? empty : children(data)
  if (isOffline) return <ErrorView icon={cloud} title="网络未连接" hint="连接网络后会自动继续" onRetry={retry} />
  if (error) {
    const [title, hint = messageOf(error)] = FINAL.get(error instanceof ApiError ? error.code : undefined) ?? []
    return <ErrorView title={title} hint={hint} isFinal={title !== undefined} onRetry={retry} elsewhere={elsewhere} />
  }
  // Keeps the place, so that what follows does not move when the skeleton is shown or the content comes.
  return (
    <Box style={UNSEEN} isDecoration>
      {skeleton}
    </Box>
  )
}
