import { create } from 'zustand'

export const LOADING_TEXT = '加载中…'

interface Entry {
  readonly id: number
  readonly text: string
  /** A page that shows a skeleton of its own wants no indicator over it. */
  readonly hasIndicator: boolean
}

interface InFlightState {
  /** The newest first. */
  readonly entries: readonly Entry[]
}

/** Requests in flight; the indicator is visible while one of them wants it. */
export const useInFlight = create<InFlightState>(() => ({ entries: [] }))

let lastId = 0

/** Tracks a request and gives the function that ends the tracking. */
export const track = (text = LOADING_TEXT, hasIndicator = true): (() => void) => {
  lastId += 1
  const entry: Entry = { id: lastId, text, hasIndicator }
  useInFlight.setState(({ entries }) => ({ entries: [entry, ...entries] }))
  return () => useInFlight.setState(({ entries }) => ({ entries: entries.filter(({ id }) => id !== entry.id) }))
}

/** Text of the indicator: that of the request that started last. */
export const indicatorText = ({ entries }: InFlightState): string | undefined =>
  entries.find(({ hasIndicator }) => hasIndicator)?.text
