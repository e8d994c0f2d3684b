import type { Coupon } from '@yunji/contract/commerce/coupon/schema'
import { messageOf } from '../../../shared/api/api-error.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Box, Form } from '../../../shared/ui/elements/elements'
import { Field } from '../../../shared/ui/field/field.tsx'
import { useForm } from '../../../shared/ui/form/use-form.ts'
import styles from './coupons.module.css'
import { exchange } from './coupons.ts'

/** The longest code that the server takes. */
const CODE_MAXIMUM_CHARACTERS = 32

interface ExchangeFormProps {
  readonly initialCode: string
  readonly onDone: (coupon: Coupon) => void
}

/** Exchanges a code for a coupon. */
export function ExchangeForm({ initialCode, onDone }: ExchangeFormProps) {
  const { values, isSending, field, submit } = useForm({
    initial: { exchangeCode: initialCode },
    check: ({ exchangeCode }): { exchangeCode?: string } =>
      exchangeCode.trim() ? {} : { exchangeCode: '请输入兑换码' },
    send: async ({ exchangeCode }) => {
      const coupon = await exchange(exchangeCode.trim())
      showToast(`已兑换「${coupon.name}」`, 'success')
      onDone(coupon)
    },
    explain: (error) => ({ exchangeCode: messageOf(error) }),
  })
  return (
    <Form className={styles.form} onSubmit={() => void submit()}>
      <Field
        {...field('exchangeCode')}
        label="兑换码"
        placeholder="请输入兑换码"
        maxLength={CODE_MAXIMUM_CHARACTERS}
        autoComplete="off"
        isClearable
        hint="不区分大小写，每个兑换码只能兑换一次"
      />
      <Box className={styles.submit}>
        <Button isSubmit isBusy={isSending} busyText="兑换中…" isDisabled={values.exchangeCode.trim() === ''}>
          兑换
        </Button>
      </Box>
    </Form>
  )
}
