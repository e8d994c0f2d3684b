/** Deterministic for a seed. */
export interface Random {
  /** Between 0 and 1, 1 excluded. */
  next(): number
  /** A whole number, both ends included. */
  integer(from: number, to: number): number
  pick<Value>(values: readonly Value[]): Value
}

/** Mulberry32. */
export const createRandom = (seed: number): Random => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const integer = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    integer,
    pick(values) {
      if (values.length === 0) throw new Error('nothing to pick from')
      return values[integer(0, values.length - 1)] as (typeof values)[number]
    },
  }
}
