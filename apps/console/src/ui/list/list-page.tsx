import type { Call, CallData, CallInput } from '@yunji/contract/wire/call'
import { Fragment, type ReactNode, useState } from 'react'
import { useCall } from '../../api/query.ts'
import { Button, IconButton } from '../button.tsx'
import { Select } from '../form.tsx'
import { Dialog } from '../overlays.tsx'
import { Empty, LoadingFailed, Skeleton } from '../states.tsx'
import { useKept } from './kept.ts'
import styles from './list.module.css'
import { DayRange, Pager, SearchBox } from './list-inputs.tsx'
import { ColumnMenu, ViewMenu } from './list-menus.tsx'
import { type Column, ListTable } from './list-table.tsx'
import { hasWords, localSearch } from './local-search.ts'
import {
  dayFields,
  type ListField,
  queryFaultsOf,
  type SearchChanges,
  useSearchState,
  viewStateOf,
  withoutSign,
} from './search-state.ts'

const ROWS = '50'
/** An empty value would show the placeholder of the select. */
const ANY = 'any'
const FIRST_PAGE = { page: undefined, cursor: undefined, open: undefined }

/** Records of a paged call. */
type RecordOf<C extends Call> =
  CallData<C> extends { readonly records: readonly (infer Row extends object)[] } ? Row : never

/** Field of the call's input that the address may hold beside the list's own. */
type QueryField<C extends Call> = Exclude<keyof CallInput<C> & string, ListField>

interface Filter<Name extends string> {
  readonly name: Name
  readonly label: string
  readonly options: readonly (readonly [value: string, label: string])[]
  /** Words for no choice. */
  readonly any?: string
}

interface ListPageProps<C extends Call> {
  /** Name in storage. */
  readonly id: string
  readonly call: C
  /** Input beside filters, search and page. */
  readonly input?: Partial<CallInput<C>>
  readonly columns: readonly Column<RecordOf<C>>[]
  readonly rowId: (row: RecordOf<C>) => string
  readonly filters?: readonly Filter<QueryField<C>>[]
  /** Words for the time by which a first and a last day filter, for calls that take them. */
  readonly days?: string
  /** Text fields of the call's input. */
  readonly searches?: readonly { readonly name: QueryField<C>; readonly label: string }[]
  readonly actions?: ReactNode
  readonly empty: string
  readonly emptyHint?: string
  readonly refetchMs?: number
  readonly detailTitle?: (row: RecordOf<C>) => string
  readonly renderDetail?: (row: RecordOf<C>, close: () => void) => ReactNode
  /** Content above the table, made from the answer. */
  readonly renderSummary?: (data: CallData<C>) => ReactNode
  /** Numbered pages, pages by cursor (50 rows), or a list that comes as a whole. */
  readonly paging?: 'numbered' | 'keyset' | 'none'
  /** Detail of a row that the list need not contain, such as one from a search; in place of `renderDetail`. */
  readonly renderOpen?: (id: string, close: () => void) => ReactNode
  readonly openTitle?: (id: string) => string
}

/** A list of one call: search, filters, sort, columns, saved views, pages, keys, and a drawer for one row. */
export function ListPage<C extends Call>(props: ListPageProps<C>) {
  const {
    id,
    call,
    columns,
    rowId,
    filters = [],
    searches = [],
    days,
    actions,
    renderDetail,
    renderOpen,
    paging = 'numbered',
  } = props
  const { state, before: trail, change, replaceAll } = useSearchState()
  const extras = columns.filter((column) => column.isExtra).map((column) => column.id)
  const [hidden, setHidden] = useKept<readonly string[]>(`${id}.hidden`, extras)
  const [current, setCurrent] = useState<string>()
  const page = Number(state.page ?? '1') || 1
  const chosen = Object.fromEntries(
    [...filters.map(({ name }) => name), ...searches.map(({ name }) => name), ...(days ? dayFields : [])]
      .map((name) => [name, state[name]])
      .filter(([, value]) => value),
  )
  const isLocal = searches.length === 0
  const shownSearches = isLocal ? [localSearch] : searches
  const parameters = { searches: shownSearches, filters, columns, hasDays: days !== undefined }
  const query = { ...props.input, ...chosen, ...pageInput(paging, page, state.cursor) } as CallInput<C>
  const faults = queryFaultsOf(
    call.input,
    query,
    searches.map(({ name }) => name),
  )
  // While a value is half typed, the last rows stay.
  const list = useCall(call, query, {
    isEnabled: faults.isRight,
    keepsLast: true,
    ...(props.refetchMs !== undefined && { refetchMs: props.refetchMs }),
  })
  const data = list.data as { records: RecordOf<C>[]; totalPage?: number; nextCursor?: string | null } | undefined
  const loaded = data?.records ?? []
  const find = isLocal ? (state[localSearch.name] ?? '') : ''
  const shownColumns = columns.filter((column) => !hidden.includes(column.id))
  const rows = find === '' ? loaded : loaded.filter((row) => hasWords(row, shownColumns, find))
  const opened = useOpened(
    loaded.find((row) => rowId(row) === state.open),
    (row) => rowId(row) === state.open,
  )
  const close = (): void => change({ open: undefined })
  /** Closes the drawer where it still shows the row: a slow write may end when another one is open. */
  const closerOf = (row: string) => (): void => change((now) => (now.open === row ? { open: undefined } : {}))
  const titleOf = (): string => {
    if (props.openTitle && state.open !== undefined) return props.openTitle(state.open)
    return opened ? (props.detailTitle?.(opened.row) ?? '') : '不在本页'
  }
  const isFiltered = Object.keys(chosen).length > 0 || find !== ''
  const before = state.cursor ? trail : []
  const go = (changes: SearchChanges, next: readonly string[] = []): void => {
    setCurrent(undefined)
    change({ ...FIRST_PAGE, ...changes }, { isStep: true, before: next })
  }
  const isKeyset = paging === 'keyset'
  const last = paging === 'numbered' ? (data?.totalPage ?? 1) : 1
  const isPartial = last > 1 || Boolean(data?.nextCursor ?? state.cursor)
  const steps = isKeyset
    ? {
        onBack: state.cursor ? () => go({ cursor: before.at(-1) }, before.slice(0, -1)) : undefined,
        onNext: data?.nextCursor
          ? () => go({ cursor: data.nextCursor ?? undefined }, [...before, state.cursor ?? ''])
          : undefined,
      }
    : {
        onBack: page > 1 ? () => go({ page: String(page - 1) }) : undefined,
        onNext: page < last ? () => go({ page: String(page + 1) }) : undefined,
      }
  return (
    <div className={styles.page}>
      <div className={styles.toolbar}>
        {shownSearches.map(({ name, label }, index) => (
          <SearchBox
            key={name}
            label={isLocal && isPartial ? '在本页查找' : label}
            value={state[name] ?? ''}
            error={faults.byName.get(name)}
            hasKey={index === 0}
            queryOf={isLocal ? String : withoutSign}
            onChange={(value) => change({ ...(isLocal ? { open: undefined } : FIRST_PAGE), [name]: value })}
          />
        ))}
        {filters.map(({ name, label, options, any }) => (
          <div key={name} className={styles.filter}>
            <Select
              label={label}
              value={state[name] ?? ANY}
              options={[[ANY, any ?? `全部${label}`], ...options]}
              onChange={(value) => change({ ...FIRST_PAGE, [name]: value === ANY ? undefined : value })}
            />
          </div>
        ))}
        {days && (
          <DayRange
            label={days}
            from={state.fromDay ?? ''}
            to={state.toDay ?? ''}
            onChange={(changes) => change({ ...FIRST_PAGE, ...changes })}
          />
        )}
        {isFiltered && (
          <Button tone="ghost" onClick={() => replaceAll({})}>
            清除条件
          </Button>
        )}
        {faults.rest && (
          <p role="alert" className={styles.fault}>
            {faults.rest}
          </p>
        )}
        <div className={styles.tools}>
          <ViewMenu
            id={id}
            state={viewStateOf(state, parameters)}
            onChoose={(chosenState) => replaceAll(viewStateOf(chosenState, parameters))}
          />
          <ColumnMenu columns={columns} hidden={hidden} onChange={setHidden} />
          <IconButton icon="refresh" label="刷新" disabled={!faults.isRight} onClick={() => void list.refetch()} />
          {actions}
        </div>
      </div>
      {list.data !== undefined && props.renderSummary?.(list.data)}
      <div className={styles.card}>
        {data === undefined ? (
          <div className={styles.state}>
            {list.error ? (
              <LoadingFailed of={list} />
            ) : faults.isRight ? (
              <Skeleton rows={8} />
            ) : (
              <Empty title="条件不正确" hint="改正或清除条件后显示列表。" icon="search" />
            )}
          </div>
        ) : rows.length === 0 ? (
          <Empty
            title={isFiltered ? '没有符合条件的记录' : props.empty}
            hint={isFiltered ? '换一个条件试试。' : props.emptyHint}
          />
        ) : (
          <ListTable
            columns={columns}
            hidden={hidden}
            rows={rows}
            rowId={rowId}
            sort={state.by ?? ''}
            onSort={(by) => change({ by })}
            current={current}
            onCurrent={setCurrent}
            onOpen={(renderDetail ?? renderOpen) && ((row) => change({ open: rowId(row) }, { isStep: true }))}
            isStale={list.isPlaceholderData}
            isPartial={isPartial}
          />
        )}
        {data !== undefined && (loaded.length > 0 || page > 1 || state.cursor) && (
          <Pager
            words={
              find === ''
                ? wordsOf(list.error, page, data, paging)
                : `${isPartial ? '本页' : '共'} ${loaded.length} 条，符合 ${rows.length} 条`
            }
            {...steps}
          />
        )}
      </div>
      {(renderDetail ?? renderOpen) && (
        <Dialog
          kind="drawer"
          title={titleOf()}
          isOpen={state.open !== undefined && (renderOpen !== undefined || data !== undefined)}
          onClose={close}
        >
          {renderOpen && state.open !== undefined && (
            <Fragment key={state.open}>{renderOpen(state.open, closerOf(state.open))}</Fragment>
          )}
          {renderDetail &&
            (opened ? (
              <>
                {opened.isGone && (
                  <p role="status" className={styles.gone}>
                    这条记录已不在当前的列表中，下面是它离开前的内容。
                  </p>
                )}
                <Fragment key={rowId(opened.row)}>{renderDetail(opened.row, closerOf(rowId(opened.row)))}</Fragment>
              </>
            ) : (
              <Empty title="这条记录不在当前的列表中" hint="它可能已经处理完，或在另一页。" icon="search" />
            ))}
        </Dialog>
      )}
    </div>
  )
}

/**
 * The opened row. One that leaves the list, handled by a colleague or by the operator, is kept as it was last: its detail
 * may hold text that is being typed.
 */
const useOpened = <Row extends object>(found: Row | undefined, isOpened: (row: Row) => boolean) => {
  const [kept, setKept] = useState(found)
  if (found && found !== kept) setKept(found)
  if (found) return { row: found, isGone: false }
  return kept && isOpened(kept) ? { row: kept, isGone: true } : undefined
}

const pageInput = (paging: 'numbered' | 'keyset' | 'none', page: number, cursor: string | undefined) => {
  if (paging === 'none') return {}
  return paging === 'keyset' ? { ...(cursor && { cursor }) } : { page: String(page), rows: ROWS }
}

interface PageFacts {
  readonly records: readonly unknown[]
  readonly totalPage?: number
  readonly nextCursor?: string | null
}

const wordsOf = (error: unknown, page: number, data: PageFacts, paging: string): string => {
  if (error) return '刷新失败，显示的是上一次的内容'
  const { length } = data.records
  if (paging === 'keyset') return data.nextCursor ? `本页 ${length} 条，后面还有` : `本页 ${length} 条，没有更多了`
  return (data.totalPage ?? 1) > 1 ? `第 ${page} 页，共 ${data.totalPage} 页` : `共 ${length} 条`
}
