import type { PropsWithChildren } from 'react'

/** Option of a choice. */
export interface Option<Value> {
  readonly value: Value
  readonly label: string
  /** Number of items behind the option. */
  readonly count?: number
  readonly isDisabled?: boolean
}

export interface ChoiceGroupProps extends PropsWithChildren {
  readonly role: 'radiogroup' | 'tablist' | 'listbox' | 'group'
  readonly label: string
  readonly className?: string
  /** Choices in a row. */
  readonly columns?: number
  /** Arrow keys make the choice that they come to. */
  readonly isFollowed?: boolean
}

/** Step of an arrow key in a group with `columns` choices a row; undefined for other keys. */
export const stepOfKey = (key: string, columns: number): number | undefined => {
  switch (key) {
    case 'ArrowRight':
      return 1
    case 'ArrowLeft':
      return -1
    case 'ArrowDown':
      return columns
    case 'ArrowUp':
      return -columns
    default:
      return undefined
  }
}

/** The next choice that may be made on the way of a step; nothing when the way ends before it. */
export const choiceAfter = (canChoose: readonly boolean[], from: number, step: number): number | undefined => {
  for (let at = from + step; at >= 0 && at < canChoose.length; at += step) if (canChoose[at]) return at
  return undefined
}
