import { formatCount } from '@yunji/contract/display/text'
import { useState } from 'react'
import type { CodeView } from '../../../shared/navigation/page-paths.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Segmented } from '../../../shared/ui/choice/segmented.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { BottomBar } from '../../../shared/ui/page/bottom-bar.tsx'
import { Page } from '../../../shared/ui/page/page.tsx'
import { Price } from '../../../shared/ui/price/price.tsx'
import styles from './activation.module.css'
import { CodeList } from './code-list.tsx'
import { useCodeOrder } from './code-order.ts'
import { CodeShop } from './code-shop.tsx'
import { RedeemForm } from './redeem-form.tsx'

const sides: readonly { readonly value: CodeView; readonly label: string }[] = [
  { value: 'redeem', label: '兑换' },
  { value: 'own', label: '我的激活码' },
  { value: 'buy', label: '购买' },
]

interface ActivationPageProps {
  /** Prefilled from a shared link. */
  readonly activationCode: string
  readonly initialView: CodeView
}

/** Codes: to redeem, to keep and pass on, to buy. */
export function ActivationPage({ activationCode, initialView }: ActivationPageProps) {
  const [side, setSide] = useState<CodeView>(initialView)
  const [code, setCode] = useState(activationCode)
  const order = useCodeOrder()
  const { chosen, quantity, coupons, payableCents, isBusy, buy } = order

  const use = (own: string) => {
    setCode(own)
    setSide('redeem')
  }
  return (
    <Page
      route="user/activateDevice"
      footer={
        side === 'buy' &&
        chosen && (
          <BottomBar
            summary={<Price cents={payableCents ?? null} size={28} />}
            note={`共 ${formatCount(quantity)} 个激活码`}
          >
            <Button isBusy={isBusy} isDisabled={coupons.isOpen} onTap={buy}>
              去支付
            </Button>
          </BottomBar>
        )
      }
    >
      <Box className={styles.sides}>
        <Segmented label="激活码" options={sides} value={side} onChange={setSide} />
      </Box>
      {side === 'redeem' && <RedeemForm key={code} initialCode={code} />}
      {side === 'own' && <CodeList onUse={use} onBuy={() => setSide('buy')} />}
      {side === 'buy' && <CodeShop order={order} />}
    </Page>
  )
}
