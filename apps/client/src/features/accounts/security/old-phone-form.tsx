import { SmsPurpose } from '@yunji/contract/accounts/sms/rules'
import { checkOldMobile } from '@yunji/contract/accounts/user/calls'
import { maskPhone } from '@yunji/contract/display/text'
import { SmsCodeField } from '../../../shared/accounts/sms-code-field.tsx'
import { requestData } from '../../../shared/api/query.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Segmented } from '../../../shared/ui/choice/segmented.tsx'
import { Box, Form } from '../../../shared/ui/elements/elements'
import { Field } from '../../../shared/ui/field/field.tsx'
import { useForm } from '../../../shared/ui/form/use-form.ts'
import styles from './form.module.css'
import { checkOldPhone, emptyOldPhone } from './phone-fields.ts'

interface OldPhoneFormProps {
  readonly phone: string
  readonly hasPassword: boolean
  readonly onProved: (proof: string) => void
}

const ways = [
  { value: 'code', label: '短信验证' },
  { value: 'password', label: '密码验证' },
] as const

/** First step: proves ownership by the current phone or the password. */
export function OldPhoneForm({ phone, hasPassword, onProved }: OldPhoneFormProps) {
  const { values, isSending, field, change, submit } = useForm({
    initial: emptyOldPhone,
    check: checkOldPhone,
    send: async ({ by, code, password }) => {
      const { proof } = await requestData(checkOldMobile, {
        mobilePhone: phone,
        ...(by === 'code' ? { code } : { password }),
      })
      onProved(proof)
    },
  })
  const isByCode = values.by === 'code'
  return (
    <Form className={styles.form} onSubmit={() => void submit()}>
      <Box as="p" className={styles.lead}>
        当前手机号{' '}
        <Box as="span" className={styles.phone}>
          {maskPhone(phone)}
        </Box>
      </Box>
      {hasPassword && <Segmented label="验证方式" options={ways} value={values.by} onChange={(by) => change({ by })} />}
      {isByCode ? (
        <SmsCodeField {...field('code')} purpose={SmsPurpose.checkOldPhone} />
      ) : (
        <Field
          {...field('password')}
          label="登录密码"
          kind="password"
          autoComplete="current-password"
          placeholder="请输入登录密码"
          maxLength={64}
        />
      )}
      {!hasPassword && (
        <Box as="p" className={styles.note}>
          当前手机号已停用时，请联系客服处理。
        </Box>
      )}
      <Box className={styles.submit}>
        <Button
          isSubmit
          isBusy={isSending}
          busyText="验证中…"
          isDisabled={(isByCode ? values.code : values.password) === ''}
        >
          下一步
        </Button>
      </Box>
    </Form>
  )
}
