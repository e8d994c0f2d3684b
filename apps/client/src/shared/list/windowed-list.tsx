import type { ReactNode } from 'react'
import { Box } from '../ui/elements/elements'
import { Async } from '../ui/status/async.tsx'
import { ListFoot } from './list-foot.tsx'
import { PullArea } from './pull/pull-area'
import type { PagedList } from './use-paged-list.ts'
import { WindowedRows } from './windowed-rows'
import type { WindowedRowsProps } from './windowed-rows.h5.tsx'

interface WindowedListProps<Row> extends Omit<WindowedRowsProps<Row>, 'list'> {
  readonly list: PagedList<Row>
  /** Of the box around the rows; its `--columns` makes a grid. */
  readonly className?: string
  /** Another filter begins at the top. */
  readonly filterKey: string
  readonly loading?: ReactNode
  readonly empty: ReactNode
}

/** A list of thousands of rows of the same height, of which those near the visible part are drawn. Like `PullList` otherwise. */
export function WindowedList<Row>({ list, className, filterKey, loading, empty, ...rows }: WindowedListProps<Row>) {
  const { query, loadMore, refresh, end, retryMore } = list
  return (
    <PullArea key={filterKey} onRefresh={refresh} onNearEnd={loadMore}>
      <Async of={query} loading={loading} isEmpty={() => list.rows.length === 0} empty={empty}>
        {() => (
          <>
            <Box className={className}>
              <WindowedRows list={list} {...rows} />
            </Box>
            <ListFoot end={end} onRetry={retryMore} />
          </>
        )}
      </Async>
    </PullArea>
  )
}
