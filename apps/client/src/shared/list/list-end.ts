import { NO_MORE_MINIMUM_ROWS } from '@yunji/contract/display/limits'

/** State of the end of the list. */
export type ListEnd = 'nothing' | 'loading' | 'failed' | 'noMore'

export interface EndFacts {
  readonly rowCount: number
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  readonly hasMoreFailed: boolean
}

export const listEnd = ({ rowCount, hasMore, isLoadingMore, hasMoreFailed }: EndFacts): ListEnd => {
  if (isLoadingMore) return 'loading'
  if (hasMoreFailed) return 'failed'
  if (hasMore || rowCount < NO_MORE_MINIMUM_ROWS) return 'nothing'
  return 'noMore'
}
