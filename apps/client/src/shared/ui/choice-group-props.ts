import type { PropsWithChildren } from 'react'

export interface ChoiceGroupProps extends PropsWithChildren {
  readonly role: 'radiogroup' | 'tablist' | 'listbox' | 'group'
  readonly label: string
  readonly className?: string
  /** How many choices stand beside each other. */
  readonly columns?: number
  /** Arrow keys make the choice that they come to. */
  readonly isFollowed?: boolean
}
