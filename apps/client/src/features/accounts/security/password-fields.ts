import { isPassword, PASSWORD_MESSAGE } from '@yunji/contract/validation/credentials'
import type { FieldErrors } from '../../../shared/ui/form/form-state.ts'

export interface NewPassword {
  readonly newPassword: string
  readonly repeated: string
}

export interface PasswordChange extends NewPassword {
  readonly oldPassword: string
}

export const emptyNewPassword: NewPassword = { newPassword: '', repeated: '' }
export const emptyPasswordChange: PasswordChange = { oldPassword: '', ...emptyNewPassword }

const repeatFault = ({ newPassword, repeated }: NewPassword): string | undefined => {
  if (!repeated) return '请再次输入新密码'
  return repeated === newPassword ? undefined : '两次输入的密码不一致'
}

const onlyFaults = <Values>(faults: FieldErrors<Values>): FieldErrors<Values> =>
  Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined)) as FieldErrors<Values>

const newFault = (newPassword: string): string | undefined => {
  if (!newPassword) return '请输入新密码'
  return isPassword(newPassword) ? undefined : PASSWORD_MESSAGE
}

export const checkNewPassword = (values: NewPassword): FieldErrors<NewPassword> =>
  onlyFaults({ newPassword: newFault(values.newPassword), repeated: repeatFault(values) })

/** The old password is not validated: it may predate the rule. */
export const checkPasswordChange = (values: PasswordChange): FieldErrors<PasswordChange> => {
  const { oldPassword, newPassword } = values
  const isSame = oldPassword !== '' && oldPassword === newPassword
  return onlyFaults({
    oldPassword: oldPassword ? undefined : '请输入原密码',
    newPassword: newFault(newPassword) ?? (isSame ? '新密码不能与原密码相同' : undefined),
    repeated: repeatFault(values),
  })
}

export type PasswordStrength = 'weak' | 'medium' | 'strong'

const LONG_CHARACTERS = 10
const FEW_CHARACTERS = 4

/** Strength of a password; undefined until it follows the rules. */
export const passwordStrength = (text: string): PasswordStrength | undefined => {
  if (!isPassword(text)) return undefined
  if (new Set(text.toLowerCase()).size <= FEW_CHARACTERS) return 'weak'
  const merits = [text.length >= LONG_CHARACTERS, /[a-z]/.test(text) && /[A-Z]/.test(text)]
  const count = merits.filter(Boolean).length
  return (['weak', 'medium', 'strong'] as const)[count]
}
