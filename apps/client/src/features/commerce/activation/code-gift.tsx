import type { ActivationCodePreview } from '@yunji/contract/commerce/activation/schema'
import { getZoneStock } from '@yunji/contract/commerce/commodity/calls'
import { formatDate } from '@yunji/contract/display/time'
import { pathOf } from '@yunji/contract/pages'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { useState } from 'react'
import { useCall } from '../../../shared/api/query.ts'
import { useWrite } from '../../../shared/api/use-write.ts'
import { hoursText } from '../../../shared/commerce/order-text.ts'
import { ZoneTiles } from '../../../shared/commerce/zone-tiles.tsx'
import { newDevice } from '../../../shared/devices/new-device.ts'
import { confirm } from '../../../shared/feedback/dialog.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { randomId } from '../../../shared/platform/app/random-id.ts'
import { openPage } from '../../../shared/platform/router/router.ts'
import { LevelBadge } from '../../../shared/ui/badge/level-badge.tsx'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { NoticeBar } from '../../../shared/ui/card/notice-bar.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { IconTile } from '../../../shared/ui/icon/icon-tile.tsx'
import { alert, phone } from '../../../shared/ui/icon/icons.ts'
import styles from './activation.module.css'
import { hardwareText, refusalText } from './code-text.ts'
import { redeem } from './codes.ts'

/** A new phone, or the id of an own device to renew. */
type Use = number | 'newPhone'

const showRedeemed = async (isNewPhone: boolean, expiresAt: number): Promise<void> => {
  const until = formatDate(expiresAt, 'YYYY-MM-DD HH:mm')
  const isGoing = await confirm({
    title: isNewPhone ? '兑换成功，正在创建' : '续费成功',
    body: isNewPhone ? `新的云手机可以用到 ${until}，创建进度显示在首页` : `设备可以用到 ${until}`,
    cancelText: '继续兑换',
    confirmText: '去看云手机',
  })
  if (isGoing) await openPage(pathOf('Home/index'))
}

interface CodeGiftProps {
  readonly code: string
  readonly preview: ActivationCodePreview
  readonly onDone: () => void
}

/** Content of a code, and the choice of a new phone or a renewal. */
export function CodeGift({ code, preview, onDone }: CodeGiftProps) {
  const [use, setUse] = useState<Use>('newPhone')
  const [key] = useState(randomId)
  const [zoneId, setZone] = useState<number>()
  const { goodsName, goodsLevel, goodTime, expiresAt, renewable, configId } = preview
  const refusal = refusalText(preview)
  const zones = useCall(getZoneStock, { configId: String(configId) })
  const isNew = use === 'newPhone'

  const { isBusy, run } = useWrite(async () => {
    const target = use === 'newPhone' ? { ...(zoneId && { zoneId }) } : { deviceId: use }
    const answer = await redeem({ activationCode: code, ...target }, `${key}-${use}-${zoneId ?? ''}`)
    if (answer.code !== ErrorCode.OK) return showToast(answer.msg, 'error')
    onDone()
    if (answer.data.isNewPhone) newDevice.announce(answer.data.deviceId)
    return showRedeemed(answer.data.isNewPhone, answer.data.expiresAt)
  })
  return (
    <>
      <Card>
        <Cell
          leading={<IconTile of={phone} size={48} />}
          title={
            <Box className={styles.top}>
              <Box className={styles.given}>{goodsName}</Box>
              <LevelBadge level={goodsLevel} />
            </Box>
          }
          sub={hardwareText(preview)}
          value={<Box className={styles.hours}>{hoursText(goodTime)}</Box>}
        />
        <Cell title="激活码有效期" value={`${formatDate(expiresAt)} 前`} />
      </Card>
      {refusal ? (
        <Box className={styles.refusal}>
          <NoticeBar tone="dead" icon={alert} text={refusal} />
        </Box>
      ) : (
        <>
          <Card>
            <Cell
              title="兑换一台新的云手机"
              sub={`从现在起使用 ${hoursText(goodTime)}`}
              choice="radio"
              isChecked={use === 'newPhone'}
              onTap={() => setUse('newPhone')}
            />
            {renewable.map(({ deviceId, name, expiresAt: endsAt }) => (
              <Cell
                key={deviceId}
                title={`为「${name}」续费`}
                sub={`${formatDate(endsAt, 'YYYY-MM-DD HH:mm')} 到期，延长 ${hoursText(goodTime)}`}
                choice="radio"
                isChecked={use === deviceId}
                onTap={() => setUse(deviceId)}
              />
            ))}
          </Card>
          {isNew && !zones.isError && (
            <Card title="区域" note="不选时给库存最多的区域" isPadded>
              <ZoneTiles zones={zones.data?.zones} chosenId={zoneId} onChoose={setZone} />
            </Card>
          )}
          <Box className={styles.confirm}>
            <Button isBusy={isBusy} busyText="兑换中…" onTap={run}>
              {isNew ? '兑换新设备' : '确认续费'}
            </Button>
          </Box>
        </>
      )}
    </>
  )
}
