import { getReturnTerms, returnDevice } from '@yunji/contract/device/life-calls'
import { RETURN_RULE_TEXT, returnRefusalTexts } from '@yunji/contract/device/life-labels'
import { formatYuan } from '@yunji/contract/display/money'
import { pathOf } from '@yunji/contract/navigation/pages'
import { getOrderInfo } from '@yunji/contract/order/calls'
import { payMethodLabels } from '@yunji/contract/order/labels'
import { getOrderPhones } from '@yunji/contract/order/phones-calls'
import type { OrderPhone } from '@yunji/contract/order/phones-schema'
import { queryClient, readData } from '../../shared/api/query.ts'
import { showError } from '../../shared/api/show-error.ts'
import { ask } from '../../shared/feedback/dialog.ts'
import { showToast } from '../../shared/feedback/toast.ts'
import { taskPath } from '../../shared/navigation/task-path.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { Cell } from '../../shared/ui/cell.tsx'
import { Box } from '../../shared/ui/elements'
import { layers, phone as phoneIcon } from '../../shared/ui/icons.ts'
import styles from './order-details.module.css'

/** What comes back, and where to: each part the way it was paid. */
const backText = (
  parts: readonly { readonly amountCents: number; readonly payMethod: keyof typeof payMethodLabels }[],
) =>
  parts.map(({ amountCents, payMethod }) => `¥${formatYuan(amountCents)} 退回${payMethodLabels[payMethod]}`).join('，')

const giveBack = async ({ deviceId, name }: OrderPhone): Promise<void> => {
  try {
    const { refusal, parts } = await readData(getReturnTerms, { deviceId: String(deviceId) })
    if (refusal) return showToast(returnRefusalTexts[refusal])
    const isSure = await ask({
      title: `退还「${name}」？`,
      body: `${backText(parts)}。设备上的数据会清除，不能恢复。`,
      cancelText: '取消',
      confirmText: '退还设备',
      isDanger: true,
    })
    if (!isSure) return
    await readData(returnDevice, { deviceId })
    showToast('设备已退还，款项原路退回', 'success')
  } catch (error) {
    showError(error)
  }
  for (const { path } of [getOrderPhones, getOrderInfo]) await queryClient.invalidateQueries({ queryKey: [path] })
}

interface OrderPhonesProps {
  readonly phones: readonly OrderPhone[]
  readonly taskId: number | null
  /** The phones run: they can be entered, and given back. */
  readonly isReady: boolean
}

/** What came of an order. */
export function OrderPhones({ phones, taskId, isReady }: OrderPhonesProps) {
  if (phones.length === 0) return null
  return (
    <Card title="云手机" note={`${phones.length} 台`} className={styles.phones}>
      {phones.map((phone) => (
        <Cell
          key={phone.deviceId}
          icon={phoneIcon}
          title={phone.name}
          sub={phone.isReturned ? `已退回 ¥${formatYuan(phone.paidCents)}` : `¥${formatYuan(phone.paidCents)}`}
          value={
            isReady && !phone.isReturned ? (
              <Box className={styles.actions}>
                <Button look="outline" size="small" onTap={() => void giveBack(phone)}>
                  退还
                </Button>
                <Button
                  look="tint"
                  size="small"
                  to={`${pathOf('webView/web_instance')}?deviceId=${phone.deviceId}&mode=control`}
                >
                  打开
                </Button>
              </Box>
            ) : undefined
          }
        />
      ))}
      {taskId !== null && <Cell icon={layers} title="创建进度" to={taskPath(taskId)} />}
      {isReady && <Box className={styles.rule}>{RETURN_RULE_TEXT}</Box>}
    </Card>
  )
}
