import type { PageRoute } from '@yunji/contract/pages'
import { order } from '../../../shared/ui/icon/account.ts'
import {
  account,
  cloud,
  code,
  disk,
  folder,
  grant,
  headset,
  type IconDrawing,
  ticket,
  transfer,
} from '../../../shared/ui/icon/icons.ts'

interface Entry {
  readonly icon: IconDrawing
  readonly title: string
  readonly route: PageRoute
}

export interface Tile extends Entry {
  readonly note: string
  readonly tone: 'brand' | 'back'
}

/** The two that a customer comes here for most. */
export const tiles: readonly Tile[] = [
  { icon: code, title: '激活码', note: '兑换云手机', route: 'user/activateDevice', tone: 'brand' },
  { icon: cloud, title: '云空间', note: '文件与备份', route: 'Space/index', tone: 'back' },
]

export const shortcuts: readonly Entry[] = [
  { icon: disk, title: '数据中心', route: 'Space/DataCenter' },
  { icon: folder, title: '分组管理', route: 'Group/index' },
  { icon: grant, title: '授权中心', route: 'Device/empower' },
  { icon: transfer, title: '转移中心', route: 'Device/transfer' },
  { icon: ticket, title: '用券记录', route: 'user/couponUse' },
  { icon: order, title: '云豆明细', route: 'user/cloudBeansList' },
  { icon: account, title: '切换账号', route: 'user/accountList' },
  { icon: headset, title: '联系客服', route: 'CustomerService/index' },
]
