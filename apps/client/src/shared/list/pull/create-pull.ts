import { atRest, type PullEvent, type PullState, pullGesture } from './pull-gesture.ts'

interface PullDeps {
  readonly show: (state: PullState) => void
  readonly refresh: () => Promise<void>
}

export interface Pull {
  readonly state: () => PullState
  readonly dispatch: (event: PullEvent) => void
}

/** Tracks a pull and refreshes on release. The state is synchronous: listeners decide by it who owns a touch. */
export const createPull = ({ show, refresh }: PullDeps): Pull => {
  let state = atRest
  const dispatch = (event: PullEvent): void => {
    const wasRefreshing = state.phase === 'refreshing'
    state = pullGesture(state, event)
    show(state)
    if (state.phase !== 'refreshing' || wasRefreshing) return
    const finish = () => dispatch({ type: 'refreshed' })
    refresh().then(finish, finish)
  }
  return { state: () => state, dispatch }
}
