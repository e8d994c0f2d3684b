/** One of several things to choose from. */
export interface Option<Value> {
  readonly value: Value
  readonly label: string
  /** How many there are of it. */
  readonly count?: number
  readonly isDisabled?: boolean
}
