import { goodsLevelLabels, imageTypeLabels } from '@yunji/contract/commerce/commodity/enums'
import type { Goods } from '@yunji/contract/commerce/commodity/schema'
import { oldPriceOf } from '@yunji/contract/commerce/commodity/terms'
import { pathOf } from '@yunji/contract/pages'
import { useState } from 'react'
import { ReturnRule } from '../../../../shared/commerce/breakdown.tsx'
import { StockWaits } from '../../../../shared/commerce/stock-waits.tsx'
import { ZoneTiles } from '../../../../shared/commerce/zone-tiles.tsx'
import { Tag } from '../../../../shared/ui/badge/tag.tsx'
import { Button } from '../../../../shared/ui/button/button.tsx'
import { Card } from '../../../../shared/ui/card/card.tsx'
import { Cell } from '../../../../shared/ui/card/cell.tsx'
import { FactRow } from '../../../../shared/ui/card/fact-row.tsx'
import { Box, Tap } from '../../../../shared/ui/elements/elements'
import { Icon } from '../../../../shared/ui/icon/icon.tsx'
import { IconTile } from '../../../../shared/ui/icon/icon-tile.tsx'
import { headset, shield, zap } from '../../../../shared/ui/icon/icons.ts'
import { Sheet } from '../../../../shared/ui/overlay/sheet.tsx'
import { BottomBar } from '../../../../shared/ui/page/bottom-bar.tsx'
import { Page } from '../../../../shared/ui/page/page.tsx'
import { BeansPrice, Price } from '../../../../shared/ui/price/price.tsx'
import { StockBars } from '../../../../shared/ui/price/stock-bars.tsx'
import { Async } from '../../../../shared/ui/status/async.tsx'
import { Empty } from '../../../../shared/ui/status/empty.tsx'
import { noDevices } from '../../../../shared/ui/status/illustrations.ts'
import { configurationLike } from '../choice.ts'
import { CreateSkeleton } from '../create-skeleton.tsx'
import { durationText, reductionText } from '../goods-text.ts'
import { type Offer, settledSelection, useOffer } from '../offer.ts'
import { ConfigurationCard } from '../parts/configuration-card.tsx'
import { DurationCard } from '../parts/duration-card.tsx'
import { LevelTable } from '../parts/level-table.tsx'
import { buyPath, type Selection } from '../selection.ts'
import { DetailsHero, HeroSkeleton } from './details-hero.tsx'
import styles from './goods-details.module.css'

interface OfferProps {
  readonly offer: Offer
}

function PriceCard({ offer: { price, zone, configuration } }: OfferProps) {
  const wasCents = price && oldPriceOf(price)
  const reduction = price && reductionText(price)
  const facts = [
    { name: '处理器', fact: `${configuration.cpuCores} 核` },
    { name: '内存', fact: `${configuration.memoryGb} GB` },
    { name: '存储', fact: `${configuration.storageGb} GB` },
    { name: '系统', fact: configuration.version },
  ]
  return (
    <Card className={styles.price}>
      <Box className={styles.amount}>
        {price?.isMetered ? (
          <BeansPrice cents={price.goodPrice} size={28} per="/小时" />
        ) : (
          <Price
            cents={price?.goodPrice ?? null}
            size={28}
            isSaving={reduction !== undefined}
            wasCents={price && wasCents && wasCents > price.goodPrice ? wasCents : undefined}
          />
        )}
        {zone && <StockBars status={zone.inventoryStatus} />}
      </Box>
      {reduction && (
        <Box className={styles.tags}>
          <Tag tone="promo">{reduction === '首购价' ? '首购价 · 限 1 台' : reduction}</Tag>
        </Box>
      )}
      <Box className={styles.figures}>
        {facts.map(({ name, fact }) => (
          <Box key={name} className={styles.figure}>
            <Box className={styles.fact}>{fact}</Box>
            <Box className={styles.factName}>{name}</Box>
          </Box>
        ))}
      </Box>
    </Card>
  )
}

function Reasons({ goods }: { readonly goods: Goods }) {
  return (
    <Card title={`为什么选${goodsLevelLabels[goods.goodsLevel]}`} isPadded>
      {goods.highlights.map(({ title, note }, index) => (
        <Box key={title} className={styles.reason}>
          <IconTile of={index === 0 ? zap : shield} tone="indigo" />
          <Box>
            <Box className={styles.reasonTitle}>{title}</Box>
            <Box className={styles.factName}>{note}</Box>
          </Box>
        </Box>
      ))}
    </Card>
  )
}

function Table({ offer: { goods, configuration } }: OfferProps) {
  return (
    <Card title="配置" isPadded>
      <FactRow name="型号">{goods.name}</FactRow>
      <FactRow name="处理器">{`${configuration.cpuCores} 核`}</FactRow>
      <FactRow name="内存">{`${configuration.memoryGb} GB`}</FactRow>
      <FactRow name="存储">{`${configuration.storageGb} GB`}</FactRow>
      <FactRow name="安卓系统">{configuration.version}</FactRow>
      <FactRow name="可选镜像">{configuration.imageTypes.map((image) => imageTypeLabels[image]).join('、')}</FactRow>
    </Card>
  )
}

interface DetailsProps extends OfferProps {
  readonly all: readonly Goods[]
  readonly reading: ReturnType<typeof useOffer>
  readonly onChange: (change: Partial<Selection>) => void
}

function Details({ all, offer, reading, onChange }: DetailsProps) {
  const [isOpen, setOpen] = useState(false)
  const { goods, configuration, price, prices, zone, zones, isSoldOut, quantity } = offer
  // Breaks between the facts, and never within one.
  const facts = [zone?.name, price && durationText(price), `${quantity} 台`].filter((fact) => fact !== undefined)
  const chosen = facts.map((fact) => fact.replaceAll(' ', '\u00a0')).join('，')
  return (
    <Box className={styles.details}>
      <PriceCard offer={offer} />
      <Reasons goods={goods} />
      <ConfigurationCard offer={offer} onChange={onChange} />
      <DurationCard
        prices={prices}
        chosenId={price?.id}
        quantity={quantity}
        hasFailed={reading.prices.isError && !prices}
        onRetry={() => void reading.prices.refetch()}
        onChoose={onChange}
      />
      <Card>
        <Cell title="已选" value={<Box>{isSoldOut ? '各区域都已售罄' : chosen}</Box>} onTap={() => setOpen(true)} />
      </Card>
      <StockWaits configId={configuration.configId} zones={zones} />
      <Table offer={offer} />
      {price && !price.isMetered && <ReturnRule />}
      <LevelTable
        goods={all}
        chosenId={goods.goodId}
        onChoose={(each) =>
          onChange({ goodId: each.goodId, configId: configurationLike(each, configuration)?.configId })
        }
      />
      <Sheet isOpen={isOpen} title="区域" onClose={() => setOpen(false)}>
        <Box className={styles.zones}>
          <ZoneTiles
            zones={zones}
            chosenId={zone?.zoneId}
            onChoose={(zoneId) => {
              onChange({ zoneId })
              setOpen(false)
            }}
          />
        </Box>
      </Sheet>
    </Box>
  )
}

function Footer({ offer }: OfferProps) {
  const { price, zone, isSoldOut } = offer
  return (
    <BottomBar>
      <Box className={styles.footer}>
        <Tap className={styles.support} to={pathOf('CustomerService/index')}>
          <Icon of={headset} />
          客服
        </Tap>
        <Box className={styles.buy}>
          <Button isDisabled={!price || !zone} to={price && zone && buyPath(settledSelection(offer))}>
            {isSoldOut ? '暂时售罄' : '立即购买'}
          </Button>
        </Box>
      </Box>
    </BottomBar>
  )
}

interface GoodsDetailsProps {
  readonly selection: Selection
}

/** Details of a model: configurations, prices, and the comparison of levels. */
export function GoodsDetails({ selection: first }: GoodsDetailsProps) {
  const [selection, setSelection] = useState(first)
  const reading = useOffer(selection)
  const { list, offer } = reading
  return (
    <Page
      route="create/goodsDetails"
      header={offer ? <DetailsHero goods={offer.goods} /> : list.isPending ? <HeroSkeleton /> : undefined}
      footer={offer && <Footer offer={offer} />}
    >
      <Async
        of={list}
        loading={<CreateSkeleton />}
        isEmpty={() => !offer}
        empty={<Empty illustration={noDevices} title="暂时没有在售的云手机" hint="稍后再来看看" />}
      >
        {({ records }) =>
          offer && (
            <Details
              all={records}
              offer={offer}
              reading={reading}
              onChange={(change) => setSelection((before) => ({ ...before, ...change }))}
            />
          )
        }
      </Async>
    </Page>
  )
}
