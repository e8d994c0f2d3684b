import { SmsPurpose } from '@yunji/contract/accounts/sms/rules'
import { maskPhone } from '@yunji/contract/display/text'
import { VERIFICATION_CODE_MESSAGE } from '@yunji/contract/validation/credentials'
import { SmsCodeField } from '../../../shared/accounts/sms-code-field.tsx'
import { useUserInfo } from '../../../shared/accounts/user-info.ts'
import { confirm } from '../../../shared/feedback/dialog.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Checkbox } from '../../../shared/ui/choice/checkbox.tsx'
import { isWholeCode } from '../../../shared/ui/code-input/code-digits.ts'
import { Box, Form, Tap } from '../../../shared/ui/elements/elements'
import type { FieldErrors } from '../../../shared/ui/form/form-state.ts'
import { useForm } from '../../../shared/ui/form/use-form.ts'
import { alert } from '../../../shared/ui/icon/icons.ts'
import styles from './deletion.module.css'
import { submitDeletion } from './deletion.ts'

interface Leaving {
  readonly givesUpAll: boolean
  readonly code: string
}

const checkLeaving = ({ givesUpAll, code }: Leaving): FieldErrors<Leaving> => ({
  ...(!givesUpAll && { givesUpAll: '请先确认放弃以上内容' }),
  ...(!isWholeCode(code) && { code: code ? VERIFICATION_CODE_MESSAGE : '请输入验证码' }),
})

const confirmLeaving = (days: number) =>
  confirm({
    icon: alert,
    title: '确认注销账号',
    body: `所有设备会立即退出登录。${days} 天内登录即取消注销，到期后无法恢复。`,
    cancelText: '再想想',
    confirmText: '注销账号',
    isDanger: true,
  })

interface DeletionFormProps {
  readonly coolingOffDays: number
  readonly onLeft: (erasesAt: number) => void
}

/** Confirmation of the deletion, proven by an SMS code. */
export function DeletionForm({ coolingOffDays, onLeft }: DeletionFormProps) {
  const phone = useUserInfo().data?.mobilePhone ?? ''
  const { values, errors, isSending, field, change, submit } = useForm<Leaving>({
    initial: { givesUpAll: false, code: '' },
    check: checkLeaving,
    send: async ({ code }) => {
      if (await confirmLeaving(coolingOffDays)) onLeft(await submitDeletion(code))
    },
  })
  const agree = () => change({ givesUpAll: !values.givesUpAll })
  return (
    <Form className={styles.form} onSubmit={() => void submit()}>
      <Box>
        <Box className={styles.agreement}>
          <Checkbox label="我已了解并放弃以上全部内容" isChecked={values.givesUpAll} onChange={agree} />
          <Tap className={styles.say} onTap={agree}>
            我已了解并放弃以上全部内容
          </Tap>
        </Box>
        {errors.givesUpAll && (
          <Box as="p" role="alert" className={styles.error}>
            {errors.givesUpAll}
          </Box>
        )}
      </Box>
      <Box as="p" className={styles.receiver}>
        {`验证码将发送到 ${maskPhone(phone)}`}
      </Box>
      <SmsCodeField {...field('code')} purpose={SmsPurpose.deleteAccount} />
      <Box className={styles.submit}>
        <Button variant="danger" isSubmit isBusy={isSending} isDisabled={!values.givesUpAll || values.code === ''}>
          注销账号
        </Button>
      </Box>
    </Form>
  )
}
