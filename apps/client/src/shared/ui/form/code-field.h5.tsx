import type { SyntheticEvent } from 'react'
import type { CodeFieldProps } from './code-field-props.ts'

/** The boxes show no place between the digits: what is typed always goes on at their end. */
const keepCaretAtEnd = ({ currentTarget: field }: SyntheticEvent<HTMLInputElement>) => {
  const end = field.value.length
  if (field.selectionStart !== end || field.selectionEnd !== end) field.setSelectionRange(end, end)
}

/** The one real input under the boxes. It takes any text, so that a whole message can be pasted. */
export function CodeField({ label, onChange, isDisabled, isInvalid, describedBy, ...rest }: CodeFieldProps) {
  return (
    <input
      type="text"
      inputMode="numeric"
      autoComplete="one-time-code"
      aria-label={label}
      aria-invalid={isInvalid}
      aria-describedby={describedBy}
      disabled={isDisabled}
      onSelect={keepCaretAtEnd}
      onChange={(event) => onChange(event.target.value)}
      {...rest}
    />
  )
}
