import { useEffect } from 'react'
import { Box } from '../../../shared/ui/elements/elements'
import { Field } from '../../../shared/ui/field/field.tsx'
import { useForm } from '../../../shared/ui/form/use-form.ts'
import { CardPicture } from './card-picture.tsx'
import { checkCompany, creditCodeCharacters } from './company-fields.ts'
import { drafts } from './drafts.ts'
import styles from './verification.module.css'
import { sendCompany } from './verification.ts'
import { VerificationForm } from './verification-form.tsx'

/** Company verification: licence picture and its data. */
export function CompanyForm() {
  const { values, errors, isSending, field, change, submit } = useForm({
    initial: drafts.getState().company,
    check: checkCompany,
    send: sendCompany,
  })
  useEffect(() => drafts.setState({ company: values }), [values])
  return (
    <VerificationForm isSending={isSending} onSubmit={submit}>
      <Box className={styles.pictures}>
        <CardPicture
          label="营业执照"
          picture={values.licence}
          error={errors.licence}
          onSent={(licence) => change({ licence })}
        />
      </Box>
      <Field
        {...field('companyName')}
        label="企业名称"
        hasLabel
        autoComplete="organization"
        placeholder="与营业执照一致"
        maxLength={64}
      />
      <Field
        {...field('creditCode')}
        label="统一社会信用代码"
        hasLabel
        autoComplete="off"
        placeholder="18 位数字或字母"
        maxLength={24}
        onChange={(text) => change({ creditCode: creditCodeCharacters(text) })}
      />
      <Field
        {...field('legalPerson')}
        label="法定代表人"
        hasLabel
        autoComplete="off"
        placeholder="请输入姓名"
        maxLength={64}
      />
    </VerificationForm>
  )
}
