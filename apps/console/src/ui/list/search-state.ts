import { useNavigate, useSearch } from '@tanstack/react-router'

export type SearchState = Readonly<Record<string, string>>

/** State of a page in its address: a link, a reload and the back button give the same view. */
export const useSearchState = () => {
  const state = useSearch({ strict: false }) as SearchState
  const navigate = useNavigate()
  const change = (changes: Readonly<Record<string, string | undefined>>, isStep = false): void => {
    const next = Object.fromEntries(Object.entries({ ...state, ...changes }).filter(([, value]) => value))
    void navigate({ to: '.', search: next as never, replace: !isStep })
  }
  const replaceAll = (next: SearchState): void => void navigate({ to: '.', search: next as never })
  return { state, change, replaceAll }
}

/** Fields of the input of calls that take a first and a last day. */
export const dayFields = ['fromDay', 'toDay'] as const
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
