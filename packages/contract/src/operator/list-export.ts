import type { Call } from '../wire/call.ts'

/** A heading, with the words for the values of an enumeration. */
type ExportColumn = string | readonly [heading: string, labels: Readonly<Record<string, string>>]

/** How a list is exported as CSV. */
export interface ListExport {
  readonly title: string
  /** Reads the list, a page at a time. */
  readonly call: Call
  /** A list in each record whose items become rows of their own, with the fields of the record. */
  readonly expand?: string
  /** Paths in a record, such as `from.kind`, in the order of a file that has all of them. */
  readonly columns: Readonly<Record<string, ExportColumn>>
}

export const headingOf = (column: ExportColumn): string => (typeof column === 'string' ? column : column[0])
