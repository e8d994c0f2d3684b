import { Textarea } from '@tarojs/components'
import { cutCharacters } from './characters.ts'
import type { LongTextFieldProps } from './long-text-field.h5.tsx'

/** The platform counts UTF-16 units, so the handler returns the cut text instead. */
const UNLIMITED = -1
const PLACEHOLDER_STYLE = 'color: var(--ink-3)'

export function LongTextField(props: LongTextFieldProps) {
  const { className, value, onChange, maximum, placeholder, isDisabled, onFocus, onBlur } = props
  return (
    <Textarea
      className={className}
      value={value}
      maxlength={UNLIMITED}
      placeholder={placeholder}
      placeholderStyle={PLACEHOLDER_STYLE}
      disabled={isDisabled}
      onFocus={onFocus}
      onBlur={onBlur}
      onInput={(event) => {
        const text = cutCharacters(event.detail.value, maximum)
        onChange(text)
        return text
      }}
    />
  )
}
