import type { OperatorRight } from '@yunji/contract/wire/operator-roles'
import type { ComponentType } from 'react'
import type { IconName } from '../ui/icons.ts'

export interface ConsolePage {
  readonly path: string
  readonly title: string
  /** Null: every operator. */
  readonly right: OperatorRight | null
  /** Further words that the command bar finds it by. */
  readonly words?: string
  readonly load: () => Promise<{ default: ComponentType }>
}

export interface Area {
  readonly title: string
  readonly icon: IconName
  readonly pages: readonly ConsolePage[]
}

/** Areas of the side bar with their pages, in its order. A page that does not exist yet is not listed. */
export const areas: readonly Area[] = [
  {
    title: '概览',
    icon: 'chart',
    pages: [
      {
        path: '/overview',
        title: '概览',
        right: 'overview.read',
        words: '首页 收入 overview',
        load: () => import('../pages/overview.tsx'),
      },
    ],
  },
  {
    title: '设备',
    icon: 'phone',
    pages: [
      {
        path: '/devices',
        title: '设备',
        right: 'devices.read',
        words: '云手机 重启 关机 devices',
        load: () => import('../pages/devices.tsx'),
      },
      {
        path: '/interruptions',
        title: '中断记录',
        right: 'devices.read',
        words: '补偿 责任 sla',
        load: () => import('../pages/interruptions.tsx'),
      },
      {
        path: '/quarantine',
        title: '保留的云手机',
        right: 'devices.read',
        words: '更换 隔离 quarantine',
        load: () => import('../pages/quarantine.tsx'),
      },
    ],
  },
  {
    title: '用户',
    icon: 'users',
    pages: [
      {
        path: '/users',
        title: '用户',
        right: 'users.read',
        words: '冻结 手机号 users',
        load: () => import('../pages/users.tsx'),
      },
      {
        path: '/trials',
        title: '退回的试用',
        right: 'users.read',
        words: '试用 trial',
        load: () => import('../pages/trials.tsx'),
      },
    ],
  },
  {
    title: '客服与审核',
    icon: 'headset',
    pages: [
      {
        path: '/tickets',
        title: '工单',
        right: 'tickets.read',
        words: '客服 回复 tickets',
        load: () => import('../pages/tickets.tsx'),
      },
      {
        path: '/canned-answers',
        title: '常用回复',
        right: 'tickets.read',
        words: '模板 快捷 canned',
        load: () => import('../pages/canned-answers.tsx'),
      },
      {
        path: '/verifications',
        title: '认证审核',
        right: 'verification.decide',
        words: '实名 企业 verification',
        load: () => import('../pages/verifications.tsx'),
      },
    ],
  },
  {
    title: '订单与财务',
    icon: 'order',
    pages: [
      {
        path: '/orders',
        title: '订单',
        right: 'orders.read',
        words: '支付 退款 orders',
        load: () => import('../pages/orders.tsx'),
      },
      {
        path: '/failed-refunds',
        title: '退款异常',
        right: 'orders.read',
        words: '退款 refund',
        load: () => import('../pages/failed-refunds.tsx'),
      },
      {
        path: '/payments',
        title: '支付通知',
        right: 'orders.read',
        words: '支付异常 入账 重放 payments notices',
        load: () => import('../pages/payments.tsx'),
      },
      {
        path: '/bills',
        title: '对账',
        right: 'ledger.read',
        words: '账单 差异 支付宝 微信 bills reconciliation',
        load: () => import('../pages/bills.tsx'),
      },
      {
        path: '/refunds',
        title: '退款复核',
        right: 'orders.read',
        words: '四眼 退款 proposals',
        load: () => import('../pages/refunds.tsx'),
      },
      {
        path: '/ledger',
        title: '账目',
        right: 'ledger.read',
        words: '流水 总账 ledger',
        load: () => import('../pages/ledger.tsx'),
      },
      {
        path: '/ledger-checks',
        title: '账目核对',
        right: 'ledger.read',
        words: '对账 余额 核对 invariants',
        load: () => import('../pages/ledger-checks.tsx'),
      },
      {
        path: '/invoices',
        title: '发票',
        right: 'invoices.read',
        words: '开票 冲红 invoices',
        load: () => import('../pages/invoices.tsx'),
      },
    ],
  },
  {
    title: '商品与价格',
    icon: 'pack',
    pages: [
      {
        path: '/goods',
        title: '商品',
        right: 'goods.read',
        words: '型号 配置 时长 上架 下架 goods',
        load: () => import('../pages/goods.tsx'),
      },
      {
        path: '/prices',
        title: '价格',
        right: 'goods.read',
        words: '改价 售价 首购价 划线价 prices',
        load: () => import('../pages/prices.tsx'),
      },
      {
        path: '/reprice',
        title: '批量调价',
        right: 'goods.write',
        words: '涨价 降价 试算 reprice',
        load: () => import('../pages/reprice.tsx'),
      },
      {
        path: '/price-history',
        title: '价格变动',
        right: 'goods.read',
        words: '历史 改价 history',
        load: () => import('../pages/price-history.tsx'),
      },
    ],
  },
  {
    title: '营销与优惠券',
    icon: 'ticket',
    pages: [
      {
        path: '/coupons',
        title: '优惠券',
        right: 'marketing.read',
        words: '模板 发放 停用 coupons',
        load: () => import('../pages/coupons.tsx'),
      },
      {
        path: '/code-batches',
        title: '激活码批次',
        right: 'marketing.read',
        words: '激活码 赠送 渠道 合作 兑换 activation codes',
        load: () => import('../pages/code-batches.tsx'),
      },
      {
        path: '/activities',
        title: '活动',
        right: 'marketing.read',
        words: '折扣 秒杀 activities',
        load: () => import('../pages/activities.tsx'),
      },
      {
        path: '/big-users',
        title: '大客户',
        right: 'marketing.read',
        words: '协议价 清单 链接',
        load: () => import('../pages/big-users.tsx'),
      },
    ],
  },
  {
    title: '内容与协议',
    icon: 'file',
    pages: [
      {
        path: '/articles',
        title: '常见问题',
        right: 'content.read',
        words: '帮助 faq articles',
        load: () => import('../pages/articles.tsx'),
      },
      {
        path: '/agreements',
        title: '协议',
        right: 'content.read',
        words: '隐私 用户协议 agreements',
        load: () => import('../pages/agreements.tsx'),
      },
    ],
  },
  {
    title: '消息推送',
    icon: 'megaphone',
    pages: [
      {
        path: '/notices',
        title: '公告',
        right: 'messages.read',
        words: '通知 群发 notice',
        load: () => import('../pages/notices.tsx'),
      },
      {
        path: '/message-wordings',
        title: '消息文字',
        right: 'messages.read',
        words: '系统消息 模板 短信 文案 templates wording',
        load: () => import('../pages/message-wordings.tsx'),
      },
    ],
  },
  {
    title: '机房与供应商',
    icon: 'server',
    pages: [
      {
        path: '/zones',
        title: '机房状况',
        right: 'devices.read',
        words: '健康 故障 zones',
        load: () => import('../pages/zones.tsx'),
      },
      {
        path: '/stock',
        title: '机房与库存',
        right: 'stock.read',
        words: '新建机房 库存 停止销售 stock',
        load: () => import('../pages/stock.tsx'),
      },
      {
        path: '/phones',
        title: '自营云手机',
        right: 'devices.read',
        words: '接入 探测 入库 真机 adb phones',
        load: () => import('../pages/phones.tsx'),
      },
      {
        path: '/maintenance',
        title: '计划维护',
        right: 'devices.read',
        words: '维护 maintenance',
        load: () => import('../pages/maintenance.tsx'),
      },
    ],
  },
  {
    title: '风控与日志',
    icon: 'shield',
    pages: [
      {
        path: '/audit',
        title: '操作记录',
        right: 'audit.read',
        words: '审计 日志 audit',
        load: () => import('../pages/audit.tsx'),
      },
      {
        path: '/client-errors',
        title: '客户端错误',
        right: 'overview.read',
        words: '崩溃 errors',
        load: () => import('../pages/client-errors.tsx'),
      },
    ],
  },
  {
    title: '设置',
    icon: 'gear',
    pages: [
      {
        path: '/operators',
        title: '运营人员',
        right: 'operators.write',
        words: '账号 角色 权限 operators',
        load: () => import('../pages/operators.tsx'),
      },
      {
        path: '/settings',
        title: '服务设置',
        right: 'settings.read',
        words: '客服 补偿 试用 关于 settings',
        load: () => import('../pages/settings.tsx'),
      },
      {
        path: '/state-names',
        title: '设备状态名称',
        right: 'settings.read',
        words: '状态 文案 states',
        load: () => import('../pages/state-names.tsx'),
      },
      {
        path: '/setup',
        title: '上线检查',
        right: 'settings.read',
        words: '测试 短信 支付 存储 setup checklist',
        load: () => import('../pages/setup.tsx'),
      },
      {
        path: '/guide',
        title: '新人引导',
        right: 'settings.read',
        words: '引导 guide',
        load: () => import('../pages/guide.tsx'),
      },
      {
        path: '/landing',
        title: '试玩落地页',
        right: 'settings.read',
        words: '下载 游戏 landing',
        load: () => import('../pages/landing.tsx'),
      },
    ],
  },
  {
    title: '我的账号',
    icon: 'user',
    pages: [
      {
        path: '/account',
        title: '登录与密码',
        right: null,
        words: '会话 修改密码 sessions password',
        load: () => import('../pages/account.tsx'),
      },
    ],
  },
]

export const isAllowed = (page: ConsolePage, rights: readonly OperatorRight[]): boolean =>
  page.right === null || rights.includes(page.right)

/** Areas with the pages that the rights open; areas without any are left out. */
export const areasFor = (rights: readonly OperatorRight[]): Area[] =>
  areas
    .map((area) => ({ ...area, pages: area.pages.filter((page) => isAllowed(page, rights)) }))
    .filter(({ pages }) => pages.length > 0)
