import { pathOf } from '@yunji/contract/pages'
import { Button } from '../../../shared/ui/button/button.tsx'
import { order } from '../../../shared/ui/icon/account.ts'
import { Page } from '../../../shared/ui/page/page.tsx'
import { StatusView } from '../../../shared/ui/status/status-view.tsx'

/** The address names no order. */
export function NoOrder() {
  return (
    <Page route="pay/pay">
      <StatusView
        icon={order}
        title="没有待支付的订单"
        hint="在订单里可以继续支付"
        actions={
          <Button size="medium" isNarrow to={pathOf('user/orders')}>
            我的订单
          </Button>
        }
      />
    </Page>
  )
}
