import type { SeckillItem, SeckillWindow } from '@yunji/contract/commerce/commodity/schema'
import { formatCount } from '@yunji/contract/display/text'
import { useState } from 'react'
import { serverClock } from '../../../../shared/platform/app/clock.ts'
import { LevelBadge } from '../../../../shared/ui/badge/level-badge.tsx'
import { Tag } from '../../../../shared/ui/badge/tag.tsx'
import { Card } from '../../../../shared/ui/card/card.tsx'
import { Countdown } from '../../../../shared/ui/countdown/countdown.tsx'
import { Box, Tap } from '../../../../shared/ui/elements/elements'
import { Price } from '../../../../shared/ui/price/price.tsx'
import { ProgressBar } from '../../../../shared/ui/progress/progress-bar.tsx'
import { durationText, hardwareText } from '../goods-text.ts'
import { useSeckill } from './seckill.ts'
import { orderState, windowToShow } from './seckill-rules.ts'
import { SeckillSheet } from './seckill-sheet.tsx'
import styles from './seckill-strip.module.css'

interface PieceProps {
  readonly item: SeckillItem
  readonly window: SeckillWindow
  readonly onOpen: () => void
}

function Piece({ item, window, onOpen }: PieceProps) {
  const { goodsLevel, configuration, goodPrice, oldGoodPrice, stockLeft, stockTotal, goodTime } = item
  const { text, canOrder } = orderState(item, window, serverClock())
  return (
    <Tap className={styles.piece} onTap={onOpen}>
      <Box className={styles.top}>
        <LevelBadge level={goodsLevel} />
        <Tag tone={canOrder ? 'promo' : 'plain'}>{text}</Tag>
      </Box>
      <Box className={styles.note}>
        {`${hardwareText(configuration)} · ${durationText({ goodTime, isMetered: false })}`}
      </Box>
      <Price cents={goodPrice} size={20} isSaving dropsZeros wasCents={oldGoodPrice} />
      <ProgressBar
        label={`已抢 ${formatCount(stockTotal - stockLeft)} 台，共 ${formatCount(stockTotal)} 台`}
        percent={Math.round(((stockTotal - stockLeft) / Math.max(1, stockTotal)) * 100)}
        tone="dead"
      />
    </Tap>
  )
}

/** The running flash sale with its countdown; draws nothing without one, or when it cannot be read. */
export function SeckillStrip() {
  const { data, refetch } = useSeckill()
  const [shown, setShown] = useState<SeckillItem>()
  const [isOpen, setOpen] = useState(false)
  const window = data && windowToShow(data.windows, serverClock())
  if (!window) return null
  const isRunning = window.startsAt <= serverClock()
  const item = window.items.find(({ id }) => id === shown?.id) ?? shown
  return (
    <Card className={styles.card}>
      <Box className={styles.head}>
        <Box as="h2" className={styles.title}>
          {window.name}
        </Box>
        <Box className={styles.time}>
          {isRunning ? '距结束' : '距开始'}
          <Countdown
            endsAtMs={isRunning ? window.endsAt : window.startsAt}
            clock={serverClock}
            onEnd={() => void refetch()}
            isBoxed
          />
        </Box>
      </Box>
      <Box className={styles.pieces}>
        {window.items.map((each) => (
          <Piece
            key={each.id}
            item={each}
            window={window}
            onOpen={() => {
              setShown(each)
              setOpen(true)
            }}
          />
        ))}
      </Box>
      {item && (
        <SeckillSheet key={item.id} isOpen={isOpen} item={item} window={window} onClose={() => setOpen(false)} />
      )}
    </Card>
  )
}
