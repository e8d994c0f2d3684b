import type { AriaRole, CSSProperties, PropsWithChildren } from 'react'

/** The few elements that the product is made of; the browser shows each as what it means. */
export type BoxTag = 'div' | 'span' | 'p' | 'h1' | 'h2' | 'h3' | 'del' | 'main' | 'header' | 'nav' | 'section' | 'ul' | 'li'

export type VariableStyle = CSSProperties & Readonly<Record<`--${string}`, string | undefined>>

export interface BoxProps extends PropsWithChildren {
  readonly as?: BoxTag
  readonly id?: string
  readonly className?: string
  readonly style?: VariableStyle
  readonly role?: AriaRole
  /** Said by a screen reader in place of the content. */
  readonly label?: string
  /** Passed over by a screen reader: decoration, or said elsewhere. */
  readonly isDecoration?: boolean
  /** Read out when it changes. */
  readonly live?: 'polite' | 'assertive'
}

export interface TapProps extends PropsWithChildren {
  readonly className?: string
  readonly label?: string
  /** A page of ours: shown as a link where the platform has links. */
  readonly to?: string
  readonly onTap?: () => void
  readonly isDisabled?: boolean
  /** The link leads to where the user is already. */
  readonly isCurrent?: boolean
  /** A box to tick, and whether it is ticked. */
  readonly isChecked?: boolean
  /** Submits the form that it stands in. */
  readonly isSubmit?: boolean
}

export interface TextInputProps {
  readonly className?: string
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly kind?: 'text' | 'phone' | 'password'
  /** What a password manager may fill in. */
  readonly autoComplete?: string
  readonly placeholder?: string
  readonly maxLength?: number
  readonly isInvalid?: boolean
  /** The element that explains what is wrong. */
  readonly describedBy?: string
  readonly onFocus?: () => void
  readonly onBlur?: () => void
}

export interface FormProps extends PropsWithChildren {
  readonly className?: string
  readonly onSubmit: () => void
}
