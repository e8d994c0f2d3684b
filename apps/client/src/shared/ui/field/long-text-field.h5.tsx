import type { ChangeEvent, CompositionEvent } from 'react'
import { cutCharacters } from './characters.ts'

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

/** An input method that is still composing must not be disturbed: the text is cut when it has finished. */
const isComposing = ({ nativeEvent }: ChangeEvent) => (nativeEvent as InputEvent).isComposing

export function LongTextField(props: LongTextFieldProps) {
  const { label, onChange, maximum, isDisabled, isInvalid, describedBy, ...rest } = props
  return (
    <textarea
      aria-label={label}
      aria-invalid={isInvalid}
      aria-describedby={describedBy}
      disabled={isDisabled}
      onChange={(event) => {
        const text = event.target.value
        onChange(isComposing(event) ? text : cutCharacters(text, maximum))
      }}
      onCompositionEnd={(event: CompositionEvent<HTMLTextAreaElement>) =>
        onChange(cutCharacters(event.currentTarget.value, maximum))
      }
      {...rest}
    />
  )
}
