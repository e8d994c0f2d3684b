import type { ReactNode } from 'react'
import { Field } from '../ui/field/field.tsx'
import { phoneDigits, spacedPhone } from './phone-digits.ts'

interface PhoneFieldProps {
  readonly label?: string
  readonly placeholder?: string
  readonly value: string
  readonly onChange: (digits: string) => void
  readonly onBlur?: () => void
  readonly error?: string
  readonly after?: ReactNode
  /** A password manager keeps the number together with its password. */
  readonly isUserName?: boolean
}

/** A mainland mobile number. */
export function PhoneField({
  label = '手机号',
  placeholder = '请输入手机号',
  value,
  onChange,
  isUserName,
  ...rest
}: PhoneFieldProps) {
  return (
    <Field
      {...rest}
      label={label}
      kind="phone"
      autoComplete={isUserName ? 'username' : 'tel-national'}
      placeholder={placeholder}
      prefix="+86"
      value={spacedPhone(value)}
      onChange={(text) => onChange(phoneDigits(text))}
    />
  )
}
