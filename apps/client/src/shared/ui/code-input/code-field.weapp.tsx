import { Input } from '@tarojs/components'
import { codeDigits } from './code-digits.ts'
import type { CodeFieldProps } from './code-field.h5.tsx'

const UNLIMITED = -1

/** The one real input under the boxes. It takes any text, so that a whole message can be pasted. */
export function CodeField({ className, value, onChange, onFocus, onBlur, isDisabled }: CodeFieldProps) {
  return (
    <Input
      className={className}
      type="number"
      value={value}
      maxlength={UNLIMITED}
      disabled={isDisabled}
      onFocus={onFocus}
      onBlur={onBlur}
      onInput={(event) => {
        onChange(event.detail.value)
        // The returned text replaces the one in the platform's input.
        return codeDigits(event.detail.value)
      }}
    />
  )
}
