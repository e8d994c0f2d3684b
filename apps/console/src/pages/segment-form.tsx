import { UserType, userTypeLabels } from '@yunji/contract/accounts/user/enums'
import { SEGMENT_PEOPLE_MAXIMUM, type Segment } from '@yunji/contract/operator/segment'
import { useState } from 'react'
import type { FieldPath, FieldValues, PathValue, UseFormReturn } from 'react-hook-form'
import { useRight } from '../session/self.ts'
import { type Codec, instantCodec, integerCodec } from '../ui/codecs.ts'
import { Labelled, type Option, Select, SelectField, TextAreaField, TextField } from '../ui/form.tsx'
import { time } from './labels.tsx'

/** Ways to choose the people of an act. */
export type Audience = 'people' | 'conditions' | 'everyone'

const audiences: readonly Option<Audience>[] = [
  ['people', '指定的用户'],
  ['conditions', '符合条件的用户'],
  ['everyone', '全部用户'],
]

/** Value of `segment` before anything is typed. */
export const blankSegment = (audience: Audience): Segment => (audience === 'people' ? { people: [] } : {})

/** Audience of a form whose value `segment` is for it; what was typed for another audience comes back with that one. */
export const useAudience = <Values extends FieldValues & { segment?: Segment }>(
  { getValues, setValue }: Pick<UseFormReturn<Values>, 'getValues' | 'setValue'>,
  first: Audience,
) => {
  const [audience, setAudience] = useState(first)
  const [typed, setTyped] = useState<Partial<Record<Audience, Segment>>>({})
  const choose = (next: Audience): void => {
    const name = 'segment' as FieldPath<Values>
    setTyped({ ...typed, [audience]: getValues(name) })
    setValue(name, (typed[next] ?? blankSegment(next)) as PathValue<Values, FieldPath<Values>>)
    setAudience(next)
  }
  return [audience, choose] as const
}

/** The given conditions alone; undefined when a choice by conditions has none, which would be everybody. */
export const givenSegment = (audience: Audience, segment: Segment): Segment | undefined => {
  const given = Object.entries(segment).filter(([, value]) => value !== undefined)
  return audience === 'conditions' && given.length === 0 ? undefined : Object.fromEntries(given)
}

interface AudienceSelectProps {
  readonly value: Audience
  readonly onChange: (audience: Audience) => void
  /** For acts that take conditions alone. */
  readonly isWithoutPeople?: boolean
}

export function AudienceSelect({ value, onChange, isWithoutPeople = false }: AudienceSelectProps) {
  const options = audiences.filter(([audience]) => !isWithoutPeople || audience !== 'people')
  return (
    <Labelled label="发给">
      {({ id }) => <Select id={id} value={value} options={options} onChange={onChange} />}
    </Labelled>
  )
}

/** A mobile number in groups, as it is often displayed. Its groups must not count as ids. */
const GROUPED_NUMBER = /(?<!\d)(1\d{2})[ -](\d{4})[ -](\d{4})(?!\d)/g

/** Ids and mobile numbers as people write them: `#12`, `+86 138-1234-5678`. Other words stay, and no schema accepts them. */
export const peopleCodec: Codec = {
  show: (value) => (Array.isArray(value) ? value.join('\n') : ''),
  read: (text) => {
    const words = text
      .replaceAll(GROUPED_NUMBER, '$1$2$3')
      .replaceAll(/\+86[ -]?(?=1)/g, '')
      .split(/[\s,，;；、]+/)
    return [...new Set(words.map((word) => word.replace(/^#/, '')).filter(Boolean))]
  },
}

/** A choice that may be left open. */
const openChoice = (values: Readonly<Record<string, unknown>>): Codec => ({
  show: (value) => Object.keys(values).find((name) => values[name] === value) ?? 'any',
  read: (name) => values[name],
})

const yesNoCodec = openChoice({ yes: true, no: false })
const userTypeCodec = openChoice({ personal: UserType.personal, company: UserType.company })

/** Conditions of a segment in words; null is everybody. */
export const segmentText = (segment: Omit<Segment, 'people'> | null): string => {
  const { registeredFrom, registeredBefore, hasBought, boughtWithinDays, expiresWithinDays, isVerified, userType } =
    segment ?? {}
  const conditions = [
    registeredFrom !== undefined && `${time(registeredFrom)} 起注册`,
    registeredBefore !== undefined && `${time(registeredBefore)} 前注册`,
    hasBought !== undefined && (hasBought ? '购买过' : '从未购买'),
    boughtWithinDays !== undefined && `最近 ${boughtWithinDays} 天内购买过`,
    expiresWithinDays !== undefined && `有设备在 ${expiresWithinDays} 天内到期`,
    isVerified !== undefined && (isVerified ? '已实名认证' : '未实名认证'),
    userType !== undefined && `${userTypeLabels[userType]}用户`,
  ].filter(Boolean)
  return conditions.length === 0 ? '全部用户' : conditions.join('，')
}

/** Fields of a form whose value `segment` is the audience's. */
export function SegmentFields({ audience }: { readonly audience: Audience }) {
  const maySeeUsers = useRight('users.read')
  if (audience === 'everyone') return null
  if (audience === 'people')
    return (
      <TextAreaField
        name="segment.people"
        label={maySeeUsers ? '用户编号或手机号' : '用户编号'}
        hint={`用换行、空格或逗号隔开，最多 ${SEGMENT_PEOPLE_MAXIMUM} 个`}
        rows={4}
        codec={peopleCodec}
      />
    )
  return (
    <>
      <TextField name="segment.registeredFrom" label="注册不早于" type="datetime-local" codec={instantCodec} />
      <TextField name="segment.registeredBefore" label="注册早于" type="datetime-local" codec={instantCodec} />
      <SelectField
        name="segment.hasBought"
        label="购买"
        options={[
          ['any', '不限'],
          ['no', '从未购买'],
          ['yes', '购买过'],
        ]}
        codec={yesNoCodec}
      />
      <TextField
        name="segment.boughtWithinDays"
        label="最近多少天内购买过"
        hint="不填为不限"
        inputMode="numeric"
        codec={integerCodec}
      />
      <TextField
        name="segment.expiresWithinDays"
        label="有设备在多少天内到期"
        hint="不填为不限；按时计费的设备不算"
        inputMode="numeric"
        codec={integerCodec}
      />
      <SelectField
        name="segment.isVerified"
        label="实名认证"
        options={[
          ['any', '不限'],
          ['yes', '已认证'],
          ['no', '未认证'],
        ]}
        codec={yesNoCodec}
      />
      <SelectField
        name="segment.userType"
        label="用户类型"
        options={[
          ['any', '不限'],
          ['personal', userTypeLabels[UserType.personal]],
          ['company', userTypeLabels[UserType.company]],
        ]}
        codec={userTypeCodec}
      />
    </>
  )
}
