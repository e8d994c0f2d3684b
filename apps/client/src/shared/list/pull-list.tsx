import type { ReactNode } from 'react'
import { Box } from '../ui/elements/elements'
import { Async } from '../ui/status/async.tsx'
import { ListFoot } from './list-foot.tsx'
import { useEndCheck } from './pull/end-check.ts'
import { PullArea } from './pull/pull-area'
import type { PagedList } from './use-paged-list.ts'

interface RowsProps<Row> {
  readonly list: PagedList<Row>
  /** Class of a layout other than one column. */
  readonly className?: string
  readonly children: (row: Row) => ReactNode
}

function Rows<Row>({ list, className, children }: RowsProps<Row>) {
  const { rows, rowKey, end, retryMore } = list
  useEndCheck()
  return (
    <>
      <Box as="ul" className={className}>
        {rows.map((row) => (
          <Box as="li" key={rowKey(row)}>
            {children(row)}
          </Box>
        ))}
      </Box>
      <ListFoot end={end} onRetry={retryMore} />
    </>
  )
}

interface PullListProps<Row> extends RowsProps<Row> {
  /** A skeleton in the shape of the rows. */
  readonly loading?: ReactNode
  readonly empty: ReactNode
}

/** A list of the product: pulled to refresh, growing by pages, in each of its states. Fills the height that is left. */
export function PullList<Row>({ list, className, loading, empty, children }: PullListProps<Row>) {
  const { query, rows, loadMore, refresh } = list
  return (
    <PullArea onRefresh={refresh} onNearEnd={loadMore}>
      <Async of={query} loading={loading} isEmpty={() => rows.length === 0} empty={empty}>
        {() => (
          <Rows list={list} className={className}>
            {children}
          </Rows>
        )}
      </Async>
    </PullArea>
  )
}
