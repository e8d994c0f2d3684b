import { UserType, userTypeLabels } from '@yunji/contract/accounts/user/enums'
import { SEGMENT_PEOPLE_MAXIMUM, type Segment } from '@yunji/contract/operator/segment'
import { useRight } from '../session/self.ts'
import { type Codec, instantCodec, integerCodec } from '../ui/codecs.ts'
import { Labelled, type Option, Select, SelectField, TextAreaField, TextField } from '../ui/form.tsx'

/** Ways to choose the people of an act. */
export type Audience = 'people' | 'conditions' | 'everyone'

const audiences: readonly Option<Audience>[] = [
  ['people', '指定的用户'],
  ['conditions', '符合条件的用户'],
  ['everyone', '全部用户'],
]

/** Values of a form for the audience; a form of another one starts anew. */
export const blankSegment = (audience: Audience): Segment => (audience === 'people' ? { people: [] } : {})

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

/** Ids and mobile numbers, separated by anything else. */
const peopleCodec: Codec = {
  show: (value) => (Array.isArray(value) ? value.join('\n') : ''),
  read: (text) => [...new Set(text.match(/\d+/g) ?? [])],
}

/** A choice that may be left open. */
const openChoice = (values: Readonly<Record<string, unknown>>): Codec => ({
  show: (value) => Object.keys(values).find((name) => values[name] === value) ?? 'any',
  read: (name) => values[name],
})

const yesNoCodec = openChoice({ yes: true, no: false })
const userTypeCodec = openChoice({ personal: UserType.personal, company: UserType.company })

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
