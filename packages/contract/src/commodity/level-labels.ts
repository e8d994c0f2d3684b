import { GoodsLevel } from './enums.ts'

export const goodsLevelLabels: Readonly<Record<GoodsLevel, string>> = {
  [GoodsLevel.enjoy]: '畅享',
  [GoodsLevel.exclusive]: '专享',
  [GoodsLevel.flagship]: '旗舰',
  [GoodsLevel.supreme]: '至尊',
  [GoodsLevel.gameCustom]: '游戏定制版',
}
