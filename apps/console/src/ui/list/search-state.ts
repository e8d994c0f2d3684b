import { useLocation, useRouter, useSearch } from '@tanstack/react-router'
import type { Schema } from '@yunji/contract/wire/call'
import { issuesOf, textOfIssue } from '../issue-text.ts'

export type SearchState = Readonly<Record<string, string>>
export type SearchChanges = Readonly<Record<string, string | undefined>>

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Cursors of the pages before the shown one; '' is the first page. */
    readonly before?: readonly string[]
  }
}

interface ChangeOptions {
  /** A step that the back button takes back. */
  readonly isStep?: boolean
  readonly before?: readonly string[]
}

/** State of a page in its address: a link, a reload and the back button give the same view. */
export const useSearchState = () => {
  const state = useSearch({ strict: false }) as SearchState
  const before = useLocation({ select: (location) => location.state.before })
  const pathname = useLocation({ select: (location) => location.pathname })
  const router = useRouter()
  const go = (next: SearchState, { isStep = false, before: trail }: ChangeOptions): void =>
    void router.navigate({
      to: '.',
      search: next as never,
      replace: !isStep,
      // A step may open another record, and is asked about like a link. A dialog that closes has asked itself, or its form
      // has just been saved.
      ignoreBlocker: !isStep,
      state: trail ? { before: trail } : true,
    })
  /** Changes the address as it is by now; nothing once another page is shown, where a slow write ends after that. */
  const change = (
    changes: SearchChanges | ((now: SearchState) => SearchChanges),
    options: ChangeOptions = {},
  ): void => {
    const now = router.latestLocation
    if (now.pathname !== pathname) return
    const search = now.search as SearchState
    const next = { ...search, ...(typeof changes === 'function' ? changes(search) : changes) }
    go(
      Object.fromEntries(Object.entries(next).filter((entry): entry is [string, string] => Boolean(entry[1]))),
      options,
    )
  }
  const replaceAll = (next: SearchState): void => go(next, { isStep: true })
  return { state, before: before ?? [], change, replaceAll }
}

/** Fields of the input of calls that take a first and a last day. */
export const dayFields = ['fromDay', 'toDay'] as const

/** Fields of the address that belong to the list itself; no field of a call may have their names. */
export const listFields = ['page', 'cursor', 'open', 'by', 'new', 'find'] as const
export type ListField = 'rows' | (typeof listFields)[number] | (typeof dayFields)[number]

const DAY = /^20\d\d-\d\d-\d\d$/
export const isDay = (text: string): boolean => DAY.test(text)

interface ListParameters {
  readonly searches: readonly { readonly name: string }[]
  readonly filters: readonly { readonly name: string; readonly options: readonly (readonly [string, string])[] }[]
  readonly columns: readonly { readonly id: string; readonly sortBy?: unknown }[]
  readonly hasDays: boolean
}

/** Search, filters and sort that the list has; a saved view may name others, of an older version. */
export const viewStateOf = (state: SearchState, list: ListParameters): SearchState => {
  const { searches, filters, columns, hasDays } = list
  const isKnown = (name: string, value: string): boolean => {
    if (name === 'by') return columns.some(({ id, sortBy }) => sortBy !== undefined && value.replace(/^-/, '') === id)
    if (dayFields.some((field) => field === name)) return hasDays && isDay(value)
    const filter = filters.find((one) => one.name === name)
    return filter ? filter.options.some(([option]) => option === value) : searches.some((one) => one.name === name)
  }
  return Object.fromEntries(Object.entries(state).filter(([name, value]) => value !== '' && isKnown(name, value)))
}

/** A number with the sign that the console shows before it, such as #12, without it. */
export const withoutSign = (text: string): string => text.replace(/^[#＃]\s*(?=\d+$)/, '')

/** Words for what a call would not take of a query: for each of the named fields, and for the rest. */
export const queryFaultsOf = (schema: Schema, query: unknown, names: readonly string[]) => {
  const byName = new Map<string, string>()
  let rest: string | undefined
  for (const issue of issuesOf(schema, query)) {
    const name = String(issue.path?.[0] ?? '')
    if (names.includes(name)) byName.set(name, textOfIssue(issue))
    else rest ??= issue.code === 'custom' ? textOfIssue(issue) : '地址里有不正确的条件'
  }
  return { byName, rest, isRight: byName.size === 0 && rest === undefined }
}
