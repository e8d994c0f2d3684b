/** One measured number with the limit that it is held against. */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly limit: number
  readonly ok: boolean
}

export const atMost = (name: string, value: number, limit: number): Figure => ({
  name,
  value: rounded(value),
  limit,
  ok: value <= limit,
})

export const atLeast = (name: string, value: number, limit: number): Figure => ({
  name,
  value: rounded(value),
  limit,
  ok: value >= limit,
})

/** Figures go to standard output, one JSON line each; words for a person go to standard error. */
export const printFigure = (figure: Figure): void => void process.stdout.write(`${JSON.stringify(figure)}\n`)

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low = Number.NaN, high = low] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return (low + high) / 2
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000

/** Nearest-rank percentile; `share` is 0..1. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}
