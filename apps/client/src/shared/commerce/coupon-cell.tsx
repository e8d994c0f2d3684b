import { formatYuan } from '@yunji/contract/display/money'
import { formatCount } from '@yunji/contract/display/text'
import { useState } from 'react'
import { useIsLoggedIn } from '../session/session.ts'
import { Tag } from '../ui/badge/tag.tsx'
import { Cell } from '../ui/card/cell.tsx'
import { Box } from '../ui/elements/elements'
import { ticket } from '../ui/icon/icons.ts'
import styles from './coupon-cell.module.css'
import { CouponSheet } from './coupon-sheet.tsx'
import type { CouponChoice, CouponPreference } from './order-coupons.ts'

const valueOf = ({ query, isOpen, chosen }: CouponChoice, isLoggedIn: boolean) => {
  if (!isLoggedIn) return '登录后可用'
  if (query.isError) return '没有读到，点此重试'
  if (isOpen || !query.data) return '查找中…'
  if (chosen) {
    return (
      <Box className={styles.chosen}>
        <Tag tone="promo">已选 1 张</Tag>
        <Box className={styles.discount}>-¥{formatYuan(chosen.discountCents)}</Box>
      </Box>
    )
  }
  const { length } = query.data.usable
  return length > 0 ? `${formatCount(length)} 张可用` : '暂无可用'
}

interface CouponCellProps {
  readonly choice: CouponChoice
  /** On a page that visitors see. */
  readonly onLogIn?: () => void
}

/** The coupon of an order; a sheet changes it. */
export function CouponCell({ choice, onLogIn }: CouponCellProps) {
  const [isOpen, setOpen] = useState(false)
  const [pickedId, pick] = useState<number>()
  const isLoggedIn = useIsLoggedIn()
  const { query } = choice
  const open = () => {
    if (!query.data) return void query.refetch()
    pick(choice.chosen?.coupon.id)
    setOpen(true)
  }
  const confirm = (preference: CouponPreference) => {
    choice.prefer(preference)
    setOpen(false)
  }
  return (
    <>
      <Cell
        icon={ticket}
        title="优惠券"
        value={valueOf(choice, isLoggedIn)}
        onTap={isLoggedIn ? (choice.isOpen ? undefined : open) : onLogIn}
      />
      {query.data && (
        <CouponSheet
          isOpen={isOpen}
          coupons={query.data}
          pickedId={pickedId}
          onPick={pick}
          onConfirm={confirm}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
