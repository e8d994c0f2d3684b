import type { ProbeTimes } from './probe.ts'

/** What was seen of fingers that came down and moved. */
export interface Swipes {
  /** While they moved: a finger at rest, before or after, moves nothing that could be drawn. */
  readonly seconds: number
  /** Pictures drawn in that time. */
  readonly draws: number
}

/**
 * From the first to the last place of each stroke. A picture takes its time, so the first ones of a stroke find nothing
 * drawn yet, and what is drawn after its end does not count: a late picture costs twice.
 */
export const measureSwipes = ({ draws, presses, moves }: Pick<ProbeTimes, 'draws' | 'presses' | 'moves'>): Swipes => {
  const spans = presses.map((press, index) => {
    const next = presses[index + 1] ?? Number.POSITIVE_INFINITY
    const own = moves.filter((at) => at >= press && at < next)
    return { from: own[0] ?? press, to: own.at(-1) ?? press }
  })
  const isDuring = (at: number) => spans.some(({ from, to }) => at >= from && at <= to)
  return {
    seconds: spans.reduce((sum, { from, to }) => sum + to - from, 0) / 1000,
    draws: draws.filter(isDuring).length,
  }
}
