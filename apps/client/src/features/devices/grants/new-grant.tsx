import type { StreamMode } from '@yunji/contract/devices/device/stream'
import { SHARE_PIN_CHARACTERS, SHARE_PIN_PATTERN } from '@yunji/contract/devices/grant/rules'
import { getTransferDevices } from '@yunji/contract/devices/transfer/calls'
import { pathOf } from '@yunji/contract/pages'
import { isMobile } from '@yunji/contract/validation/credentials'
import { useState } from 'react'
import { PhoneField } from '../../../shared/accounts/phone-field.tsx'
import { useUserInfo } from '../../../shared/accounts/user-info.ts'
import { useCall } from '../../../shared/api/query.ts'
import { useWrite } from '../../../shared/api/use-write.ts'
import { CHOOSER_PARAM } from '../../../shared/devices/device-choice.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { serverClock } from '../../../shared/platform/app/clock.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { TextLink } from '../../../shared/ui/button/text-link.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { Chips } from '../../../shared/ui/choice/chips.tsx'
import { Segmented } from '../../../shared/ui/choice/segmented.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { Field } from '../../../shared/ui/field/field.tsx'
import { plus } from '../../../shared/ui/icon/controls.ts'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import { endOf, GrantTerms, HOUR } from './grant-terms.tsx'
import styles from './grants.module.css'
import { submitGrant, submitShare } from './grants.ts'
import type { MadeShare } from './share-result.tsx'

const ways = [
  { value: 'phone', label: '授权给手机号' },
  { value: 'link', label: '链接和授权码' },
] as const
type Way = (typeof ways)[number]['value']

const NO_LIMIT = 0
const limits = [
  { value: 1, label: '1 次' },
  { value: 5, label: '5 次' },
  { value: NO_LIMIT, label: '不限次数' },
]

const choosePath = (ids: readonly number[]): string =>
  `${pathOf('user/device')}?${CHOOSER_PARAM}=Device/empower${ids.length > 0 ? `&deviceIds=${ids.join()}` : ''}`

function Devices({ ids }: { readonly ids: readonly number[] }) {
  return (
    <Async of={useCall(getTransferDevices, { deviceIds: [...ids] })} loading={<RowsSkeleton rows={1} />}>
      {({ devices }) => devices.map(({ deviceId, name }) => <Cell key={deviceId} title={name} />)}
    </Async>
  )
}

interface NewGrantProps {
  readonly ids: readonly number[]
  readonly onGiven: () => void
  readonly onShared: (made: MadeShare) => void
}

/** A new grant to a number, or a link and card code for anybody. */
export function NewGrant({ ids, onGiven, onShared }: NewGrantProps) {
  const own = useUserInfo().data?.mobilePhone
  const [way, setWay] = useState<Way>('phone')
  const [mobilePhone, setMobilePhone] = useState('')
  const [access, setAccess] = useState<StreamMode>('view')
  const [hours, setHours] = useState(24 * HOUR)
  const [pin, setPin] = useState('')
  const [uses, setUses] = useState(1)
  const isOwn = mobilePhone !== '' && mobilePhone === own
  const [deviceId] = ids
  const isPinRight = pin === '' || SHARE_PIN_PATTERN.test(pin)
  const isReady = way === 'phone' ? ids.length > 0 && isMobile(mobilePhone) && !isOwn : ids.length === 1 && isPinRight
  const { isBusy, run } = useWrite(async () => {
    const expiresAt = endOf(serverClock(), hours)
    if (way === 'phone') {
      await submitGrant({ deviceIds: [...ids], mobilePhone, access, expiresAt })
      showToast('已授权', 'success')
      return onGiven()
    }
    const chosen = { ...(pin !== '' && { pin }), ...(uses !== NO_LIMIT && { maximumUses: uses }) }
    return onShared(await submitShare({ deviceId: deviceId ?? 0, access, expiresAt, ...chosen }))
  })
  return (
    <>
      <Box className={styles.sides}>
        <Segmented label="授权方式" options={ways} value={way} onChange={setWay} />
      </Box>
      <Card
        title={ids.length > 0 ? `授权设备 ${ids.length}` : '授权设备'}
        note={
          <TextLink icon={plus} to={choosePath(ids)}>
            选择
          </TextLink>
        }
      >
        {ids.length > 0 ? <Devices ids={ids} /> : <Box className={styles.nothing}>还没有选择设备</Box>}
        {way === 'link' && ids.length > 1 && <Box className={styles.wrong}>链接一次分享一台设备，请只选一台</Box>}
      </Card>
      {way === 'phone' && (
        <Card title="授权给谁" isPadded>
          <PhoneField
            label="对方手机号"
            placeholder="对方的手机号"
            value={mobilePhone}
            onChange={setMobilePhone}
            error={isOwn ? '不能授权给自己的手机号' : undefined}
          />
          <Box as="p" className={styles.hint}>
            未注册的号码，注册后即可使用。
          </Box>
        </Card>
      )}
      <Card isPadded>
        <GrantTerms access={access} onAccess={setAccess} hours={hours} onHours={setHours} />
        {way === 'link' && (
          <>
            <Box className={styles.label}>可打开次数</Box>
            <Chips label="可打开次数" options={limits} value={uses} onChange={setUses} />
            <Box className={styles.label}>访问密码（可选）</Box>
            <Field
              label="访问密码"
              placeholder="4 位数字"
              kind="number"
              maxLength={SHARE_PIN_CHARACTERS}
              value={pin}
              onChange={(text) => setPin(text.replace(/\D/g, ''))}
              error={isPinRight ? undefined : '请输入 4 位数字'}
            />
          </>
        )}
      </Card>
      <Box className={styles.submit}>
        <Button isDisabled={!isReady} isBusy={isBusy} onTap={() => run()}>
          {way === 'phone' ? '授权' : '生成链接和授权码'}
        </Button>
      </Box>
    </>
  )
}
