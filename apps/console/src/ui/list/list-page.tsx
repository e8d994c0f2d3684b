import type { Call, CallData, CallInput } from '@yunji/contract/wire/call'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useCall } from '../../api/query.ts'
import { Button, IconButton } from '../button.tsx'
import { Select } from '../form.tsx'
import { Icon } from '../icon.tsx'
import { Dialog } from '../overlays.tsx'
import { Empty, LoadingFailed, Skeleton } from '../states.tsx'
import { useKept } from './kept.ts'
import styles from './list.module.css'
import { ColumnMenu, ViewMenu } from './list-menus.tsx'
import { type Column, ListTable } from './list-table.tsx'
import { dayFields, isDay, useSearchState, viewStateOf } from './search-state.ts'

const ROWS = '50'
/** An empty value would show the placeholder of the select. */
const ANY = 'any'
const TYPING_PAUSE_MS = 300
const FIRST_PAGE = { page: undefined, cursor: undefined, open: undefined }

/** Records of a paged call. */
type RecordOf<C extends Call> =
  CallData<C> extends { readonly records: readonly (infer Row extends object)[] } ? Row : never

interface Filter {
  /** Field of the call's input. */
  readonly name: string
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
  readonly filters?: readonly Filter[]
  /** Words for the time by which a first and a last day filter, for calls that take them. */
  readonly days?: string
  /** Text fields of the call's input. */
  readonly searches?: readonly { readonly name: string; readonly label: string }[]
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
  const { state, change, replaceAll } = useSearchState()
  const extras = columns.filter((column) => column.isExtra).map((column) => column.id)
  const [hidden, setHidden] = useKept<readonly string[]>(`${id}.hidden`, extras)
  const [current, setCurrent] = useState(-1)
  const page = Number(state.page ?? '1') || 1
  const chosen = Object.fromEntries(
    [...filters.map(({ name }) => name), ...searches.map(({ name }) => name), ...(days ? dayFields : [])]
      .map((name) => [name, state[name]])
      .filter(([, value]) => value),
  )
  const parameters = { searches, filters, columns, hasDays: days !== undefined }
  const query = { ...props.input, ...chosen, ...pageInput(paging, page, state.cursor) } as CallInput<C>
  const list = useCall(call, query, {
    keepsLast: true,
    ...(props.refetchMs !== undefined && { refetchMs: props.refetchMs }),
  })
  const data = list.data as { records: RecordOf<C>[]; totalPage?: number; nextCursor?: string | null } | undefined
  const rows = data?.records ?? []
  const opened = rows.find((row) => rowId(row) === state.open)
  const close = (): void => change({ open: undefined })
  const titleOf = (): string => {
    if (props.openTitle && state.open !== undefined) return props.openTitle(state.open)
    return opened ? (props.detailTitle?.(opened) ?? '') : '不在本页'
  }
  const isFiltered = Object.keys(chosen).length > 0
  const [before, setBefore] = useState<readonly string[]>([])
  const go = (changes: Readonly<Record<string, string | undefined>>): void => {
    setCurrent(-1)
    change({ ...FIRST_PAGE, ...changes }, true)
  }
  const isKeyset = paging === 'keyset'
  const last = paging === 'numbered' ? (data?.totalPage ?? 1) : 1
  const steps = isKeyset
    ? {
        onBack: state.cursor
          ? () => {
              setBefore(before.slice(0, -1))
              go({ cursor: before.at(-1) })
            }
          : undefined,
        onNext: data?.nextCursor
          ? () => {
              setBefore([...before, state.cursor ?? ''])
              go({ cursor: data.nextCursor ?? undefined })
            }
          : undefined,
      }
    : {
        onBack: page > 1 ? () => go({ page: String(page - 1) }) : undefined,
        onNext: page < last ? () => go({ page: String(page + 1) }) : undefined,
      }
  return (
    <div className={styles.page}>
      <div className={styles.toolbar}>
        {searches.map(({ name, label }, index) => (
          <SearchBox
            key={name}
            label={label}
            value={state[name] ?? ''}
            hasKey={index === 0}
            onChange={(value) => change({ ...FIRST_PAGE, [name]: value })}
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
        <div className={styles.tools}>
          <ViewMenu
            id={id}
            state={viewStateOf(state, parameters)}
            onChoose={(chosenState) => replaceAll(viewStateOf(chosenState, parameters))}
          />
          <ColumnMenu columns={columns} hidden={hidden} onChange={setHidden} />
          <IconButton icon="refresh" label="刷新" onClick={() => void list.refetch()} />
          {actions}
        </div>
      </div>
      {list.data !== undefined && props.renderSummary?.(list.data)}
      <div className={styles.card}>
        {data === undefined ? (
          <div className={styles.state}>{list.error ? <LoadingFailed of={list} /> : <Skeleton rows={8} />}</div>
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
            onOpen={(renderDetail ?? renderOpen) && ((row) => change({ open: rowId(row) }, true))}
            isStale={list.isPlaceholderData}
          />
        )}
        {data !== undefined && (rows.length > 0 || page > 1 || state.cursor) && (
          <Pager words={wordsOf(list.error, page, data, paging)} {...steps} />
        )}
      </div>
      {(renderDetail ?? renderOpen) && (
        <Dialog
          kind="drawer"
          title={titleOf()}
          isOpen={state.open !== undefined && (renderOpen !== undefined || data !== undefined)}
          onClose={close}
        >
          {renderOpen && state.open !== undefined && renderOpen(state.open, close)}
          {renderDetail &&
            (opened ? (
              renderDetail(opened, close)
            ) : (
              <Empty title="这条记录不在当前的列表中" hint="它可能已经处理完，或在另一页。" icon="search" />
            ))}
        </Dialog>
      )}
    </div>
  )
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

interface SearchBoxProps {
  readonly label: string
  readonly value: string
  /** The first box is focused by the key `/`. */
  readonly hasKey: boolean
  readonly onChange: (value: string) => void
}

function SearchBox({ label, value, hasKey, onChange }: SearchBoxProps) {
  const [text, setText] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  // A view or the back button changed it.
  const [seen, setSeen] = useState(value)
  if (seen !== value) {
    setSeen(value)
    setText(value)
  }
  useEffect(() => {
    if (text.trim() === value) return
    const timer = setTimeout(() => latest.current(text.trim()), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, value])
  useEffect(() => {
    if (!hasKey) return
    const onKey = (event: KeyboardEvent): void => {
      if (
        event.key !== '/' ||
        (event.target instanceof Element && event.target.closest('input, textarea, [role="dialog"]'))
      )
        return
      event.preventDefault()
      input.current?.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [hasKey])
  return (
    <label className={styles.searchBox}>
      <Icon name="search" size={16} />
      <input
        ref={input}
        type="search"
        aria-label={label}
        title={hasKey ? '按 / 键输入' : undefined}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      />
    </label>
  )
}

interface DayRangeProps {
  readonly label: string
  readonly from: string
  readonly to: string
  readonly onChange: (changes: { readonly fromDay?: string; readonly toDay?: string }) => void
}

function DayRange({ label, from, to, onChange }: DayRangeProps) {
  return (
    <div role="group" aria-label={label} title={`${label}（北京时间，含首尾两天）`} className={styles.days}>
      <DayBox label="从" value={from} onChange={(fromDay) => onChange({ fromDay })} />
      <DayBox label="到" value={to} onChange={(toDay) => onChange({ toDay })} />
    </div>
  )
}

interface DayBoxProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

function DayBox({ label, value, onChange }: DayBoxProps) {
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  if (seen !== value) {
    setSeen(value)
    setText(value)
  }
  // Typing passes through days of the year 2, and through days that are half empty.
  const type = (next: string, isIncomplete: boolean): void => {
    setText(next)
    if (isDay(next) || (next === '' && !isIncomplete)) onChange(next)
  }
  return (
    <label>
      {label}
      <input
        type="date"
        min="2000-01-01"
        max="2099-12-31"
        value={text}
        onChange={({ target }) => type(target.value, target.validity.badInput)}
      />
    </label>
  )
}

interface PagerProps {
  readonly words: string
  readonly onBack: (() => void) | undefined
  readonly onNext: (() => void) | undefined
}

function Pager({ words, onBack, onNext }: PagerProps) {
  return (
    <div className={styles.pager}>
      <span aria-live="polite">{words}</span>
      {(onBack ?? onNext) && (
        <>
          <IconButton icon="left" label="上一页" disabled={!onBack} onClick={onBack} />
          <IconButton icon="right" label="下一页" disabled={!onNext} onClick={onNext} />
        </>
      )}
    </div>
  )
}
