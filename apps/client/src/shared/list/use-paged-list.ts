import { hashKey, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { showError } from '../api/show-error.ts'
import { type ListEnd, listEnd } from './list-end.ts'
import { keepFirstPage, type ListSource, listOptions, refreshList, rereadPage } from './paged-list.ts'
import { type ListPage, rowsOf } from './paging.ts'

interface PagedListOptions<Row, Page extends ListPage<Row>, Request> extends ListSource<Page, Request> {
  readonly rowKey: (row: Row) => string | number
}

export type PagedList<Row> = ReturnType<typeof usePagedList<Row, ListPage<Row>, unknown>>

/** A list that grows by pages. */
export const usePagedList = <Row, Page extends ListPage<Row>, Request>({
  rowKey,
  ...source
}: PagedListOptions<Row, Page, Request>) => {
  const client = useQueryClient()
  const query = useInfiniteQuery(listOptions(source))
  const { data, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } = query
  const pages = data?.pages
  const rows = useMemo(() => rowsOf<Row>(pages ?? [], rowKey), [pages, rowKey])

  const keyHash = hashKey(source.key)
  useEffect(() => () => keepFirstPage(client, keyHash), [client, keyHash])

  const end: ListEnd = listEnd({
    rowCount: rows.length,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    hasMoreFailed: isFetchNextPageError,
  })
  const retryMore = () => {
    if (!isFetching) void fetchNextPage()
  }
  return {
    query,
    rows,
    rowKey,
    end,
    /** Automatic: a failed page is left to the user's retry. */
    loadMore: () => {
      if (hasNextPage && !isFetchNextPageError) retryMore()
    },
    retryMore,
    reread: (index: number) => rereadPage(client, source, index),
    refresh: async () => {
      if (data) await refreshList(client, source).catch(showError)
      else await refetch()
    },
  }
}
