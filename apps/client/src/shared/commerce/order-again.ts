import type { OrderKind } from '@yunji/contract/commerce/order/enums'
import type { OrderGoods } from '@yunji/contract/commerce/order/schema'
import { pathOf } from '@yunji/contract/pages'
import { codesPath, rechargePath } from '../navigation/page-paths.ts'

const create = pathOf('Home/create')

/** The purchase page with the same phones; what is sold no more gets a default there. */
const samePhones = ({ goodId, configId, goodTime, zoneId, quantity, isMetered }: OrderGoods): string => {
  const zone = zoneId === null ? '' : `&zoneId=${zoneId}`
  const metered = isMetered ? '&isMetered=1' : ''
  return `${pathOf('create/buyGoods')}?goodId=${goodId}&configId=${configId}&goodTime=${goodTime}${zone}&quantity=${quantity}${metered}`
}

/** Page that buys the same again; undefined for a change of one device, which happens once. */
export const againPath = (kind: OrderKind, goods: OrderGoods | null): string | undefined => {
  switch (kind) {
    case 'buy':
    case 'seckill':
      return goods ? samePhones(goods) : create
    case 'bigUser':
      return pathOf('create/bigUserBuyGoods')
    case 'renew':
      return pathOf('Renew/index')
    case 'codes':
      return codesPath('buy')
    case 'beans':
    case 'balance':
      return rechargePath(kind)
    case 'space':
      return pathOf('Space/BuySpace')
    case 'toMonthly':
    case 'change':
    case 'video':
      return undefined
  }
}
