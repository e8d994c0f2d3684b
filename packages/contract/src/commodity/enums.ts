/** The levels that goods are sold in, from the plainest up. */
export const GoodsLevel = { enjoy: 1, exclusive: 2, flagship: 3, supreme: 4, gameCustom: 5 } as const
export type GoodsLevel = (typeof GoodsLevel)[keyof typeof GoodsLevel]

/** The system image that a phone starts from. */
export const ImageType = { base: 1, google: 2, custom: 3 } as const
export type ImageType = (typeof ImageType)[keyof typeof ImageType]

/** How much of a configuration a zone still holds. */
export const InventoryStatus = { adequate: 1, normal: 2, nervous: 3, insufficient: 4 } as const
export type InventoryStatus = (typeof InventoryStatus)[keyof typeof InventoryStatus]
