import { SmsPurpose } from '@yunji/contract/accounts/sms/rules'
import { isDigitCode, isMobile, MOBILE_MESSAGE } from '@yunji/contract/validation/credentials'
import { useState } from 'react'
import { PhoneField } from '../../shared/accounts/phone-field.tsx'
import { SmsCodeField } from '../../shared/accounts/sms-code-field.tsx'
import { messageOf } from '../../shared/api/api-error.ts'
import { useWrite } from '../../shared/api/use-write.ts'
import { Button } from '../../shared/ui/button/button.tsx'
import { Card } from '../../shared/ui/card/card.tsx'
import { Box, Form } from '../../shared/ui/elements/elements'
import { prove } from './contact.ts'
import styles from './service.module.css'

/** Proof of a number by SMS, for whoever cannot log in. */
export function ContactProof() {
  const [phone, setPhone] = useState('')
  const [code, setCode] = useState('')
  const [errors, setErrors] = useState<{ readonly phone?: string; readonly code?: string }>({})
  const { isBusy, run } = useWrite(() => prove(phone, code), {
    onError: (error) => setErrors({ code: messageOf(error) }),
  })
  const submit = () => {
    const wrong = {
      ...(!isMobile(phone) && { phone: MOBILE_MESSAGE }),
      ...(!isDigitCode(code) && { code: '请输入验证码' }),
    }
    setErrors(wrong)
    if (Object.keys(wrong).length === 0) run()
  }
  return (
    <Card isPadded title="验证手机号">
      <Box as="p" className={styles.hint}>
        不用登录，验证手机号就可以提交和查看工单。验证在一天内有效，只用于联系客服。
      </Box>
      <Form className={styles.form} onSubmit={submit}>
        <PhoneField value={phone} onChange={setPhone} error={errors.phone} />
        <SmsCodeField
          purpose={SmsPurpose.contactService}
          mobilePhone={phone}
          value={code}
          onChange={setCode}
          error={errors.code}
        />
        <Button isSubmit isBusy={isBusy} busyText="验证中…">
          验证
        </Button>
      </Form>
    </Card>
  )
}
