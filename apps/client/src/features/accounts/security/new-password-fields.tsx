import { PASSWORD_MAXIMUM_CHARACTERS } from '@yunji/contract/validation/credentials'
import type { ComponentProps } from 'react'
import { Field } from '../../../shared/ui/field/field.tsx'
import { PasswordGuide } from './password-guide.tsx'

type TypedField = Pick<ComponentProps<typeof Field>, 'value' | 'error' | 'onChange' | 'onBlur'>

interface NewPasswordFieldsProps {
  readonly newPassword: TypedField
  readonly repeated: TypedField
}

/** A new password, and the same once more; no browser fills in an old one. */
export function NewPasswordFields({ newPassword, repeated }: NewPasswordFieldsProps) {
  const kind = { kind: 'password', autoComplete: 'new-password', maxLength: PASSWORD_MAXIMUM_CHARACTERS } as const
  return (
    <>
      <Field {...newPassword} {...kind} label="新密码" hasLabel placeholder="请输入新密码" />
      <PasswordGuide text={newPassword.value} />
      <Field {...repeated} {...kind} label="确认新密码" hasLabel placeholder="请再次输入新密码" />
    </>
  )
}
