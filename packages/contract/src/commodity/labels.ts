import { ImageType, InventoryStatus } from './enums.ts'

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
