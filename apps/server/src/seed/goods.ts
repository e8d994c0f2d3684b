import { GoodsLevel } from '@yunji/contract/commerce/commodity/enums'

/** Hardware and price of a phone. */
export interface Specification {
  readonly cpuCores: number
  readonly memoryGb: number
  readonly storageGb: number
  /** Price of a month; other durations are a part or a multiple of it. */
  readonly monthCents: number
  readonly isVideoEdition?: true
}

export interface DemoGoods {
  readonly goodsLevel: GoodsLevel
  readonly name: string
  readonly tagline: string
  readonly tags: readonly string[]
  readonly highlights: readonly { readonly title: string; readonly note: string }[]
  readonly specifications: readonly Specification[]
}

/** All five levels; each is sold on both Android lines. */
export const demoGoods: readonly DemoGoods[] = [
  {
    goodsLevel: GoodsLevel.enjoy,
    name: '畅享云手机',
    tagline: '轻量挂机，省心省钱',
    tags: ['全天在线', '720P'],
    highlights: [
      { title: '全天在线', note: '关掉网页，任务照样运行' },
      { title: '随开随用', note: '手机和电脑的浏览器都能打开' },
    ],
    specifications: [
      { cpuCores: 4, memoryGb: 3, storageGb: 32, monthCents: 1800 },
      { cpuCores: 4, memoryGb: 4, storageGb: 64, monthCents: 2400 },
      { cpuCores: 6, memoryGb: 4, storageGb: 64, monthCents: 2800 },
    ],
  },
  {
    goodsLevel: GoodsLevel.exclusive,
    name: '专享云手机',
    tagline: '稳定多开，长期在线',
    tags: ['独立系统', '720P'],
    highlights: [
      { title: '独立系统', note: '每台一个系统，互不影响' },
      { title: '批量管理', note: '多台一起重启、清理和续费' },
    ],
    specifications: [
      { cpuCores: 6, memoryGb: 4, storageGb: 64, monthCents: 3200 },
      { cpuCores: 8, memoryGb: 6, storageGb: 64, monthCents: 3800 },
      { cpuCores: 8, memoryGb: 6, storageGb: 128, monthCents: 4200 },
    ],
  },
  {
    goodsLevel: GoodsLevel.flagship,
    name: '旗舰云手机',
    tagline: '高帧大作，流畅运行',
    tags: ['60 帧', '1080P'],
    highlights: [
      { title: '高帧画面', note: '最高 60 帧，操作跟手' },
      { title: '大内存', note: '大型游戏与日常应用同时运行' },
    ],
    specifications: [
      { cpuCores: 8, memoryGb: 6, storageGb: 128, monthCents: 4800 },
      { cpuCores: 8, memoryGb: 8, storageGb: 128, monthCents: 5800 },
      { cpuCores: 8, memoryGb: 8, storageGb: 256, monthCents: 7200, isVideoEdition: true },
    ],
  },
  {
    goodsLevel: GoodsLevel.supreme,
    name: '至尊云手机',
    tagline: '独享整机，性能拉满',
    tags: ['60 帧', '1080P', '独享整机'],
    highlights: [
      { title: '独享整机', note: '处理器与内存不与他人共用' },
      { title: '超大存储', note: '安装包和资料一次装齐' },
    ],
    specifications: [
      { cpuCores: 8, memoryGb: 12, storageGb: 256, monthCents: 9600 },
      { cpuCores: 8, memoryGb: 16, storageGb: 256, monthCents: 11800 },
      { cpuCores: 8, memoryGb: 16, storageGb: 512, monthCents: 13800, isVideoEdition: true },
    ],
  },
  {
    goodsLevel: GoodsLevel.gameCustom,
    name: '游戏定制版云手机',
    tagline: '为单款游戏深度适配',
    tags: ['60 帧', '定制镜像'],
    highlights: [
      { title: '定制镜像', note: '预装运行环境，开机就能玩' },
      { title: '长时间稳定', note: '针对长时间运行优化' },
    ],
    specifications: [
      { cpuCores: 8, memoryGb: 8, storageGb: 128, monthCents: 5600 },
      { cpuCores: 8, memoryGb: 12, storageGb: 256, monthCents: 8400 },
    ],
  },
]
