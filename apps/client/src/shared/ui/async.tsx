import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messageOf } from '../api/api-error.ts'
import { Button } from './button.tsx'
import { alert, cloud } from './icons.ts'
import { LoadingView } from './loading-view.tsx'
import { StatusView } from './status-view.tsx'

interface AsyncProps<Data> {
  readonly of: UseQueryResult<Data>
  /** A skeleton in the shape of the content. */
  readonly loading?: ReactNode
  readonly isEmpty?: (data: Data) => boolean
  readonly empty?: ReactNode
  readonly children: (data: Data) => ReactNode
}

/** Content that is read from the server, in each of its states. What has been read once stays while it is read again. */
export function Async<Data>({ of: query, loading, isEmpty, empty, children }: AsyncProps<Data>) {
  const { data, error, fetchStatus, refetch } = query
  if (data !== undefined) return isEmpty?.(data) ? empty : children(data)
  const retry = (
    <Button size="medium" isNarrow onTap={() => void refetch()}>
      重试
    </Button>
  )
  if (fetchStatus === 'paused') {
    return <StatusView icon={cloud} title="网络未连接" hint="连接网络后会自动继续" actions={retry} isAlert />
  }
  if (error) return <StatusView icon={alert} title="加载失败" hint={messageOf(error)} actions={retry} isAlert />
  return loading ?? <LoadingView />
}
