export type PickerValue = string | number

export interface PickerOption {
  readonly value: PickerValue
  readonly label: string
  /** Options of the next column. */
  readonly children?: readonly PickerOption[]
}

/** Selected index of each column. */
export type PickerPath = readonly number[]

export interface PickerColumn {
  readonly options: readonly PickerOption[]
  readonly chosen: number
}

/** The columns along a path. A place that does not exist, or is not named, is the first. */
export const columnsOf = (options: readonly PickerOption[], [place = 0, ...rest]: PickerPath): PickerColumn[] => {
  if (options.length === 0) return []
  const chosen = options[place] ? place : 0
  const beyond = chosen === place ? rest : []
  return [{ options, chosen }, ...columnsOf(options[chosen]?.children ?? [], beyond)]
}

/** The path after a choice; later columns are reset. */
export const pathAfter = (path: PickerPath, column: number, place: number): PickerPath => [
  ...Array.from({ length: column }, (_, index) => path[index] ?? 0),
  place,
]

const chosenOptions = (options: readonly PickerOption[], path: PickerPath): readonly PickerOption[] =>
  columnsOf(options, path).flatMap(({ options: column, chosen }) => column[chosen] ?? [])

/** The values along a path, down to its last column. */
export const valuesAt = (options: readonly PickerOption[], path: PickerPath): readonly PickerValue[] =>
  chosenOptions(options, path).map(({ value }) => value)

/** Indexes of earlier values, as far as these still exist. */
export const pathTo = (options: readonly PickerOption[], [value, ...rest]: readonly PickerValue[]): PickerPath => {
  const place = options.findIndex((option) => option.value === value)
  return place < 0 ? [] : [place, ...pathTo(options[place]?.children ?? [], rest)]
}

/** Label of the selected path; undefined when an option no longer exists. */
export const labelOf = (options: readonly PickerOption[], values: readonly PickerValue[]): string | undefined => {
  const path = pathTo(options, values)
  if (path.length === 0 || path.length < values.length) return undefined
  return chosenOptions(options, path)
    .map(({ label }) => label)
    .join(' · ')
}
