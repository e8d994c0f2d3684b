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
