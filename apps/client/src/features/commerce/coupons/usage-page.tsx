import type { CouponUsage } from '@yunji/contract/commerce/coupon/schema'
import { formatYuan } from '@yunji/contract/display/money'
import { formatDate } from '@yunji/contract/display/time'
import { pathOf } from '@yunji/contract/pages'
import { titleText } from '../../../shared/commerce/order-text.ts'
import { PullList } from '../../../shared/list/pull-list.tsx'
import { orderPath } from '../../../shared/navigation/page-paths.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { IconTile } from '../../../shared/ui/icon/icon-tile.tsx'
import { ticket } from '../../../shared/ui/icon/icons.ts'
import { Page } from '../../../shared/ui/page/page.tsx'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Empty } from '../../../shared/ui/status/empty.tsx'
import { noCoupons } from '../../../shared/ui/status/illustrations.ts'
import { useCouponUsage } from './coupons.ts'
import styles from './usage.module.css'

function UsageRow({ usage }: { readonly usage: CouponUsage }) {
  const { name, discountCents, orderId, orderTitle, usedAt } = usage
  return (
    <Cell
      leading={<IconTile of={ticket} tone="promo" />}
      title={name}
      sub={
        <>
          <Box>{titleText(orderTitle)}</Box>
          <Box className={styles.when}>{`订单 ${orderId}`}</Box>
          <Box className={styles.when}>{formatDate(usedAt, 'YYYY-MM-DD HH:mm')}</Box>
        </>
      }
      value={<Box className={styles.saved}>-¥{formatYuan(discountCents)}</Box>}
      to={orderPath(orderId)}
    />
  )
}

/** Used coupons with their orders and discounts. */
export function CouponUsagePage() {
  return (
    <Page route="user/couponUse">
      <PullList
        list={useCouponUsage()}
        className={styles.list}
        loading={<RowsSkeleton rows={5} />}
        empty={
          <Empty illustration={noCoupons} title="还没有用过优惠券" hint="下单时用掉的优惠券会记在这里">
            <Button variant="outline" size="medium" isNarrow to={pathOf('user/coupon')}>
              看看优惠券
            </Button>
          </Empty>
        }
      >
        {(usage) => <UsageRow usage={usage} />}
      </PullList>
    </Page>
  )
}
