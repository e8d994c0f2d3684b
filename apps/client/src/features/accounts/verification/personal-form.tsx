import type { RecognizedIdCard } from '@yunji/contract/accounts/verification/schema'
import { Gender } from '@yunji/contract/validation/id-card'
import { useEffect, useId, useState } from 'react'
import { showToast } from '../../../shared/feedback/toast.ts'
import { ChoiceGroup } from '../../../shared/ui/choice/choice-group'
import { OptionTile } from '../../../shared/ui/choice/option-tile.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { Field } from '../../../shared/ui/field/field.tsx'
import { FieldNote } from '../../../shared/ui/field/field-parts.tsx'
import { useForm } from '../../../shared/ui/form/use-form.ts'
import { CardPicture } from './card-picture.tsx'
import { drafts } from './drafts.ts'
import { birthdayText, checkPersonal, type SentPicture, withIdCard, withRecognized } from './personal-fields.ts'
import styles from './verification.module.css'
import { sendPersonal } from './verification.ts'
import { VerificationForm } from './verification-form.tsx'

const sexes = [
  { value: Gender.male, label: '男' },
  { value: Gender.female, label: '女' },
]

const UNREADABLE = '未能识别证件内容，请手动填写'

/** Personal verification: pictures of the id card and its data, recognised or typed. */
export function PersonalForm() {
  const genderErrorId = useId()
  const [isUnreadable, setUnreadable] = useState(false)
  const { values, errors, isSending, field, change, submit } = useForm({
    initial: drafts.getState().personal,
    check: checkPersonal,
    send: sendPersonal,
  })
  useEffect(() => drafts.setState({ personal: values }), [values])

  const takeFront = (front: SentPicture, recognized: RecognizedIdCard | null) => {
    setUnreadable(!recognized)
    change({ front, ...(recognized && withRecognized(recognized)) })
    if (recognized) showToast('已识别，请核对', 'success')
  }
  return (
    <VerificationForm isSending={isSending} onSubmit={submit}>
      <Box>
        <Box className={styles.pictures}>
          <CardPicture label="身份证人像面" picture={values.front} error={errors.front} onSent={takeFront} />
          <CardPicture
            label="身份证国徽面"
            picture={values.back}
            error={errors.back}
            onSent={(back) => change({ back })}
          />
        </Box>
        {isUnreadable && (
          <Box as="p" className={styles.note} live="polite">
            {UNREADABLE}
          </Box>
        )}
      </Box>
      <Field {...field('name')} label="姓名" hasLabel autoComplete="name" placeholder="与身份证一致" maxLength={64} />
      <Field
        {...field('idCard')}
        label="身份证号"
        hasLabel
        kind="idCard"
        autoComplete="off"
        placeholder="18 位身份证号"
        maxLength={24}
        onChange={(text) => change(withIdCard(text))}
      />
      <Box>
        <Box as="p" className={styles.label} isDecoration>
          性别
        </Box>
        <ChoiceGroup role="radiogroup" label="性别" className={styles.sexes}>
          {sexes.map(({ value, label }) => (
            <Box key={value} className={styles.sex}>
              <OptionTile title={label} isSelected={values.gender === value} onTap={() => change({ gender: value })} />
            </Box>
          ))}
        </ChoiceGroup>
        <FieldNote id={genderErrorId} error={errors.gender} />
      </Box>
      <Field
        {...field('birthday')}
        label="出生日期"
        hasLabel
        kind="number"
        autoComplete="bday"
        placeholder="例如 1990-01-31"
        onChange={(text) => change({ birthday: birthdayText(text) })}
      />
      <Field
        {...field('nation')}
        label="民族（选填）"
        hasLabel
        autoComplete="off"
        placeholder="例如 汉"
        maxLength={32}
      />
      <Field
        {...field('detailAddress')}
        label="住址（选填）"
        hasLabel
        autoComplete="street-address"
        placeholder="与身份证一致"
        maxLength={200}
      />
    </VerificationForm>
  )
}
