export interface LongTextFieldProps {
  readonly className?: string
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly maximum: number
  readonly placeholder?: string
  readonly isDisabled?: boolean
  readonly isInvalid: boolean
  readonly describedBy?: string
  readonly onFocus: () => void
  readonly onBlur: () => void
}
