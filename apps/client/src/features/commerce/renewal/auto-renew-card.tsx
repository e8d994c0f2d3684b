import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import type { RenewDevice } from '@yunji/contract/commerce/renewal/schema'
import { getWallet } from '@yunji/contract/commerce/wallet/calls'
import { formatBeans, formatYuan } from '@yunji/contract/display/money'
import { formatCount } from '@yunji/contract/display/text'
import { useState } from 'react'
import { useCall } from '../../../shared/api/query.ts'
import { hoursText } from '../../../shared/commerce/order-text.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { Switch } from '../../../shared/ui/choice/switch.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { renew } from '../../../shared/ui/icon/device.ts'
import { Sheet } from '../../../shared/ui/overlay/sheet.tsx'
import { type AutoRenewMethod, autoRenewMethodLabels, useSetAutoRenew } from './auto-renew.ts'
import styles from './renewal.module.css'

const methodName = (method: AutoRenewMethod): string =>
  autoRenewMethodLabels.find(({ value }) => value === method)?.label ?? ''

interface AutoRenewCardProps {
  /** Selected devices. */
  readonly devices: readonly RenewDevice[]
  /** Duration selected for the current renewal. */
  readonly hours: number | undefined
}

const noteOf = (devices: readonly RenewDevice[]): string => {
  const on = devices.flatMap(({ autoRenew }) => (autoRenew ? [autoRenew] : []))
  const [first] = on
  if (!first) return '到期前 1 天用云豆或余额自动续费'
  if (on.length < devices.length) return `已有 ${formatCount(on.length)} 台开启`
  return first.failure || `到期前 1 天从${methodName(first.payMethod)}续 ${hoursText(first.goodTime)}`
}

function MethodSheet({ isOpen, onChoose, onClose }: MethodSheetProps) {
  const wallet = useCall(getWallet, {}).data
  const [method, setMethod] = useState<AutoRenewMethod>(PayMethod.balance)
  const has: Readonly<Record<AutoRenewMethod, string>> = {
    [PayMethod.beans]: `现有 ${formatBeans(wallet?.beansCents)} 云豆`,
    [PayMethod.balance]: `现有 ¥${formatYuan(wallet?.balanceCents)}`,
  }
  return (
    <Sheet isOpen={isOpen} title="自动续费从哪里支付" onClose={onClose}>
      {autoRenewMethodLabels.map(({ value, label }) => (
        <Cell
          key={value}
          title={label}
          sub={has[value]}
          choice="radio"
          isChecked={method === value}
          onTap={() => setMethod(value)}
        />
      ))}
      <Box as="p" className={styles.hint}>
        到期前 1 天扣款；不足时每 6 小时重试一次，并发消息提醒。可以随时关闭。
      </Box>
      <Box className={styles.confirm}>
        <Button onTap={() => onChoose(method)}>开启自动续费</Button>
      </Box>
    </Sheet>
  )
}

interface MethodSheetProps {
  readonly isOpen: boolean
  readonly onChoose: (method: AutoRenewMethod) => void
  readonly onClose: () => void
}

/** Switch of automatic renewal for the selected devices, with the payment method. */
export function AutoRenewCard({ devices, hours }: AutoRenewCardProps) {
  const [isOpen, setOpen] = useState(false)
  const isOn = devices.length > 0 && devices.every(({ autoRenew }) => autoRenew !== null)
  const deviceIds = devices.map(({ deviceId }) => deviceId)

  const { isBusy, run } = useSetAutoRenew()
  const switchOn = (payMethod: AutoRenewMethod) => {
    setOpen(false)
    run({ deviceIds, payMethod, goodTime: hours })
  }
  return (
    <Card>
      <Cell
        icon={renew}
        title="自动续费"
        sub={noteOf(devices)}
        value={
          <Switch
            label="自动续费"
            isOn={isOn}
            isDisabled={devices.length === 0 || isBusy}
            onChange={(wanted) => (wanted ? setOpen(true) : run({ deviceIds }))}
          />
        }
      />
      <MethodSheet isOpen={isOpen} onChoose={switchOn} onClose={() => setOpen(false)} />
    </Card>
  )
}
