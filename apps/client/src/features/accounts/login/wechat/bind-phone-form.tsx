import { SmsPurpose } from '@yunji/contract/accounts/sms/rules'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { PhoneField } from '../../../../shared/accounts/phone-field.tsx'
import { SmsCodeField } from '../../../../shared/accounts/sms-code-field.tsx'
import { Button } from '../../../../shared/ui/button/button.tsx'
import { Box, Form } from '../../../../shared/ui/elements/elements'
import { useForm } from '../../../../shared/ui/form/use-form.ts'
import { logInByBinding } from '../form/log-in.ts'
import { createFieldErrors } from '../form/login-errors.ts'
import { checkCode, checkPhone, errorsOf } from '../form/login-fields.ts'
import styles from '../form/login-form.module.css'
import { LoginWelcome } from '../form/login-header.tsx'

interface BindFields {
  readonly phone: string
  readonly code: string
}

interface BindPhoneFormProps {
  readonly bindTicket: string
  readonly onLoggedIn: () => void
}

const explain = createFieldErrors<keyof BindFields>({ [ErrorCode.USER_ALREADY_REGISTERED]: 'phone' }, 'code')

/** Binds a phone number to a new WeChat login. */
export function BindPhoneForm({ bindTicket, onLoggedIn }: BindPhoneFormProps) {
  const { values, isSending, field, submit } = useForm<BindFields>({
    initial: { phone: '', code: '' },
    check: ({ phone, code }) => errorsOf<BindFields>({ phone: checkPhone(phone), code: checkCode(code) }),
    send: async ({ phone, code }) => {
      await logInByBinding(bindTicket, phone, code)
      onLoggedIn()
    },
    explain,
  })
  return (
    <LoginWelcome title="绑定手机号" hint="首次使用微信登录，绑定后可用手机号或微信登录">
      <Form className={styles.form} onSubmit={() => void submit()}>
        <PhoneField {...field('phone')} />
        <SmsCodeField {...field('code')} purpose={SmsPurpose.bindPhone} mobilePhone={values.phone} />
        <Box className={styles.submit}>
          <Button isSubmit isBusy={isSending} busyText="登录中…">
            绑定并登录
          </Button>
        </Box>
      </Form>
    </LoginWelcome>
  )
}
