import { SmsPurpose } from '@yunji/contract/accounts/sms/rules'
import { transferRefusalTexts } from '@yunji/contract/devices/transfer/rules'
import type { TransferableDevice } from '@yunji/contract/devices/transfer/schema'
import { formatCount, maskPhone } from '@yunji/contract/display/text'
import { remainingTime } from '@yunji/contract/display/time'
import { pathOf } from '@yunji/contract/pages'
import { isMobile } from '@yunji/contract/validation/credentials'
import { useEffect, useState } from 'react'
import { PhoneField } from '../../../shared/accounts/phone-field.tsx'
import { SmsCodeField } from '../../../shared/accounts/sms-code-field.tsx'
import { useUserInfo } from '../../../shared/accounts/user-info.ts'
import { useWrite } from '../../../shared/api/use-write.ts'
import { CHOOSER_PARAM } from '../../../shared/devices/device-choice.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { client } from '../../../shared/platform/app/client'
import { useSession } from '../../../shared/session/session.ts'
import { LevelBadge } from '../../../shared/ui/badge/level-badge.tsx'
import { Button } from '../../../shared/ui/button/button.tsx'
import { IconButton } from '../../../shared/ui/button/icon-button.tsx'
import { TextLink } from '../../../shared/ui/button/text-link.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { NoticeBar } from '../../../shared/ui/card/notice-bar.tsx'
import { isWholeCode } from '../../../shared/ui/code-input/code-digits.ts'
import { Box } from '../../../shared/ui/elements/elements'
import { plus } from '../../../shared/ui/icon/controls.ts'
import { close, lock } from '../../../shared/ui/icon/icons.ts'
import { Sheet } from '../../../shared/ui/overlay/sheet.tsx'
import { DeviceCover } from '../../../shared/ui/picture/device-cover.tsx'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import styles from './transfer.module.css'
import { sendTransfer, useTransferDevices } from './transfers.ts'

const notes = [
  '设备数据随设备一起转移，对方接收后即可使用',
  '对方须在 24 小时内接收，在此之前可以取消',
  '按时计费、已到期和正在执行任务的设备不能转移',
  '已授权给他人的设备，授权和自动续费会在接收时结束',
] as const

const choosePath = (ids: readonly number[]): string =>
  `${pathOf('user/device')}?${CHOOSER_PARAM}=Device/transfer${ids.length > 0 ? `&deviceIds=${ids.join()}` : ''}`

interface DeviceRowProps {
  readonly device: TransferableDevice
  readonly onRemove: () => void
}

function DeviceRow({ device, onRemove }: DeviceRowProps) {
  const { name, goodsLevel, cover, remainingMs, refusal } = device
  return (
    <Box className={styles.row}>
      <Box className={styles.cover}>
        <DeviceCover src={cover ? client.apiBase + cover : undefined} tone="run" />
      </Box>
      <Box className={styles.words}>
        <Box className={styles.top}>
          <Box className={styles.name}>{name}</Box>
          <LevelBadge level={goodsLevel} />
        </Box>
        {refusal ? (
          <Box className={styles.refusal}>{transferRefusalTexts[refusal]}</Box>
        ) : (
          <Box className={styles.left}>{remainingTime(remainingMs, 0)}</Box>
        )}
      </Box>
      <IconButton of={close} label={`移除${name}`} onTap={onRemove} />
    </Box>
  )
}

interface DevicesProps {
  readonly ids: readonly number[]
  readonly onIds: (ids: readonly number[]) => void
  readonly onChecked: (areFit: boolean) => void
}

function Devices({ ids, onIds, onChecked }: DevicesProps) {
  const found = useTransferDevices(ids)
  const devices = found.data?.devices
  const areFit = devices !== undefined && devices.every(({ refusal }) => refusal === null)
  useEffect(() => onChecked(areFit), [areFit, onChecked])
  return (
    <Async of={found} loading={<RowsSkeleton rows={Math.min(ids.length, 3)} />}>
      {({ devices: shown }) =>
        shown.map((device) => (
          <DeviceRow
            key={device.deviceId}
            device={device}
            onRemove={() => onIds(ids.filter((id) => id !== device.deviceId))}
          />
        ))
      }
    </Async>
  )
}

interface VerifySheetProps {
  readonly isOpen: boolean
  readonly ids: readonly number[]
  readonly mobilePhone: string
  readonly onClose: () => void
  readonly onStarted: () => void
}

function VerifySheet({ isOpen, ids, mobilePhone, onClose, onStarted }: VerifySheetProps) {
  const own = useUserInfo().data?.mobilePhone ?? ''
  const [code, setCode] = useState('')
  const { isBusy, run } = useWrite(async (digits: string) => {
    await sendTransfer({ deviceIds: ids, mobilePhone, code: digits })
    showToast('已发起转移，等待对方接收', 'success')
    onStarted()
  })
  return (
    <Sheet isOpen={isOpen} title="短信验证" onClose={onClose}>
      <Box className={styles.verify}>
        <Box as="p" className={styles.hint}>
          {`将 ${formatCount(ids.length)} 台设备转给 ${maskPhone(mobilePhone)}。验证码将发送到 ${maskPhone(own)}`}
        </Box>
        <SmsCodeField purpose={SmsPurpose.transferDevice} value={code} onChange={setCode} />
        <Button isBusy={isBusy} isDisabled={!isWholeCode(code)} onTap={() => run(code)}>
          确认转移
        </Button>
      </Box>
    </Sheet>
  )
}

interface NewTransferFormProps {
  readonly ids: readonly number[]
  readonly onIds: (ids: readonly number[]) => void
  readonly isVerifying: boolean
  readonly onReady: (isReady: boolean) => void
  readonly onClose: () => void
  readonly onStarted: () => void
}

/** Receiver and devices of a new transfer. */
export function NewTransferForm({ ids, onIds, isVerifying, onReady, onClose, onStarted }: NewTransferFormProps) {
  const own = useUserInfo().data?.mobilePhone
  const hasNoPassword = useSession((state) => state.showModifyPassword === 1)
  const [mobilePhone, setMobilePhone] = useState('')
  const [areFit, setFit] = useState(false)
  const isOwn = mobilePhone !== '' && mobilePhone === own
  const isReady = ids.length > 0 && areFit && isMobile(mobilePhone) && !isOwn && !hasNoPassword
  useEffect(() => {
    onReady(isReady)
    return () => onReady(false)
  }, [isReady, onReady])
  return (
    <>
      {hasNoPassword && (
        <Box className={styles.notice}>
          <NoticeBar icon={lock} text="转移前需要先设置密码" action="去设置" to={pathOf('user/setPassword')} />
        </Box>
      )}
      <Card title="转给谁" isPadded>
        <PhoneField
          label="接收人手机号"
          placeholder="接收人的手机号"
          value={mobilePhone}
          onChange={setMobilePhone}
          error={isOwn ? '不能转给自己的手机号' : undefined}
        />
        <Box as="p" className={styles.hint}>
          请核对号码，对方接收后不可撤回。未注册的号码，注册后也可以接收。
        </Box>
      </Card>
      <Card
        title={ids.length > 0 ? `转移设备 ${ids.length}` : '转移设备'}
        note={
          <TextLink icon={plus} to={choosePath(ids)}>
            添加
          </TextLink>
        }
      >
        {ids.length > 0 ? (
          <Devices ids={ids} onIds={onIds} onChecked={setFit} />
        ) : (
          <Box className={styles.nothing}>还没有选择设备</Box>
        )}
      </Card>
      <Card title="转移前请知悉" isPadded>
        <Box as="ul" className={styles.notes}>
          {notes.map((note) => (
            <Box as="li" key={note} className={styles.note}>
              {note}
            </Box>
          ))}
        </Box>
      </Card>
      <VerifySheet
        isOpen={isVerifying}
        ids={ids}
        mobilePhone={mobilePhone}
        onClose={onClose}
        onStarted={() => {
          setMobilePhone('')
          onStarted()
        }}
      />
    </>
  )
}
