import { getActivationCode } from '@yunji/contract/commerce/activation/calls'
import type { ActivationCodePreview } from '@yunji/contract/commerce/activation/schema'
import { useState } from 'react'
import { messageOf } from '../../../shared/api/api-error.ts'
import { requestData } from '../../../shared/api/query.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Box, Form } from '../../../shared/ui/elements/elements'
import { Field } from '../../../shared/ui/field/field.tsx'
import { useForm } from '../../../shared/ui/form/use-form.ts'
import styles from './activation.module.css'
import { CodeGift } from './code-gift.tsx'

const CODE_MAXIMUM_CHARACTERS = 40

interface FoundCode {
  readonly code: string
  readonly preview: ActivationCodePreview
}

interface RedeemFormProps {
  readonly initialCode: string
}

/** Shows the content of a code before it is redeemed. */
export function RedeemForm({ initialCode }: RedeemFormProps) {
  const [found, setFound] = useState<FoundCode>()
  const { values, isSending, field, change, submit } = useForm({
    initial: { activationCode: initialCode },
    check: ({ activationCode }): { activationCode?: string } =>
      activationCode.trim() ? {} : { activationCode: '请输入激活码' },
    send: async ({ activationCode }) => {
      const code = activationCode.trim()
      setFound({ code, preview: await requestData(getActivationCode, { activationCode: code }) })
    },
    explain: (error) => ({ activationCode: messageOf(error) }),
  })
  const type = (activationCode: string) => {
    setFound(undefined)
    change({ activationCode })
  }
  return (
    <>
      <Card isPadded>
        <Form onSubmit={() => void submit()}>
          <Field
            {...field('activationCode')}
            label="激活码"
            hasLabel
            placeholder="例如 ABCD-EFGH-JKMN-PQRS"
            maxLength={CODE_MAXIMUM_CHARACTERS}
            autoComplete="off"
            isClearable
            hint="不区分大小写，空格和横线可有可无"
            onChange={type}
          />
          {!found && (
            <Box className={styles.submit}>
              <Button isSubmit isBusy={isSending} busyText="查询中…" isDisabled={values.activationCode.trim() === ''}>
                查看能换什么
              </Button>
            </Box>
          )}
        </Form>
      </Card>
      {found && <CodeGift {...found} onDone={() => type('')} />}
    </>
  )
}
