import { CustomWrapper, View } from '@tarojs/components'
import { useContext, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { readScroll, readSize } from '../platform/page/read-scroll.ts'
import { useEndCheck } from './pull/end-check.ts'
import { ScrollSource } from './pull/scroll-context.ts'
import { type CellSize, rowsInSight, rowsPx, sliceRows, sliceWindow } from './row-window.ts'
import type { WindowedRowsProps } from './windowed-rows.h5.tsx'
import styles from './windowed-rows.module.css'

interface Measured {
  readonly cell: CellSize
  readonly areaPx: number
}

/** Sizes of the area and of a cell, once there is one; all cells are alike. The first slice has `rowCount` of them. */
const useMeasured = (id: string, rowCount: number): Measured | undefined => {
  const area = useContext(ScrollSource).id
  const [measured, setMeasured] = useState<Measured>()
  const latestCount = useRef(rowCount)
  useLayoutEffect(() => {
    latestCount.current = rowCount
  })
  useEffect(() => {
    if (rowCount === 0 || measured) return
    const read = async () => {
      const [column, slice, scroll] = await Promise.all([
        readSize(`${id}-column`),
        readSize(`${id}-slice`),
        readScroll(area),
      ])
      // More rows may have come into the slice meanwhile.
      if (!column?.width || !slice?.height || !scroll || latestCount.current !== rowCount) return
      const columns = Math.max(1, Math.round(slice.width / column.width))
      const heightPx = slice.height / Math.ceil(rowCount / columns)
      setMeasured({ cell: { columns, heightPx }, areaPx: scroll.clientHeight })
    }
    void read()
  }, [id, area, rowCount, measured])
  return measured
}

/**
 * Slices of rows near the visible part of the area, each a component of its own: a change in it is sent to the view by
 * its place in the slice alone. Other slices are empty boxes: a node that is put in or taken out between others would
 * send all of its siblings again.
 */
export function WindowedRows<Row>({ list, onWindow, children }: WindowedRowsProps<Row>) {
  const { rows, rowKey } = list
  const id = `rows-${useId().replaceAll(':', '')}`
  const scroll = useContext(ScrollSource)
  const measured = useMeasured(id, Math.min(rows.length, sliceRows(1)))
  const scrollTop = useRef(0)
  const [{ first, end }, setWindow] = useState({ first: 0, end: 2 })

  useEffect(() => {
    if (!measured) return undefined
    const { cell, areaPx } = measured
    const update = (topPx: number) => {
      scrollTop.current = topPx
      const next = sliceWindow(topPx, areaPx, rows.length, cell)
      setWindow((before) => (before.first === next.first && before.end === next.end ? before : next))
      onWindow?.(...rowsInSight(topPx, areaPx, rows.length, cell))
    }
    update(scrollTop.current)
    return scroll.subscribe(update)
  }, [measured, rows.length, scroll, onWindow])
  useEndCheck()

  const cell = measured?.cell
  const inSlice = sliceRows(cell?.columns ?? 1)
  const slices = Array.from({ length: Math.ceil(rows.length / inSlice) }, (_, slice) => slice)
  const heightOf = (slice: number, size: CellSize) => rowsPx(Math.min(inSlice, rows.length - slice * inSlice), size)
  return (
    <View>
      <View id={`${id}-column`} className={styles.flowing} />
      {slices.map((slice) => {
        const isDrawn = slice >= first && slice < end
        return (
          // Always there, and outside of the component, into which a query of the page does not reach.
          <View
            key={slice}
            id={slice === 0 ? `${id}-slice` : undefined}
            style={cell && !isDrawn ? { height: `${heightOf(slice, cell)}px` } : undefined}
          >
            {isDrawn && (
              <CustomWrapper>
                <View className={styles.slice}>
                  {rows.slice(slice * inSlice, (slice + 1) * inSlice).map((row, place) => (
                    <View key={rowKey(row)} className={styles.flowing}>
                      {children(row, slice * inSlice + place)}
                    </View>
                  ))}
                </View>
              </CustomWrapper>
            )}
          </View>
        )
      })}
    </View>
  )
}
