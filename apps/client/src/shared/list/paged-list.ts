import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import type { ListPage, Paging } from './paging.ts'

/** Source of a list's rows. */
export interface ListSource<Page, Request> {
  readonly key: QueryKey
  readonly read: (request: Request) => Promise<Page>
  readonly paging: Paging<Page, Request>
  /** Reading waits while it is false. */
  readonly isWanted?: boolean
}

type Held<Page, Request> = InfiniteData<Page, Request>

/** A list is read again when its reader wants it: behind their back, each loaded page would be one more request. */
export const listOptions = <Page extends ListPage<unknown>, Request>({
  key,
  read,
  paging,
  isWanted = true,
}: ListSource<Page, Request>) => ({
  queryKey: key,
  queryFn: ({ pageParam }: { readonly pageParam?: unknown }) => read(pageParam as Request),
  initialPageParam: paging.first,
  getNextPageParam: (page: Page) => paging.next(page),
  enabled: isWanted,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})

/** Refetches the first page and restarts the list with it. The old rows stay until it arrives. */
export const refreshList = async <Page, Request>(
  client: QueryClient,
  { key, read, paging }: ListSource<Page, Request>,
): Promise<void> => {
  const page = await read(paging.first)
  // A page in flight belongs to the old list.
  await client.cancelQueries({ queryKey: key, exact: true })
  client.setQueryData<Held<Page, Request>>(key, { pages: [page], pageParams: [paging.first] })
}

/** Refetches one loaded page in its place; the others stay. */
export const rereadPage = async <Page, Request>(
  client: QueryClient,
  { key, read }: ListSource<Page, Request>,
  index: number,
): Promise<void> => {
  const request = client.getQueryData<Held<Page, Request>>(key)?.pageParams[index]
  if (request === undefined) return
  const page = await read(request)
  client.setQueryData<Held<Page, Request>>(key, (now) =>
    now?.pageParams[index] === request
      ? { ...now, pages: now.pages.map((loaded, place) => (place === index ? page : loaded)) }
      : now,
  )
}

/** A list that is left keeps its first page: the next visit begins with it, and reads no more than it. */
export const keepFirstPage = (client: QueryClient, keyHash: string): void => {
  const query = client.getQueryCache().get<Held<unknown, unknown>>(keyHash)
  if (!query?.state.data) return
  const { pages, pageParams } = query.state.data
  const kept = { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) }
  query.setData(kept, { updatedAt: query.state.dataUpdatedAt, manual: true })
}
