import type { ChangeEvent, CompositionEvent } from 'react'
import { cutCharacters } from './characters.ts'
import type { LongTextFieldProps } from './long-text-field-props.ts'

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
