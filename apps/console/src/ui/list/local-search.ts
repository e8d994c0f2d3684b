import { isValidElement, type ReactNode } from 'react'
import type { Column } from './list-table.tsx'

/** Search in the rows that are loaded, for calls without one of their own. */
export const localSearch = { name: 'find', label: '查找' }

/** Text of a cell as it is drawn, but for components that make it of properties other than their children. */
const textOf = (node: ReactNode): string => {
  if (typeof node === 'string' || typeof node === 'number' || typeof node === 'bigint') return String(node)
  if (Array.isArray(node)) return node.map(textOf).join('')
  return isValidElement<{ children?: ReactNode }>(node) ? textOf(node.props.children) : ''
}

/** Whether a row shows every word of a search, in whatever cells and case. */
export const hasWords = <Row extends object>(row: Row, columns: readonly Column<Row>[], search: string): boolean => {
  const shown = columns.map(({ cell }) => textOf(cell(row))).join('\n')
  const all = shown.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word))
}
