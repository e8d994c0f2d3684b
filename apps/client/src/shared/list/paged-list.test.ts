import { hashKey, InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keepFirstPage, type ListSource, listOptions, refreshList } from './paged-list.ts'
import { byPage, type ListPage, type PageRequest } from './paging.ts'

type Source = ListSource<ListPage<string>, PageRequest>

const TOTAL_PAGES = 3

/** A server whose rows say when they were made; a test may hold an answer back or refuse it. */
const server = () => {
  let version = 1
  let gate = Promise.resolve()
  const read = vi.fn<Source['read']>(async ({ page }) => {
    const made = version
    await gate
    return { records: [`v${made} p${page}`], page, totalPage: TOTAL_PAGES }
  })
  return {
    source: { key: ['list'], read, paging: byPage } satisfies Source,
    read,
    changeRows: () => {
      version += 1
    },
    hold: () => {
      let letThrough = (): void => undefined
      gate = new Promise((resolve) => {
        letThrough = resolve
      })
      return letThrough
    },
  }
}

let client: QueryClient

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
})
afterEach(() => client.clear())

const open = (source: Source) => {
  const observer = new InfiniteQueryObserver(client, listOptions(source))
  const close = observer.subscribe(() => undefined)
  const rows = () => observer.getCurrentResult().data?.pages.flatMap(({ records }) => records)
  return { observer, rows, close }
}

const openWithPages = async (source: Source, pages: number) => {
  const list = open(source)
  await list.observer.refetch()
  for (let page = 1; page < pages; page++) await list.observer.fetchNextPage()
  return list
}

test('pages come one after the other, and end with the last', async () => {
  const { source, read } = server()
  const { observer, rows } = await openWithPages(source, TOTAL_PAGES)
  expect(rows()).toEqual(['v1 p1', 'v1 p2', 'v1 p3'])
  expect(observer.getCurrentResult().hasNextPage).toBe(false)
  expect(read.mock.lastCall).toEqual([{ page: 3, rows: 10 }])
})

describe('a refresh', () => {
  test('begins the list anew with one request', async () => {
    const { source, read, changeRows } = server()
    const { observer, rows } = await openWithPages(source, TOTAL_PAGES)
    changeRows()
    read.mockClear()
    await refreshList(client, source)
    expect(rows()).toEqual(['v2 p1'])
    expect(read).toHaveBeenCalledOnce()
    await observer.fetchNextPage()
    expect(rows()).toEqual(['v2 p1', 'v2 p2'])
  })

  test('that fails leaves everything as it was', async () => {
    const { source, read } = server()
    const { observer, rows } = await openWithPages(source, 2)
    read.mockRejectedValueOnce(new Error('offline'))
    await expect(refreshList(client, source)).rejects.toThrow('offline')
    expect(rows()).toEqual(['v1 p1', 'v1 p2'])
    expect(observer.getCurrentResult().isError).toBe(false)
  })

  test('is not undone by a page that was on its way', async () => {
    const { source, hold, changeRows } = server()
    const { observer, rows } = await openWithPages(source, 1)
    const letThrough = hold()
    const late = observer.fetchNextPage()
    changeRows()
    const refreshed = refreshList(client, source)
    letThrough()
    await Promise.all([late, refreshed])
    expect(rows()).toEqual(['v2 p1'])
    await observer.fetchNextPage()
    expect(rows()).toEqual(['v2 p1', 'v2 p2'])
  })

  test('forgets that the page after had failed', async () => {
    const { source, read } = server()
    const { observer } = await openWithPages(source, 1)
    read.mockRejectedValueOnce(new Error('offline'))
    await observer.fetchNextPage()
    expect(observer.getCurrentResult().isFetchNextPageError).toBe(true)
    await refreshList(client, source)
    expect(observer.getCurrentResult()).toMatchObject({ isFetchNextPageError: false, hasNextPage: true })
  })
})

describe('a list that is left', () => {
  test('keeps its first page and how old it is', async () => {
    const { source } = server()
    const { rows, close } = await openWithPages(source, TOTAL_PAGES)
    const { dataUpdatedAt } = client.getQueryState(source.key) ?? {}
    keepFirstPage(client, hashKey(source.key))
    close()
    expect(rows()).toEqual(['v1 p1'])
    expect(client.getQueryState(source.key)?.dataUpdatedAt).toBe(dataUpdatedAt)
  })

  test('before it has come keeps nothing', () => {
    keepFirstPage(client, hashKey(['list']))
    expect(client.getQueryState(['list'])).toBeUndefined()
  })
})
