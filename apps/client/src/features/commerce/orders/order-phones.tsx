import { getOrderInfo } from '@yunji/contract/commerce/order/calls'
import type { OrderDetail, OrderDevice } from '@yunji/contract/commerce/order/schema'
import { payMethodLabels } from '@yunji/contract/commerce/payment/enums'
import { getReturnTerms, returnDevice } from '@yunji/contract/devices/rental/calls'
import { RETURN_RULE_TEXT, returnRefusalTexts } from '@yunji/contract/devices/rental/rules'
import { formatCount } from '@yunji/contract/display/text'
import { formatDate } from '@yunji/contract/display/time'
import { pathOf } from '@yunji/contract/pages'
import { queryClient, requestData } from '../../../shared/api/query.ts'
import { useWrite } from '../../../shared/api/use-write.ts'
import { makesPhones, paidText } from '../../../shared/commerce/order-text.ts'
import { confirm } from '../../../shared/feedback/dialog.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { taskPath } from '../../../shared/navigation/page-paths.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { layers, phone as phoneIcon } from '../../../shared/ui/icon/icons.ts'
import styles from './order-details.module.css'

/** Refunded amounts, each to its original payment method. */
const backText = (
  parts: readonly { readonly amountCents: number; readonly payMethod: keyof typeof payMethodLabels }[],
) =>
  parts
    .map(({ amountCents, payMethod }) => `${paidText(amountCents, payMethod)} 退回${payMethodLabels[payMethod]}`)
    .join('，')

/** Shows why a device cannot be returned, or what comes back for it. */
const confirmReturn = async ({ deviceId, name }: OrderDevice): Promise<boolean> => {
  const { refusal, parts } = await requestData(getReturnTerms, { deviceId: String(deviceId) })
  if (refusal) {
    showToast(returnRefusalTexts[refusal])
    return false
  }
  return confirm({
    title: `退还「${name}」？`,
    body: `${backText(parts)}。设备上的数据会清除，不能恢复。`,
    cancelText: '取消',
    confirmText: '退还设备',
    isDanger: true,
  })
}

const useReturnDevice = () =>
  useWrite(
    async ({ deviceId }: OrderDevice) => {
      await requestData(returnDevice, { deviceId })
      showToast('设备已退还，款项原路退回', 'success')
    },
    {
      confirm: confirmReturn,
      onSettled: () => queryClient.invalidateQueries({ queryKey: [getOrderInfo.path] }),
    },
  )

const shareText = ({ paidCents, returnedAt }: OrderDevice, method: OrderDetail['payMethod']): string =>
  `${returnedAt === null ? '' : '退回 '}${paidText(paidCents, method)}`

interface PhoneProps {
  readonly phone: OrderDevice
  readonly method: OrderDetail['payMethod']
}

function Phone({ phone, method }: PhoneProps) {
  const { deviceId, name, state, returnRefusal } = phone
  const canReturn = returnRefusal === null
  const returning = useReturnDevice()
  const canOpen = state === 'running' && returnRefusal !== 'returned'
  const actions = (
    <Box className={styles.actions}>
      {canReturn && (
        <Button variant="outline" size="small" isBusy={returning.isBusy} onTap={() => returning.run(phone)}>
          退还
        </Button>
      )}
      {canOpen && (
        <Button variant="tint" size="small" to={`${pathOf('webView/web_instance')}?deviceId=${deviceId}&mode=control`}>
          打开
        </Button>
      )}
    </Box>
  )
  return (
    <Cell
      icon={phoneIcon}
      title={name}
      sub={shareText(phone, method)}
      value={canReturn || canOpen ? actions : undefined}
    />
  )
}

interface OrderPhonesProps {
  readonly order: OrderDetail
  /** Tasks started by the payment. */
  readonly taskId: number | null
}

/** Money of an order that goes back, or has gone back, piece by piece. */
export function OrderRefunds({ order: { refunds } }: { readonly order: OrderDetail }) {
  if (refunds.length === 0) return null
  return (
    <Card title="退款">
      {refunds.map((refund) => (
        <Cell
          key={`${refund.createdAt} ${refund.amountCents}`}
          title={backText([refund])}
          sub={formatDate(refund.endedAt ?? refund.createdAt, 'YYYY-MM-DD HH:mm')}
          value={refund.state === 'refunded' ? '已退回' : '处理中'}
        />
      ))}
    </Card>
  )
}

/** Devices of an order. */
export function OrderPhones({ order: { kind, devices, payMethod }, taskId }: OrderPhonesProps) {
  if (devices.length === 0) return null
  return (
    <Card title="云手机" note={`${formatCount(devices.length)} 台`}>
      {devices.map((phone) => (
        <Phone key={phone.deviceId} phone={phone} method={payMethod} />
      ))}
      {taskId !== null && (
        <Cell icon={layers} title={makesPhones(kind) ? '创建进度' : '变更进度'} to={taskPath(taskId)} />
      )}
      {devices.some(({ returnRefusal }) => returnRefusal === null) && (
        <Box className={styles.rule}>{RETURN_RULE_TEXT}</Box>
      )}
    </Card>
  )
}
