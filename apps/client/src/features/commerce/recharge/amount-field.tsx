import { Field } from '../../../shared/ui/field/field.tsx'

interface AmountFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly hint: string
  readonly error?: string
}

/** The longest amount that anybody may type. */
const MAXIMUM_DIGITS = 6

/** An amount of one's own, in whole yuan. */
export function AmountField({ value, onChange, hint, error }: AmountFieldProps) {
  return (
    <Field
      label="充值金额"
      kind="number"
      prefix="¥"
      placeholder="请输入整数金额"
      maxLength={MAXIMUM_DIGITS}
      value={value}
      onChange={(text) => onChange(text.replace(/\D/g, ''))}
      isClearable
      isFocused
      hint={hint}
      error={error}
    />
  )
}
