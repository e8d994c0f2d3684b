import { getBigUserList } from '@yunji/contract/commerce/order/calls'
import type { BigUserItem, BigUserList } from '@yunji/contract/commerce/order/schema'
import { formatCount } from '@yunji/contract/display/text'
import { formatDate, formatRentalTime } from '@yunji/contract/display/time'
import { useCall } from '../../../shared/api/query.ts'
import { ReturnRule } from '../../../shared/commerce/breakdown.tsx'
import { CouponCell } from '../../../shared/commerce/coupon-cell.tsx'
import { ZoneTiles } from '../../../shared/commerce/zone-tiles.tsx'
import { LevelBadge } from '../../../shared/ui/badge/level-badge.tsx'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { NoticeBar } from '../../../shared/ui/card/notice-bar.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { NumberBox } from '../../../shared/ui/field/number-box.tsx'
import { alert } from '../../../shared/ui/icon/icons.ts'
import { BottomBar } from '../../../shared/ui/page/bottom-bar.tsx'
import { Page } from '../../../shared/ui/page/page.tsx'
import { Price } from '../../../shared/ui/price/price.tsx'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import styles from './big-user.module.css'
import { useBigUserOrder } from './use-big-user-order.ts'

const ROUTE = 'create/bigUserBuyGoods'

interface ItemProps {
  readonly item: BigUserItem
  readonly quantity: number
  readonly maximum: number
  readonly onChange: (quantity: number) => void
}

function Item({ item, quantity, maximum, onChange }: ItemProps) {
  const { goodsName, goodsLevel, configuration, goodTime, goodPrice, oldGoodPrice } = item
  const { cpuCores, memoryGb, storageGb, version } = configuration
  return (
    <Card isPadded>
      <Box className={styles.top}>
        <Box as="h2" className={styles.name}>
          {goodsName}
        </Box>
        <LevelBadge level={goodsLevel} />
      </Box>
      <Box className={styles.note}>
        {`${cpuCores} 核 · ${memoryGb} GB · ${storageGb} GB · ${version} · ${formatRentalTime(goodTime)}`}
      </Box>
      <Box className={styles.bottom}>
        <Price cents={goodPrice} isSaving wasCents={oldGoodPrice > goodPrice ? oldGoodPrice : undefined} />
        <NumberBox
          label={`${goodsName} ${formatRentalTime(goodTime)} 的数量`}
          value={quantity}
          minimum={0}
          maximum={maximum}
          onChange={onChange}
        />
      </Box>
    </Card>
  )
}

interface ListProps {
  readonly linkCode: string
  readonly list: BigUserList
}

function Negotiated({ linkCode, list }: ListProps) {
  const order = useBigUserOrder(linkCode, list)
  const { zones, zone, problem, count } = order
  const trouble = order.isTooMany ? `一次最多购买 ${formatCount(list.maximumPhones)} 台` : problem
  return (
    <Page
      route={ROUTE}
      footer={
        <BottomBar summary={<Price cents={order.totalCents} size={28} />} note={`共 ${formatCount(count)} 台`}>
          <Button
            isBusy={order.isBusy}
            isDisabled={count === 0 || !zone || order.isTooMany || order.coupons.isOpen}
            onTap={order.buy}
          >
            提交订单
          </Button>
        </BottomBar>
      }
    >
      <Box className={styles.list}>
        <Box className={styles.head}>
          <Box as="h2" className={styles.title}>
            {list.title}
          </Box>
          <Box className={styles.note}>
            {`一次最多 ${list.maximumPhones} 台${list.expiresAt === null ? '' : `，${formatDate(list.expiresAt, 'YYYY-MM-DD HH:mm')} 前有效`}`}
          </Box>
        </Box>
        {trouble && (
          <Box className={styles.problem} live="assertive">
            <NoticeBar tone="dead" icon={alert} text={trouble} />
          </Box>
        )}
        {list.items.map((item) => (
          <Item
            key={item.id}
            item={item}
            quantity={order.quantityOf(item.id)}
            maximum={list.maximumPhones}
            onChange={(quantity) => order.setQuantity(item.id, quantity)}
          />
        ))}
        {count > 0 && zones && (
          <Card title="区域" note={zone ? undefined : '各区域都不够，请减少数量'} isPadded>
            <ZoneTiles zones={zones} chosenId={zone?.zoneId} onChoose={order.setZone} />
          </Card>
        )}
        {count > 0 && (
          <Card>
            <CouponCell choice={order.coupons} />
          </Card>
        )}
        <ReturnRule />
      </Box>
    </Page>
  )
}

interface BigUserPageProps {
  readonly linkCode: string
  /** The code is of no list of theirs: they may have another one. */
  readonly onOther: () => void
}

/** Price list of a big user, with quantities to order. */
export function BigUserPage({ linkCode, onOther }: BigUserPageProps) {
  const list = useCall(getBigUserList, { linkCode })
  if (list.data) return <Negotiated linkCode={linkCode} list={list.data} />
  return (
    <Page route={ROUTE}>
      <Async
        of={list}
        loading={<RowsSkeleton />}
        elsewhere={
          <Button variant="outline" size="medium" isNarrow onTap={onOther}>
            换个链接码
          </Button>
        }
      >
        {() => null}
      </Async>
    </Page>
  )
}
