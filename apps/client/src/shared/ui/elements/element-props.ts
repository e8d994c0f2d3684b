import type { AriaRole, CSSProperties, PropsWithChildren } from 'react'

/** The elements in use; the browser renders each as the semantic tag. */
type BoxTag = 'div' | 'span' | 'p' | 'h1' | 'h2' | 'h3' | 'del' | 'main' | 'header' | 'nav' | 'section' | 'ul' | 'li'

type VariableStyle = CSSProperties & Readonly<Record<`--${string}`, string | undefined>>

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
  /** Modal: the page behind it is inert. */
  readonly isModal?: boolean
  /** Progress from 0 to 100, for the role `progressbar`. */
  readonly percent?: number
}

export interface TapProps extends PropsWithChildren {
  readonly className?: string
  readonly label?: string
  /** Path of a page; rendered as a link where the platform has links. */
  readonly to?: string
  readonly onTap?: () => void
  readonly isDisabled?: boolean
  /** Looks as if it did nothing, and says why when it is pressed. */
  readonly isMuted?: boolean
  /** The link leads to where the user is already. */
  readonly isCurrent?: boolean
  /** A choice, and whether it is made. */
  readonly isChecked?: boolean
  /** Role of the choice; a checkbox by default. */
  readonly choice?: 'checkbox' | 'radio' | 'switch' | 'tab' | 'option'
  /** Off for the choices of a group that arrow keys lead to. */
  readonly isTabStop?: boolean
  /** Submits the surrounding form. */
  readonly isSubmit?: boolean
}

export interface TextInputProps {
  readonly className?: string
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly kind?: 'text' | 'phone' | 'number' | 'idCard' | 'password'
  /** The autocomplete token for password managers. */
  readonly autoComplete?: string
  readonly placeholder?: string
  readonly maxLength?: number
  /** Can be written into at once: it has come in order to be. */
  readonly isFocused?: boolean
  readonly isDisabled?: boolean
  readonly isInvalid?: boolean
  /** Id of the element with the error text. */
  readonly describedBy?: string
  readonly onFocus?: () => void
  readonly onBlur?: () => void
}

export interface FormProps extends PropsWithChildren {
  readonly className?: string
  readonly onSubmit: () => void
}

export interface ScrimProps {
  readonly className?: string
  readonly onTap?: () => void
}

export interface ScrollAreaProps extends PropsWithChildren {
  readonly className?: string
}
