import {
  columnVisibilityFeature,
  createSortedRowModel,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../icon.tsx'
import styles from './list.module.css'

export interface Column<Row extends object> {
  readonly id: string
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** Order of the loaded rows by this column. */
  readonly sortBy?: (row: Row) => string | number
  readonly align?: 'right'
  readonly width?: number
  /** Shown only when chosen. */
  readonly isExtra?: boolean
}

const features = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { basic: sortFn_basic },
})

const ROW_PX = 44
const OVERSCAN_ROWS = 12

interface ListTableProps<Row extends object> {
  readonly columns: readonly Column<Row>[]
  readonly hidden: readonly string[]
  readonly rows: readonly Row[]
  readonly rowId: (row: Row) => string
  /** Column id, with `-` before it for the other direction. */
  readonly sort: string
  readonly onSort: (sort: string | undefined) => void
  /** Id of the chosen row; a refetch that moves it leaves it chosen. */
  readonly current: string | undefined
  readonly onCurrent: (id: string) => void
  readonly onOpen?: ((row: Row) => void) | undefined
  readonly isStale: boolean
  /** There are more rows than the loaded ones, which alone are sorted. */
  readonly isPartial: boolean
}

/** Rows of a list. Only those in sight are in the document. */
export function ListTable<Row extends object>(props: ListTableProps<Row>) {
  const { columns, hidden, rows, rowId, sort, onSort, current, onCurrent, onOpen, isStale, isPartial } = props
  const definitions = useMemo(
    () =>
      columns.map(({ id, sortBy }) => ({
        id,
        accessorFn: (row: Row) => sortBy?.(row),
        enableSorting: sortBy !== undefined,
        sortFn: 'basic' as const,
      })),
    [columns],
  )
  const sorting = useMemo(
    () => (sort === '' ? [] : [{ id: sort.replace(/^-/, ''), desc: sort.startsWith('-') }]),
    [sort],
  )
  const table = useTable({
    features,
    columns: definitions,
    data: rows as Row[],
    getRowId: rowId,
    state: { sorting, columnVisibility: Object.fromEntries(hidden.map((id) => [id, false])) },
    onSortingChange: (change) => {
      const [next] = typeof change === 'function' ? change(sorting) : change
      onSort(next && `${next.desc ? '-' : ''}${next.id}`)
    },
  })
  const shown = columns.filter(({ id }) => !hidden.includes(id))
  const sorted = table.getRowModel().rows
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoised by a compiler
  const virtual = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN_ROWS,
  })
  const at = sorted.findIndex(({ id }) => id === current)
  // Only a choice scrolls: a row that a refetch moves is not run after.
  const latestAt = useRef(at)
  useEffect(() => {
    latestAt.current = at
  })
  useEffect(() => {
    if (current !== undefined && latestAt.current >= 0) virtual.scrollToIndex(latestAt.current)
  }, [current, virtual])
  const items = virtual.getVirtualItems()
  const tabStop = items.some(({ index }) => index === at) ? at : items[0]?.index
  const above = items[0]?.start ?? 0
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  const open = (row: { readonly id: string; readonly original: Row } | undefined): void => {
    if (!row) return
    onCurrent(row.id)
    onOpen?.(row.original)
  }
  const choose = (index: number): void => {
    const row = sorted[index]
    if (!row) return
    onCurrent(row.id)
    scroller.current?.querySelector<HTMLElement>(`tr[data-index="${index}"] .${styles.opener}`)?.focus()
  }
  useListKeys({ count: sorted.length, at, choose, open: () => open(sorted[at]) })
  return (
    <div ref={scroller} className={classes(styles.scroller, isStale && styles.stale)}>
      <table className={styles.table} aria-rowcount={sorted.length}>
        <thead>
          <tr>
            {shown.map(({ id, title, align, width, sortBy }) => {
              const direction = sorting[0]?.id === id ? (sorting[0].desc ? 'descending' : 'ascending') : undefined
              return (
                <th key={id} className={align && styles.right} style={{ width }} aria-sort={direction} scope="col">
                  {sortBy ? (
                    <button
                      type="button"
                      className={styles.sort}
                      onClick={() => table.getColumn(id)?.toggleSorting()}
                      title={isPartial ? '只排本页' : '排序'}
                    >
                      {title}
                      <span className={classes(styles.arrow, direction && styles[direction])}>
                        <Icon name="down" size={16} />
                      </span>
                    </button>
                  ) : (
                    title
                  )}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {above > 0 && <tr aria-hidden="true" style={{ height: above }} />}
          {items.map(({ index }) => {
            const row = sorted[index]
            if (!row) return null
            return (
              <tr
                key={row.id}
                ref={virtual.measureElement}
                data-index={index}
                aria-rowindex={index + 1}
                aria-current={index === at ? 'true' : undefined}
                className={classes(onOpen && styles.openable, index === at && styles.current)}
                onClick={(event) => {
                  // Buttons in a cell act by themselves, and a selection of text opens nothing.
                  const isOwn = event.target instanceof Element && event.target.closest('a, button, [role="menu"]')
                  if (!isOwn && !getSelection()?.toString()) open(row)
                }}
              >
                {shown.map(({ id, cell, align }, place) => (
                  <td key={id} className={align && styles.right}>
                    {place === 0 && onOpen ? (
                      <button
                        type="button"
                        className={styles.opener}
                        tabIndex={index === tabStop ? 0 : -1}
                        onFocus={() => onCurrent(row.id)}
                        onClick={() => open(row)}
                      >
                        {cell(row.original)}
                      </button>
                    ) : (
                      cell(row.original)
                    )}
                  </td>
                ))}
              </tr>
            )
          })}
          {below > 0 && <tr aria-hidden="true" style={{ height: below }} />}
        </tbody>
      </table>
    </div>
  )
}

interface ListKeys {
  readonly count: number
  /** Place of the chosen row; -1 without one. */
  readonly at: number
  readonly choose: (index: number) => void
  readonly open: () => void
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]') !==
    null

const MOVES: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

/** Arrow keys or j and k choose a row, Enter opens it; not while something is typed or an overlay is open. */
const useListKeys = ({ count, at, choose, open }: ListKeys): void => {
  const latest = useRef({ count, at, choose, open })
  useEffect(() => {
    latest.current = { count, at, choose, open }
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const keys = latest.current
      const move = MOVES[event.key]
      if (move !== undefined && keys.count > 0) {
        event.preventDefault()
        keys.choose(Math.min(Math.max(keys.at + move, 0), keys.count - 1))
      }
      const isOnControl = event.target instanceof Element && event.target.closest('a, button')
      if (event.key === 'Enter' && !isOnControl) keys.open()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
