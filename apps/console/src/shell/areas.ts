import type { OperatorRight } from '@yunji/contract/wire/operator-roles'
import type { ComponentType } from 'react'
import type { IconName } from '../ui/icons.ts'

/** `right` null: every operator. The command bar also finds a page by its `words`. */
const page = (
  path: string,
  title: string,
  right: OperatorRight | null,
  words: string,
  load: () => Promise<{ default: ComponentType }>,
) => ({ path, title, right, words, load })

export type ConsolePage = Readonly<ReturnType<typeof page>>

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
    pages: [page('/overview', '概览', 'overview.read', '首页 收入 overview', () => import('../pages/overview.tsx'))],
  },
  {
    title: '设备',
    icon: 'phone',
    pages: [
      page('/devices', '设备', 'devices.read', '云手机 重启 关机 devices', () => import('../pages/devices.tsx')),
      page('/interruptions', '中断记录', 'devices.read', '补偿 责任 sla', () => import('../pages/interruptions.tsx')),
      page(
        '/quarantine',
        '保留的云手机',
        'devices.read',
        '更换 隔离 quarantine',
        () => import('../pages/quarantine.tsx'),
      ),
    ],
  },
  {
    title: '用户',
    icon: 'users',
    pages: [
      page('/users', '用户', 'users.read', '冻结 手机号 users', () => import('../pages/users.tsx')),
      page('/trials', '退回的试用', 'users.read', '试用 trial', () => import('../pages/trials.tsx')),
    ],
  },
  {
    title: '客服与审核',
    icon: 'headset',
    pages: [
      page('/tickets', '工单', 'tickets.read', '客服 回复 tickets', () => import('../pages/tickets.tsx')),
      page(
        '/canned-answers',
        '常用回复',
        'tickets.read',
        '模板 快捷 canned',
        () => import('../pages/canned-answers.tsx'),
      ),
      page(
        '/verifications',
        '认证审核',
        'verification.decide',
        '实名 企业 verification',
        () => import('../pages/verifications.tsx'),
      ),
    ],
  },
  {
    title: '订单与财务',
    icon: 'order',
    pages: [
      page('/orders', '订单', 'orders.read', '支付 退款 orders', () => import('../pages/orders.tsx')),
      page('/failed-refunds', '退款异常', 'orders.read', '退款 refund', () => import('../pages/failed-refunds.tsx')),
      page(
        '/payments',
        '支付通知',
        'orders.read',
        '支付异常 入账 重放 payments notices',
        () => import('../pages/payments.tsx'),
      ),
      page(
        '/bills',
        '对账',
        'ledger.read',
        '账单 差异 支付宝 微信 bills reconciliation',
        () => import('../pages/bills.tsx'),
      ),
      page('/refunds', '退款复核', 'orders.read', '四眼 退款 proposals', () => import('../pages/refunds.tsx')),
      page('/ledger', '账目', 'ledger.read', '流水 总账 ledger', () => import('../pages/ledger.tsx')),
      page(
        '/ledger-checks',
        '账目核对',
        'ledger.read',
        '对账 余额 核对 invariants',
        () => import('../pages/ledger-checks.tsx'),
      ),
      page('/invoices', '发票', 'invoices.read', '开票 冲红 invoices', () => import('../pages/invoices.tsx')),
    ],
  },
  {
    title: '商品与价格',
    icon: 'pack',
    pages: [
      page('/goods', '商品', 'goods.read', '型号 配置 时长 上架 下架 goods', () => import('../pages/goods.tsx')),
      page('/prices', '价格', 'goods.read', '改价 售价 首购价 划线价 prices', () => import('../pages/prices.tsx')),
      page('/reprice', '批量调价', 'goods.write', '涨价 降价 试算 reprice', () => import('../pages/reprice.tsx')),
      page('/price-history', '价格变动', 'goods.read', '历史 改价 history', () => import('../pages/price-history.tsx')),
    ],
  },
  {
    title: '营销与优惠券',
    icon: 'ticket',
    pages: [
      page('/coupons', '优惠券', 'marketing.read', '模板 发放 停用 coupons', () => import('../pages/coupons.tsx')),
      page(
        '/code-batches',
        '激活码批次',
        'marketing.read',
        '激活码 赠送 渠道 合作 兑换 activation codes',
        () => import('../pages/code-batches.tsx'),
      ),
      page('/activities', '活动', 'marketing.read', '折扣 秒杀 activities', () => import('../pages/activities.tsx')),
      page('/big-users', '大客户', 'marketing.read', '协议价 清单 链接', () => import('../pages/big-users.tsx')),
    ],
  },
  {
    title: '内容与协议',
    icon: 'file',
    pages: [
      page('/articles', '常见问题', 'content.read', '帮助 faq articles', () => import('../pages/articles.tsx')),
      page('/agreements', '协议', 'content.read', '隐私 用户协议 agreements', () => import('../pages/agreements.tsx')),
    ],
  },
  {
    title: '消息推送',
    icon: 'megaphone',
    pages: [
      page('/notices', '公告', 'messages.read', '通知 群发 notice', () => import('../pages/notices.tsx')),
      page(
        '/message-wordings',
        '消息文字',
        'messages.read',
        '系统消息 模板 短信 文案 templates wording',
        () => import('../pages/message-wordings.tsx'),
      ),
    ],
  },
  {
    title: '机房与供应商',
    icon: 'server',
    pages: [
      page('/zones', '机房状况', 'devices.read', '健康 故障 zones', () => import('../pages/zones.tsx')),
      page('/stock', '机房与库存', 'stock.read', '新建机房 库存 停止销售 stock', () => import('../pages/stock.tsx')),
      page(
        '/phones',
        '自营云手机',
        'devices.read',
        '接入 探测 入库 真机 adb phones',
        () => import('../pages/phones.tsx'),
      ),
      page('/maintenance', '计划维护', 'devices.read', '维护 maintenance', () => import('../pages/maintenance.tsx')),
    ],
  },
  {
    title: '风控与日志',
    icon: 'shield',
    pages: [
      page('/audit', '操作记录', 'audit.read', '审计 日志 audit', () => import('../pages/audit.tsx')),
      page('/client-errors', '客户端错误', 'overview.read', '崩溃 errors', () => import('../pages/client-errors.tsx')),
      page('/dead-jobs', '后台任务', 'settings.read', '放弃 重新执行 jobs', () => import('../pages/dead-jobs.tsx')),
    ],
  },
  {
    title: '设置',
    icon: 'gear',
    pages: [
      page(
        '/operators',
        '运营人员',
        'operators.write',
        '账号 角色 权限 operators',
        () => import('../pages/operators.tsx'),
      ),
      page(
        '/settings',
        '服务设置',
        'settings.read',
        '客服 补偿 试用 关于 settings',
        () => import('../pages/settings.tsx'),
      ),
      page(
        '/state-names',
        '设备状态名称',
        'settings.read',
        '状态 文案 states',
        () => import('../pages/state-names.tsx'),
      ),
      page(
        '/setup',
        '上线检查',
        'settings.read',
        '测试 短信 支付 存储 setup checklist',
        () => import('../pages/setup.tsx'),
      ),
      page('/guide', '新人引导', 'settings.read', '引导 guide', () => import('../pages/guide.tsx')),
      page('/landing', '试玩落地页', 'settings.read', '下载 游戏 landing', () => import('../pages/landing.tsx')),
    ],
  },
  {
    title: '我的账号',
    icon: 'user',
    pages: [
      page('/account', '登录与密码', null, '会话 修改密码 sessions password', () => import('../pages/account.tsx')),
    ],
  },
]

export const isAllowed = ({ right }: ConsolePage, rights: readonly OperatorRight[]): boolean =>
  right === null || rights.includes(right)

/** Areas with the pages that the rights open; areas without any are left out. */
export const areasFor = (rights: readonly OperatorRight[]): Area[] =>
  areas
    .map((area) => ({ ...area, pages: area.pages.filter((one) => isAllowed(one, rights)) }))
    .filter(({ pages }) => pages.length > 0)
