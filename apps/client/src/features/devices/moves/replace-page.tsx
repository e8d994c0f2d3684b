import { InventoryStatus } from '@yunji/contract/commerce/commodity/enums'
import { getReplaceTerms, replaceDevice } from '@yunji/contract/devices/move/calls'
import { KEPT_DAYS, type ReplaceReason, replaceReasonLabels, replaceReasons } from '@yunji/contract/devices/move/rules'
import type { ReplaceTerms } from '@yunji/contract/devices/move/schema'
import { formatDate } from '@yunji/contract/display/time'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { useState } from 'react'
import { callApi } from '../../../shared/api/client.ts'
import { useCall } from '../../../shared/api/query.ts'
import { showError } from '../../../shared/api/show-error.ts'
import { useWrite } from '../../../shared/api/use-write.ts'
import { StockWaits } from '../../../shared/commerce/stock-waits.tsx'
import { confirm } from '../../../shared/feedback/dialog.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { randomId } from '../../../shared/platform/app/random-id.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { NoticeBar } from '../../../shared/ui/card/notice-bar.tsx'
import { SectionTitle } from '../../../shared/ui/card/section-title.tsx'
import { OptionGrid, OptionTile } from '../../../shared/ui/choice/option-tile.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { alert } from '../../../shared/ui/icon/icons.ts'
import { BottomBar } from '../../../shared/ui/page/bottom-bar.tsx'
import { Page } from '../../../shared/ui/page/page.tsx'
import { StockBars } from '../../../shared/ui/price/stock-bars.tsx'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import styles from './moves.module.css'
import { backHome, Consequences, DeviceCard, followTask } from './moving-device.tsx'
import { useMoveMinutes } from './use-move-minutes.ts'

const KEPT = '名称、分组、授权、到期时间和配置'

const useReplace = (deviceId: number, terms: ReplaceTerms, refetch: () => unknown) => {
  const [reason, setReason] = useState<ReplaceReason>()
  const [wantsData, setWantsData] = useState(true)
  const [key] = useState(randomId)
  const keepsData = wantsData && terms.canKeepData
  const isSoldOut = terms.inventoryStatus === InventoryStatus.insufficient
  const obstacle = terms.device.obstacle || (isSoldOut ? `${terms.device.zoneName}暂无库存，请稍后再试` : '')
  const replacing = useWrite(
    async (chosen: ReplaceReason): Promise<void> => {
      const input = { deviceId, reason: chosen, keepsData }
      const idempotencyKey = `${key}-${chosen}-${keepsData}`
      const answer = await callApi(replaceDevice, input, { idempotencyKey })
      if (answer.code === ErrorCode.OK) return followTask(answer.data.taskId)
      showToast(answer.msg, 'error')
      await refetch()
    },
    {
      confirm: () =>
        confirm({
          title: keepsData ? '更换设备并保留数据？' : '更换设备，不保留数据？',
          body: keepsData
            ? '应用和数据会搬到新的云手机，核对无误后才会换过去。应用会关闭，个别应用可能需要重新登录。'
            : `新的云手机是空的，现在的应用和数据不会带过去。原云手机保留 ${KEPT_DAYS} 天，期间可联系客服找回。`,
          cancelText: '取消',
          confirmText: '确认更换',
          isDanger: !keepsData,
        }),
      onError: (error) => {
        showError(error)
        void refetch()
      },
    },
  )
  return { reason, setReason, keepsData, setWantsData, obstacle, replacing }
}

function ReplaceTermsView({
  deviceId,
  terms,
  refetch,
}: {
  readonly deviceId: number
  readonly terms: ReplaceTerms
  readonly refetch: () => unknown
}) {
  const { device, canKeepData, inventoryStatus } = terms
  const { reason, setReason, keepsData, setWantsData, obstacle, replacing } = useReplace(deviceId, terms, refetch)
  const minutes = useMoveMinutes(deviceId, keepsData)
  return (
    <Page
      route="Device/replace"
      footer={
        <BottomBar>
          <Button
            isDisabled={!reason || obstacle !== ''}
            isBusy={replacing.isBusy}
            onTap={() => reason && replacing.run(reason)}
          >
            {reason ? '开始更换' : '请选择更换原因'}
          </Button>
        </BottomBar>
      }
    >
      <Box className={styles.page}>
        {obstacle && <NoticeBar text={obstacle} tone="soon" icon={alert} />}
        <DeviceCard
          device={device}
          note={`${device.zoneName} · ${formatDate(device.expiresAt, 'YYYY-MM-DD HH:mm')} 到期`}
        >
          <Box className={styles.stock}>
            同区域同配置
            <StockBars status={inventoryStatus} />
          </Box>
        </DeviceCard>
        {device.configId !== null && (
          <StockWaits
            configId={device.configId}
            zones={[{ zoneId: device.zoneId, name: device.zoneName, inventoryStatus }]}
          />
        )}
        <Card title="更换原因" isPadded>
          <OptionGrid label="更换原因" isWide>
            {replaceReasons.map((each) => (
              <OptionTile
                key={each}
                title={replaceReasonLabels[each]}
                isSelected={each === reason}
                onTap={() => setReason(each)}
              />
            ))}
          </OptionGrid>
        </Card>
        <Box className={styles.heading}>
          <SectionTitle>数据</SectionTitle>
        </Box>
        <Card>
          <Cell
            title="保留应用和数据"
            sub={canKeepData ? '搬到新的云手机，核对无误后才换过去' : '设备没有响应，读不到数据'}
            choice="radio"
            isChecked={keepsData}
            isDisabled={!canKeepData}
            onTap={() => setWantsData(true)}
          />
          <Cell
            title="不保留数据"
            sub="得到一台全新的云手机"
            choice="radio"
            isChecked={!keepsData}
            onTap={() => setWantsData(false)}
          />
        </Card>
        <Consequences
          kept={keepsData ? `${KEPT}，应用和数据` : KEPT}
          lost={
            keepsData
              ? '正在运行的应用会关闭，缓存不会带走'
              : `应用和数据；原云手机保留 ${KEPT_DAYS} 天，可联系客服找回`
          }
          minutes={minutes}
          cost="免费，每台设备每天一次"
        />
      </Box>
    </Page>
  )
}

/** Another phone of the same configuration in the same zone. */
export function ReplacePage({ deviceId }: { readonly deviceId: number }) {
  const terms = useCall(getReplaceTerms, { deviceId: String(deviceId) })
  const { data, refetch } = terms
  if (data) return <ReplaceTermsView deviceId={deviceId} terms={data} refetch={refetch} />
  return (
    <Page route="Device/replace">
      <Async of={terms} loading={<RowsSkeleton rows={5} />} elsewhere={backHome}>
        {() => null}
      </Async>
    </Page>
  )
}
