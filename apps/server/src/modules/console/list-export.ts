import { type ExportList, listExportOf } from '@yunji/contract/operator/export-lists'
import { headingOf } from '@yunji/contract/operator/list-export'
import { parseAs } from '@yunji/contract/wire/call'
import { AppError } from '../../platform/errors.ts'
import type { Binding, CallContext } from '../../platform/http/binding.ts'
import { queryInput } from '../../platform/http/input.ts'
import type { ObjectStore } from '../../platform/object-store.ts'
import type { Operator } from '../../platform/operators/operator.ts'
import type { Operators } from '../../platform/operators/operators.ts'
import { MOST_NUMBERED_ROWS } from '../../platform/paging.ts'
import { type CsvColumn, csvLine, csvRow } from './csv.ts'
import type { ConsoleDeps } from './deps.ts'
import { type ExportRow, exportKey } from './export-store.ts'

export interface ListExportDeps extends ConsoleDeps {
  readonly objectStore: ObjectStore
  readonly operators: Pick<Operators, 'findById'>
  /** Handlers of all calls: an export reads a list by the list's own call. */
  readonly bindings: () => readonly Binding[]
}

export type ListExportRow = ExportRow & { readonly list: ExportList }

interface Wanted {
  readonly list: ExportList
  readonly query: string
  readonly columns: readonly string[]
}

export interface Written {
  readonly rowCount: number
  readonly sizeBytes: number
  /** The list goes on beyond the limit of rows. */
  readonly isCut: boolean
}

const EXPORT_RIGHT = 'data.export'
const MOST_ROWS = 1_000_000
/** Rows read at once of lists with cursors that can be long. */
const PAGE_ROWS = 1000
export const MOST_BYTES = 512 * 1024 * 1024
const BYTE_ORDER_MARK = '\uFEFF'

interface Page {
  readonly records: readonly object[]
  readonly totalPage?: number
  readonly nextCursor?: string | null
}

/** Reader of one page; undefined when the list's call would refuse the parameters. */
const openList = ({ bindings, log }: ListExportDeps, operator: Operator, { list, query }: Wanted, address = '') => {
  const { call } = listExportOf(list)
  const binding = bindings().find((one) => one.call === call)
  if (!binding) throw new Error(`no handler for ${call.path}`)
  const input = parseAs(call.input, queryInput(Object.fromEntries(new URLSearchParams(query)))) as object | undefined
  const context: CallContext = {
    caller: null,
    operator,
    rights: new Map(),
    address,
    headers: {},
    log,
    pageRows: PAGE_ROWS,
  }
  if (!input) return undefined
  const isNumbered = 'page' in input
  const read = (rows: number, cursor?: string): Promise<Page> =>
    binding.run({ ...input, ...(isNumbered ? { page: 1, rows } : { cursor }) }, context) as Promise<Page>
  return { isNumbered, read }
}

const missingRight = ({ rights }: Operator, list: ExportList) => {
  const { access } = listExportOf(list).call
  const needed = [EXPORT_RIGHT, ...(access.kind === 'operator' && access.right !== null ? [access.right] : [])] as const
  return needed.find((right) => !rights.includes(right))
}

export const assertListRight = (operator: Operator, list: ExportList): void => {
  const right = missingRight(operator, list)
  if (right) throw new AppError('NO_PERMISSION', { data: { right } })
}

const tooMany = (total: number): AppError =>
  new AppError('SHOW_ERROR_TIP', {
    text: `符合条件的有 ${total} 行，最多导出 ${MOST_NUMBERED_ROWS} 行，请缩小范围`,
  })

/** Refuses what the list's own call refuses, columns that it has not, and more rows than can be read at once. */
export const assertExportable = async (
  deps: ListExportDeps,
  operator: Operator,
  wanted: Wanted,
  address: string,
): Promise<void> => {
  const { list, columns } = wanted
  assertListRight(operator, list)
  const opened = openList(deps, operator, wanted, address)
  if (!opened) throw new AppError('BAD_INPUT', { text: '筛选条件不正确' })
  if (!columns.every((column) => Object.hasOwn(listExportOf(list).columns, column)))
    throw new AppError('BAD_INPUT', { text: '没有这一列' })
  const { totalPage: total = 0 } = await opened.read(1)
  if (opened.isNumbered && total > MOST_NUMBERED_ROWS) throw tooMany(total)
}

/**
 * Lists with numbered pages are read as one page: with several, a row that moves meanwhile would be missing or there
 * twice. With the operator's rights of now, not those of the moment when it was asked for.
 */
const pagesOf = async function* (deps: ListExportDeps, wanted: ListExportRow): AsyncGenerator<Page> {
  const operator = await deps.operators.findById(wanted.operatorId)
  if (!operator || missingRight(operator, wanted.list))
    throw new Error('the operator may not export this list any more')
  const opened = openList(deps, operator, wanted)
  // Never everything instead of what was asked for.
  if (!opened) throw new Error('the parameters of an export do not fit its list any more')
  let cursor: string | undefined
  do {
    const page = await opened.read(MOST_NUMBERED_ROWS, cursor)
    if (opened.isNumbered && (page.totalPage ?? 0) > 1) throw new Error('an export has grown beyond its list')
    yield page
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}

/** Rows of a record: those of its expanded list, or itself where that is empty. */
const rowsOf = (record: object, expand: string | undefined): readonly object[] => {
  const items = expand === undefined ? [] : (record as Readonly<Record<string, readonly object[]>>)[expand]
  return items?.length ? items.map((item) => ({ ...record, ...item })) : [record]
}

const columnsOf = ({ list, columns }: Wanted): (CsvColumn & { heading: string })[] => {
  const known = listExportOf(list).columns
  return columns.flatMap((path) => {
    const column = known[path]
    if (column === undefined) return []
    return [{ path, heading: headingOf(column), labels: typeof column === 'string' ? {} : column[1] }]
  })
}

export const writeList = async (
  deps: ListExportDeps,
  wanted: ListExportRow,
  signal: AbortSignal | undefined,
): Promise<Written> => {
  const columns = columnsOf(wanted)
  let rowCount = 0
  let isCut = false
  async function* lines(): AsyncGenerator<Buffer> {
    yield Buffer.from(BYTE_ORDER_MARK + csvLine(columns.map(({ heading }) => heading)))
    for await (const { records, nextCursor } of pagesOf(deps, wanted)) {
      signal?.throwIfAborted()
      const rows = records.flatMap((record) => rowsOf(record, listExportOf(wanted.list).expand))
      rowCount += rows.length
      if (rows.length > 0) yield Buffer.from(rows.map((row) => csvRow(columns, row)).join(''))
      isCut = rowCount >= MOST_ROWS && typeof nextCursor === 'string'
      if (isCut) return yield Buffer.from(csvLine([`只有前 ${rowCount} 行，请缩小范围后另外导出其余的`]))
    }
  }
  const { sizeBytes } = await deps.objectStore.put(exportKey(wanted.id), lines(), MOST_BYTES)
  return { rowCount, sizeBytes, isCut }
}
