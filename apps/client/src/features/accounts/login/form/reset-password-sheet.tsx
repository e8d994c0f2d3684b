import { resetPassword } from '@yunji/contract/accounts/session/calls'
import { SmsPurpose } from '@yunji/contract/accounts/sms/rules'
import { PASSWORD_MAXIMUM_CHARACTERS, PASSWORD_MESSAGE } from '@yunji/contract/validation/credentials'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { PhoneField } from '../../../../shared/accounts/phone-field.tsx'
import { SmsCodeField } from '../../../../shared/accounts/sms-code-field.tsx'
import { callApi } from '../../../../shared/api/client.ts'
import { showToast } from '../../../../shared/feedback/toast.ts'
import { deviceToken } from '../../../../shared/session/device-token.ts'
import { Button } from '../../../../shared/ui/button/button.tsx'
import { Form } from '../../../../shared/ui/elements/elements'
import { Field } from '../../../../shared/ui/field/field.tsx'
import { useForm } from '../../../../shared/ui/form/use-form.ts'
import { Sheet } from '../../../../shared/ui/overlay/sheet.tsx'
import { createFieldErrors } from './login-errors.ts'
import { checkReset, type ResetFields } from './reset-fields.ts'
import styles from './reset-password-sheet.module.css'

interface ResetPasswordProps {
  /** Number typed on the login page. */
  readonly phone: string
  readonly onReset: (phone: string, password: string) => void
}

const explain = createFieldErrors<keyof ResetFields>({ [ErrorCode.USER_NOT_REGISTERED]: 'phone' }, 'code')

function ResetPasswordForm({ phone, onReset }: ResetPasswordProps) {
  const { values, isSending, field, submit } = useForm<ResetFields>({
    initial: { phone, code: '', newPassword: '' },
    check: checkReset,
    send: async ({ phone: mobilePhone, code, newPassword }) => {
      const reset = { mobilePhone, code, newPassword, ...deviceToken.sent() }
      await callApi(resetPassword, reset, { hasIndicator: false })
      showToast('密码已重置，请用新密码登录', 'success')
      onReset(mobilePhone, newPassword)
    },
    explain,
  })
  return (
    <Form className={styles.form} onSubmit={() => void submit()}>
      <PhoneField {...field('phone')} />
      <SmsCodeField {...field('code')} purpose={SmsPurpose.resetPassword} mobilePhone={values.phone} />
      <Field
        {...field('newPassword')}
        label="新密码"
        kind="password"
        autoComplete="new-password"
        placeholder="请输入新密码"
        maxLength={PASSWORD_MAXIMUM_CHARACTERS}
        hint={PASSWORD_MESSAGE}
      />
      <Button isSubmit isBusy={isSending}>
        重置密码
      </Button>
    </Form>
  )
}

interface ResetPasswordSheetProps extends ResetPasswordProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Sets a new password by SMS code; all other sessions of the account end. */
export function ResetPasswordSheet({ isOpen, onClose, ...form }: ResetPasswordSheetProps) {
  return (
    <Sheet title="重置密码" isOpen={isOpen} onClose={onClose}>
      <ResetPasswordForm {...form} />
    </Sheet>
  )
}
