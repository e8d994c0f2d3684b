import type { SyntheticEvent } from 'react'

export interface CodeFieldProps {
  readonly className?: string
  readonly label: string
  readonly value: string
  /** Raw text: typed, pasted or filled in. */
  readonly onChange: (text: string) => void
  readonly onFocus: () => void
  readonly onBlur: () => void
  readonly isDisabled?: boolean
  readonly isInvalid: boolean
  readonly describedBy?: string
}

/** The boxes show no caret between digits, so it is kept at the end. */
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
