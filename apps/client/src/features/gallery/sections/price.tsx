import { Countdown } from '../../../shared/ui/countdown/countdown.tsx'
import { Price, WasPrice } from '../../../shared/ui/price/price.tsx'
import type { GallerySection } from '../specimen.tsx'
import { Row, Specimen } from '../specimen.tsx'

/** A fixed clock, for stable screenshots. */
const NOON_MS = Date.UTC(2026, 10, 15, 4)
const noon = () => NOON_MS
const MINUTE_MS = 60_000
const FAR_AWAY_MS = Date.UTC(2099, 0, 1)

function Content() {
  return (
    <>
      <Specimen title="28, 20, 16">
        <Row>
          <Price cents={128_650} size={28} />
          <Price cents={128_650} size={20} />
          <Price cents={128_650} />
        </Row>
      </Specimen>
      <Specimen title="saving, with the old price">
        <Row>
          <Price cents={2990} size={28} isSaving wasCents={4990} />
          <Price cents={2990} size={20} isSaving wasCents={4990} dropsZeros />
          <Price cents={2990} isSaving wasCents={4990} />
        </Row>
      </Specimen>
      <Specimen title="zeros dropped, per month, nothing to show, old price alone">
        <Row>
          <Price cents={12_900} size={20} dropsZeros />
          <Price cents={1990} per="/月" />
          <Price cents={null} />
          <WasPrice cents={4990} dropsZeros />
        </Row>
      </Specimen>
      <Specimen title="countdown: minutes, hours, over, boxed">
        <Row>
          <Countdown endsAtMs={NOON_MS + 14.5 * MINUTE_MS} clock={noon} />
          <Countdown endsAtMs={NOON_MS + 102 * MINUTE_MS} clock={noon} />
          <Countdown endsAtMs={NOON_MS} clock={noon} />
          <Countdown endsAtMs={NOON_MS + 14.5 * MINUTE_MS} clock={noon} isBoxed />
          <Countdown endsAtMs={NOON_MS + 102 * MINUTE_MS} clock={noon} isBoxed />
          <Countdown endsAtMs={NOON_MS + 17_322 * MINUTE_MS} clock={noon} isBoxed />
        </Row>
      </Specimen>
      <Specimen title="countdown that runs">
        剩余支付时间 <Countdown endsAtMs={FAR_AWAY_MS} />
      </Specimen>
    </>
  )
}

export const priceSection: GallerySection = { id: 'price', title: '价格与倒计时', Content }
