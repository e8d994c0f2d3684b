import { SmsPurpose } from '@yunji/contract/accounts/sms/rules'
import { changeBindingMobile } from '@yunji/contract/accounts/user/calls'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { PhoneField } from '../../../shared/accounts/phone-field.tsx'
import { SmsCodeField } from '../../../shared/accounts/sms-code-field.tsx'
import { reloadUserInfo } from '../../../shared/accounts/user-info.ts'
import { ApiError } from '../../../shared/api/api-error.ts'
import { requestData } from '../../../shared/api/query.ts'
import { showError } from '../../../shared/api/show-error.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Box, Form } from '../../../shared/ui/elements/elements'
import type { FieldErrors } from '../../../shared/ui/form/form-state.ts'
import { refusedFields } from '../../../shared/ui/form/refused-fields.ts'
import { useForm } from '../../../shared/ui/form/use-form.ts'
import styles from './form.module.css'
import { checkNewPhone, emptyNewPhone, type NewPhone } from './phone-fields.ts'

interface NewPhoneFormProps {
  readonly currentPhone: string
  readonly proof: string
  readonly onChanged: () => void
  /** The proof of the old phone does not count any more. */
  readonly onProofLost: () => void
}

/** The second step: the new number is proved by a code that goes there. */
export function NewPhoneForm({ currentPhone, proof, onChanged, onProofLost }: NewPhoneFormProps) {
  const explain = (error: unknown, values: NewPhone): FieldErrors<NewPhone> | undefined => {
    const code = error instanceof ApiError ? error.code : undefined
    if (code === ErrorCode.USER_ALREADY_REGISTERED) return { phone: '该手机号已注册，请换一个' }
    const refused = refusedFields(error, values)
    if (!refused) showError(error)
    if (code === ErrorCode.PHONE_VERIFICATION_FAILED) onProofLost()
    return refused
  }
  const { values, isSending, field, change, submit } = useForm({
    initial: emptyNewPhone,
    check: checkNewPhone(currentPhone),
    send: async ({ phone, code }) => {
      await requestData(changeBindingMobile, { mobilePhone: phone, code, proof })
      showToast('手机号已更换，其他设备已退出登录', 'success')
      await reloadUserInfo().catch(() => undefined)
      onChanged()
    },
    explain,
  })
  return (
    <Form className={styles.form} onSubmit={() => void submit()}>
      <PhoneField
        {...field('phone')}
        label="新手机号"
        placeholder="请输入新手机号"
        onChange={(phone) => change({ phone, code: '' })}
      />
      <SmsCodeField {...field('code')} purpose={SmsPurpose.changePhone} mobilePhone={values.phone} />
      <Box as="p" className={styles.note}>
        更换后请用新手机号登录，其他设备会退出登录。
      </Box>
      <Box className={styles.submit}>
        <Button isSubmit isBusy={isSending} isDisabled={values.phone === '' || values.code === ''}>
          确认更换
        </Button>
      </Box>
    </Form>
  )
}
