import type { Goods } from '@yunji/contract/commerce/commodity/schema'
import { purchaseCents, regularPriceOf, termsForQuantity } from '@yunji/contract/commerce/commodity/terms'
import { ORDER_MAXIMUM_PHONES } from '@yunji/contract/commerce/order/rules'
import { pathOf } from '@yunji/contract/pages'
import { StockWaits } from '../../../shared/commerce/stock-waits.tsx'
import { useReturn } from '../../../shared/platform/page/page-lifecycle.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { TextLink } from '../../../shared/ui/button/text-link.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { NoticeBar } from '../../../shared/ui/card/notice-bar.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { NumberBox } from '../../../shared/ui/field/number-box.tsx'
import { code, forward } from '../../../shared/ui/icon/icons.ts'
import { BottomBar } from '../../../shared/ui/page/bottom-bar.tsx'
import { Page } from '../../../shared/ui/page/page.tsx'
import { TabHeader } from '../../../shared/ui/page/tab-header.tsx'
import { BeansPrice, Price } from '../../../shared/ui/price/price.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import { Empty } from '../../../shared/ui/status/empty.tsx'
import { noDevices } from '../../../shared/ui/status/illustrations.ts'
import { configurationLike } from './choice.ts'
import styles from './create-goods.module.css'
import { CreateSkeleton } from './create-skeleton.tsx'
import { type Offer, settledSelection, useOffer } from './offer.ts'
import { ConfigurationCard } from './parts/configuration-card.tsx'
import { DurationCard } from './parts/duration-card.tsx'
import { LevelCards } from './parts/level-cards.tsx'
import { ZoneCard } from './parts/zone-card.tsx'
import { useSeckill } from './seckill/seckill.ts'
import { SeckillStrip } from './seckill/seckill-strip.tsx'
import { buyPath, changeSelection, useSelection } from './selection.ts'

const bigUserLink = (
  <TextLink tone="ink" endIcon={forward} to={pathOf('create/bigUserBuyGoods')}>
    大客户采购
  </TextLink>
)

function BuyBar({ offer }: { readonly offer: Offer | undefined }) {
  const { price, zone, isSoldOut = false, quantity = 1 } = offer ?? {}
  const charged = price && termsForQuantity(price, quantity)
  const totalCents = charged ? purchaseCents([{ goods: charged, quantity }]) : null
  const wasCents = charged ? regularPriceOf(charged) * quantity : 0
  const isSaving = totalCents !== null && wasCents > totalCents
  return (
    <BottomBar
      summary={
        price?.isMetered ? (
          <BeansPrice cents={totalCents} size={28} />
        ) : (
          <Price cents={totalCents} size={28} isSaving={isSaving} wasCents={isSaving ? wasCents : undefined} />
        )
      }
      note={price?.isMetered ? '每小时从云豆扣费' : undefined}
    >
      <Button isDisabled={!offer || !price || !zone} to={offer && price && zone && buyPath(settledSelection(offer))}>
        {isSoldOut ? '暂时售罄' : '立即购买'}
      </Button>
    </BottomBar>
  )
}

interface GoodsForSaleProps {
  readonly goods: readonly Goods[]
  readonly offer: Offer
  readonly reading: ReturnType<typeof useOffer>
}

function GoodsForSale({ goods, offer, reading }: GoodsForSaleProps) {
  const { prices, price, zones, zone, isSoldOut, quantity, configuration } = offer
  const { prices: priceReading, zones: zoneReading } = reading
  return (
    <Box className={styles.shelf}>
      <LevelCards
        goods={goods}
        chosenId={offer.goods.goodId}
        onChoose={(chosen) =>
          changeSelection({ goodId: chosen.goodId, configId: configurationLike(chosen, configuration)?.configId })
        }
      />
      <SeckillStrip />
      <ConfigurationCard offer={offer} hasDetails onChange={changeSelection} />
      {isSoldOut && (
        <Box className={styles.notice}>
          <NoticeBar tone="dead" text="这个配置各区域都已售罄，换个规格看看" />
        </Box>
      )}
      <ZoneCard
        zones={zones}
        chosenId={zone?.zoneId}
        hasFailed={zoneReading.isError && !zones}
        onRetry={() => void zoneReading.refetch()}
        onChoose={(zoneId) => changeSelection({ zoneId })}
      />
      <StockWaits configId={configuration.configId} zones={zones} />
      <DurationCard
        prices={prices}
        chosenId={price?.id}
        quantity={quantity}
        hasFailed={priceReading.isError && !prices}
        onRetry={() => void priceReading.refetch()}
        onChoose={changeSelection}
      />
      <Card className={styles.quantity}>
        <Box as="h2" className={styles.title}>
          数量
        </Box>
        <NumberBox
          label="数量"
          value={quantity}
          maximum={ORDER_MAXIMUM_PHONES}
          onChange={(value) => changeSelection({ quantity: value })}
        />
      </Card>
      <Card>
        <Cell icon={code} title="有激活码？直接兑换云手机" to={pathOf('user/activateDevice')} />
      </Card>
    </Box>
  )
}

/** Everything that is sold, on one page: choose, and go on to buy. */
export function CreateGoods() {
  const reading = useOffer(useSelection())
  const { list, offer } = reading
  const { isFetched: isSaleKnown } = useSeckill()
  useReturn(() => void reading.refetch())
  return (
    <Page
      route="Home/create"
      header={<TabHeader route="Home/create" action={bigUserLink} />}
      footer={offer && <BuyBar offer={offer} />}
    >
      <Async
        of={list}
        loading={<CreateSkeleton />}
        isEmpty={() => !offer}
        empty={<Empty illustration={noDevices} title="暂时没有在售的云手机" hint="稍后再来看看" />}
        isReady={isSaleKnown}
      >
        {({ records }) => offer && <GoodsForSale goods={records} offer={offer} reading={reading} />}
      </Async>
    </Page>
  )
}
