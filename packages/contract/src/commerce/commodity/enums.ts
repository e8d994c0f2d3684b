/** The Android builds that phones run. */
export const androidVersions = ['10/B', '10/H'] as const
export type AndroidVersion = (typeof androidVersions)[number]
/** The levels that goods are sold in, from the plainest up. */
export const GoodsLevel = { enjoy: 1, exclusive: 2, flagship: 3, supreme: 4, gameCustom: 5 } as const
export type GoodsLevel = (typeof GoodsLevel)[keyof typeof GoodsLevel]

/** The system image that a phone starts from. */
export const ImageType = { base: 1, google: 2, custom: 3 } as const
export type ImageType = (typeof ImageType)[keyof typeof ImageType]

/** How much of a configuration a zone still holds. */
export const InventoryStatus = { adequate: 1, normal: 2, nervous: 3, insufficient: 4 } as const
export type InventoryStatus = (typeof InventoryStatus)[keyof typeof InventoryStatus]

/** Whether an activity runs (section 3). */
export const ActivityState = { disabled: 0, enabled: 1 } as const
export type ActivityState = (typeof ActivityState)[keyof typeof ActivityState]

export const imageTypeLabels: Readonly<Record<ImageType, string>> = {
  [ImageType.base]: '基础镜像',
  [ImageType.google]: '谷歌镜像',
  [ImageType.custom]: '定制镜像',
}

export const inventoryStatusLabels: Readonly<Record<InventoryStatus, string>> = {
  [InventoryStatus.adequate]: '充足',
  [InventoryStatus.normal]: '正常',
  [InventoryStatus.nervous]: '紧张',
  [InventoryStatus.insufficient]: '不足',
}

export const goodsLevelLabels: Readonly<Record<GoodsLevel, string>> = {
  [GoodsLevel.enjoy]: '畅享',
  [GoodsLevel.exclusive]: '专享',
  [GoodsLevel.flagship]: '旗舰',
  [GoodsLevel.supreme]: '至尊',
  [GoodsLevel.gameCustom]: '游戏定制版',
}
