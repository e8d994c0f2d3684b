import {
  defaultRangeExtractor,
  measureElement,
  observeElementRect,
  type Range,
  useVirtualizer,
} from '@tanstack/react-virtual'
import {
  type FocusEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useEndCheck } from './pull/end-check.ts'
import { ScrollElement } from './pull/scroll-context.ts'
import { assignSlots, withLine } from './row-window.ts'
import { ScrollState } from './settled.ts'
import type { PagedList } from './use-paged-list.ts'
import styles from './windowed-rows.module.css'

export interface WindowedRowsProps<Row> {
  readonly list: Pick<PagedList<Row>, 'rows' | 'rowKey'>
  /** Rows of the whole list, loaded or not. */
  readonly total: number
  /** First and last row in sight; must be stable. */
  readonly onWindow?: (firstIndex: number, lastIndex: number) => void
  readonly children: (row: Row, index: number) => ReactNode
}

/** Lines beyond the edges of the area: the tab key and a screen reader go on to them. */
const OVERSCAN_LINES = 2
/** Until a line has been measured. */
const LINE_PX = 160

interface Layout {
  readonly columns: number
  readonly widthPx: number
}

/** Columns as the style sheet has them. A hidden page has no width, and keeps its layout. */
const useLayout = (box: RefObject<HTMLElement | null>): Layout => {
  const [layout, setLayout] = useState<Layout>({ columns: 1, widthPx: 0 })
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    const read = () => {
      const widthPx = element.clientWidth
      if (widthPx === 0) return
      const columns = Number(getComputedStyle(element).getPropertyValue('--columns')) || 1
      setLayout((before) => (before.columns === columns && before.widthPx === widthPx ? before : { columns, widthPx }))
    }
    read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return layout
}

const lineOf = ({ target }: FocusEvent): number | undefined => {
  const line = (target as HTMLElement).closest('li')?.dataset.index
  return line === undefined ? undefined : Number(line)
}

/** Rows near the visible part of the area, in lines of as many columns as the style sheet says. */
export function WindowedRows<Row>({ list, total, onWindow, children }: WindowedRowsProps<Row>) {
  const { rows, rowKey } = list
  const area = useContext(ScrollElement)
  const box = useRef<HTMLUListElement>(null)
  const { columns, widthPx } = useLayout(box)
  const linePx = useRef(LINE_PX)
  const [focusedLine, setFocusedLine] = useState<number>()
  const lines = Math.ceil(rows.length / columns)

  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoised by a compiler
  const virtualizer = useVirtualizer<HTMLElement, HTMLLIElement>({
    count: lines,
    overscan: OVERSCAN_LINES,
    getScrollElement: () => area.current,
    estimateSize: () => linePx.current,
    // A hidden page measures nothing: its place in the list would be lost.
    observeElementRect: (instance, tell) =>
      observeElementRect(instance, (rect) => {
        if (rect.height > 0) tell(rect)
      }),
    measureElement: (element, entry, instance) => {
      const sizePx = measureElement(element, entry, instance)
      if (sizePx > 0) linePx.current = sizePx
      return sizePx || linePx.current
    },
    rangeExtractor: (range: Range) => withLine(defaultRangeExtractor(range), focusedLine, lines),
  })

  const { startIndex = 0, endIndex = -1 } = virtualizer.range ?? {}
  const firstInSight = startIndex * columns
  const lastInSight = Math.min((endIndex + 1) * columns, rows.length) - 1
  const { isScrolling } = virtualizer
  const readScrolling = useCallback(() => virtualizer.isScrolling, [virtualizer])
  useEffect(() => onWindow?.(firstInSight, lastInSight), [onWindow, firstInSight, lastInSight])

  // The same row stays at the top when the layout changes.
  const topRow = useRef(0)
  useLayoutEffect(() => {
    virtualizer.measure()
    if (topRow.current > 0) virtualizer.scrollToIndex(Math.floor(topRow.current / columns), { align: 'start' })
  }, [virtualizer, columns, widthPx])
  useEffect(() => {
    topRow.current = firstInSight
  })
  useEndCheck()

  const slots = useRef<ReadonlyMap<string | number, number>>(new Map())
  const inOrder = virtualizer
    .getVirtualItems()
    .flatMap(({ index: line, start }) =>
      rows.slice(line * columns, (line + 1) * columns).map((row, column) => ({ row, line, column, start })),
    )
  slots.current = assignSlots(
    slots.current,
    inOrder.map(({ row }) => rowKey(row)),
  )
  const cells = inOrder.map((cell) => ({ ...cell, slot: slots.current.get(rowKey(cell.row)) ?? 0 }))
  // Elements that come, go or move with every line would stop a scroll: they are put in order when it has ended.
  if (isScrolling) cells.sort((one, other) => one.slot - other.slot)

  return (
    <ul
      ref={box}
      className={styles.window}
      style={{ height: virtualizer.getTotalSize() }}
      onFocus={(event) => setFocusedLine(lineOf(event))}
      onBlur={() => setFocusedLine(undefined)}
    >
      <ScrollState.Provider value={readScrolling}>
        {cells.map(({ row, line, column, start, slot }) => (
          <li
            key={slot}
            ref={column === 0 ? virtualizer.measureElement : undefined}
            data-index={line}
            className={styles.cell}
            style={{ top: start, left: `${(column * 100) / columns}%` }}
            aria-setsize={total}
            aria-posinset={line * columns + column + 1}
          >
            {children(row, line * columns + column)}
          </li>
        ))}
      </ScrollState.Provider>
    </ul>
  )
}
