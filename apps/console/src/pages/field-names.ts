import { CouponType, couponTypeLabels } from '@yunji/contract/commerce/coupon/enums'
import { operatorRoleLabels } from '@yunji/contract/operator/labels'
import { probeProblemTexts } from '@yunji/contract/operator/phones'
import type { OperatorRole } from '@yunji/contract/wire/operator-roles'
import { money } from '../ui/money.ts'
import { time } from './labels.tsx'

/** Words for the fields that the audit log keeps. */
const words: Readonly<Record<string, string>> = {
  name: '名称',
  title: '标题',
  note: '备注',
  label: '名称',
  state: '状态',
  status: '状态',
  role: '角色',
  reason: '原因',
  text: '文字',
  content: '内容',
  summary: '摘要',
  body: '回答',
  category: '分类',
  keywords: '关键词',
  position: '顺序',
  isPublished: '已发布',
  isListed: '上架',
  isEnabled: '启用',
  isDisabled: '停用',
  isOn: '开放',
  isOpen: '开放销售',
  isFrozen: '冻结',
  frozenAt: '冻结时间',
  frozenReason: '冻结原因',
  code: '代码',
  gatewayUrl: '网关地址',
  zoneId: '机房编号',
  configId: '配置编号',
  goodId: '型号编号',
  productId: '商品编号',
  products: '商品',
  items: '商品',
  templateIds: '优惠券模板',
  templateId: '优惠券模板',
  userId: '用户编号',
  orderId: '订单号',
  deviceId: '设备编号',
  deviceIds: '设备编号',
  capacity: '总台数',
  reserved: '订单占用',
  rented: '租用',
  priceCents: '售价',
  oldPriceCents: '划线价',
  firstPriceCents: '首购价',
  goodPrice: '协议价',
  maximumPhones: '每单最多（台）',
  amountCents: '金额',
  bonusCents: '赠送',
  startsAt: '开始',
  endsAt: '结束',
  expiresAt: '到期',
  createdAt: '建立',
  updatedAt: '更新',
  closedAt: '关闭',
  publishedAt: '发布时间',
  publishAt: '发布时间',
  markdown: '说明',
  tagline: '一句话说明',
  tags: '标签',
  highlights: '卖点',
  goodsLevel: '档次',
  cpuCores: 'CPU（核）',
  memoryGb: '内存（GB）',
  storageGb: '存储（GB）',
  version: '系统版本',
  imageTypes: '镜像',
  supplierType: '供应商',
  isVideoEdition: '视频定制版',
  isMetered: '按时计费',
  goodTime: '时长（小时）',
  quantity: '数量',
  stock: '数量',
  perUserLimit: '每人限购',
  totalCount: '总量',
  leftCount: '剩余',
  isForNewcomers: '新注册用户自动获得',
  validDays: '有效天数',
  parValue: '面值',
  conditionsUse: '满多少可用',
  couponType: '种类',
  kind: '种类',
  fault: '责任',
  cause: '原因',
  correction: '更正说明',
  list: '列表',
  query: '条件',
  columns: '列',
  filters: '筛选',
  minutesAtOnce: '单次超过（分钟）',
  minutesPerDay: '一天累计（分钟）',
  factor: '补偿倍数',
  maxHoursPerDay: '每天最多（小时）',
  maxPhoneHoursPerMonth: '30 天内最多（小时）',
  maximumPercent: '试用最多占（%）',
  keepFreePercent: '为购买保留（%）',
  companyName: '公司名称',
  icpNumber: '备案号',
  contactPhone: '联系电话',
  contactEmail: '联系邮箱',
  address: '地址',
  url: '在线客服的地址',
  phone: '电话',
  wechat: '微信号',
  hours: '服务时间',
  weekdays: '服务日',
  from: '从',
  to: '到',
  holidays: '休息日',
  answerMinutes: '回复时限（分钟）',
  assignee: '处理人',
  operatorName: '人员',
  displayName: '署名',
  segment: '发给',
  people: '用户',
  link: '页面',
  linkText: '按钮文字',
  steps: '步骤',
  image: '图片',
  target: '指向',
  game: '试玩',
  download: '下载',
  isIssued: '已开票',
  provider: '渠道',
  day: '日期',
  before: '之前',
  after: '之后',
  ended: '结束的登录',
  isDraining: '停止出租',
  isOk: '成功',
  minutes: '分钟',
  hasSecondFactor: '动态口令',
  mustChangePassword: '须改密码',
  proposalId: '退款申请',
  proposerId: '申请人编号',
  proposerName: '申请人',
  proposedAt: '申请时间',
  deciderId: '审批人编号',
  deciderName: '审批人',
  decidedAt: '审批时间',
  number: '单号',
  about: '通知内容',
  transactionId: '支付平台单号',
  outcome: '结果',
  times: '次数',
  firstAt: '最早',
  lastAt: '最近',
  closedBy: '处理人',
  outTradeNo: '支付单号',
  outRefundNo: '退款单号',
  numberedAt: '退款单号产生',
  source: '来源',
  invoiceNumber: '发票号码',
  creditNumber: '红字发票号码',
  pdfBytes: '发票 PDF（字节）',
  creditPdfBytes: '红字发票 PDF（字节）',
  sizeBytes: '大小（字节）',
  host: '主机',
  resolvedHost: '解析的地址',
  port: '端口',
  stockState: '库存状态',
  isCounted: '计入库存',
  phoneId: '云手机',
  isErasing: '正在清除',
  unerasedSince: '清除不了自',
  probe: '探测',
  checkedAt: '探测时间',
  misses: '连续未响应',
  unreachableSince: '连接不上自',
  attachedAt: '接入时间',
  detachedAt: '移除时间',
  problem: '问题',
  asked: '请求的设备',
  begun: '已开始的设备',
  stopped: '已关机的设备',
  exportId: '导出编号',
  ground: '依据',
  isForfeitAgreed: '同意放弃余额',
  erasesAt: '清除时间',
  codes: '激活码数',
  withdrawn: '收回',
  deadJobId: '任务编号',
  retried: '重新执行',
  issued: '发放',
  skipped: '未发放',
  userIds: '用户编号',
  plannedCount: '计划发放',
  leftOutCount: '不发放',
  hasExchangeCode: '有兑换码',
  effectiveAt: '生效时间',
  recoveryCodesLeft: '剩余恢复码',
  what: '内容',
  trialDeviceId: '试用设备',
  provedAt: '验证时间',
  isProved: '已验证',
  startedAt: '开始',
  endedAt: '结束',
  payload: '内容',
  rows: '行',
  lockedByOrderId: '占用的订单',
  interruptionId: '中断编号',
  processKey: '流程代码',
  personalCheckStatus: '个人认证',
  companyCheckStatus: '企业认证',
  userType: '用户类型',
  isInUse: '使用中',
  deviceName: '设备名称',
  total: '总数',
  limit: '上限',
  perUser: '每人限领',
  leftOutReason: '不发放的原因',
  id: '编号',
  userName: '用户',
  maskedPhone: '手机号',
  resumed: '继续',
  failure: '原因',
  closedCount: '关闭',
}

const ITEM = /^\d+$/

/** Path of a field in words, such as `试玩 › 名称` for `game.name`; parts without a word stay. */
export const fieldName = (path: string): string =>
  path
    .split('.')
    .map((part) => (ITEM.test(part) ? `第 ${Number(part) + 1} 项` : (words[part] ?? part)))
    .join(' › ')

const values: Readonly<Record<string, string>> = { true: '是', false: '否', null: '无' }
const problems: Readonly<Record<string, string>> = {
  ...probeProblemTexts,
  numberSearchesUsed: '按号码查找的次数已用完',
}
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/
const MILLIS = /^1\d{12}$/
const INTEGER = /^-?\d{1,15}$/

/** Amounts in cents whose names on the wire do not say so. */
const cents: ReadonlySet<string> = new Set(['conditionsUse', 'goodPrice'])
const MOST_PERCENT = 100

/** Money, or the percentage to pay of a discount coupon; both where the kind of the coupon is unknown and allows them. */
const parValueText = (value: number, couponType: string | null): string => {
  const percent = `${value}%`
  if (couponType === String(CouponType.discountCoupon)) return percent
  return couponType === null && value <= MOST_PERCENT ? `${percent}（折扣券）或 ${money(value)}` : money(value)
}

/**
 * Value of a field as people read it: instants in China's time, cents as yuan. `valueOf` reads another field of the same
 * record by its path.
 */
export const fieldValue = (
  path: string,
  value: string | null,
  valueOf: (path: string) => string | null = () => null,
): string | null => {
  if (value === null) return null
  const field = path.split('.').at(-1) ?? ''
  if (INSTANT.test(value)) return time(Date.parse(value))
  if (field.endsWith('At') && MILLIS.test(value)) return time(Number(value))
  if ((field.endsWith('Cents') || cents.has(field)) && INTEGER.test(value)) return money(Number(value))
  if (field === 'parValue' && INTEGER.test(value))
    return parValueText(Number(value), valueOf(path.replace(/parValue$/, 'couponType')))
  if (field === 'couponType') return couponTypeLabels[Number(value) as CouponType] ?? value
  if (field === 'problem' && problems[value]) return problems[value]
  if (field === 'role') return operatorRoleLabels[value as OperatorRole] ?? value
  return values[value] ?? value
}
