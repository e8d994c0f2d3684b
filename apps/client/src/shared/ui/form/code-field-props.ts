export interface CodeFieldProps {
  readonly className?: string
  readonly label: string
  readonly value: string
  /** Whatever was typed, pasted or filled in. */
  readonly onChange: (text: string) => void
  readonly onFocus: () => void
  readonly onBlur: () => void
  readonly isDisabled?: boolean
  readonly isInvalid: boolean
  readonly describedBy?: string
}
