import { checkStatusLabels, userTypeLabels } from '../accounts/user/enums.ts'
import { goodsLevelLabels } from '../commerce/commodity/enums.ts'
import { couponTypeLabels } from '../commerce/coupon/enums.ts'
import { invoiceStateLabels } from '../commerce/invoice/machine.ts'
import { titleKindLabels } from '../commerce/invoice/rules.ts'
import { businessTypeLabels, orderStatusLabels } from '../commerce/order/enums.ts'
import { payMethodLabels } from '../commerce/payment/enums.ts'
import { accountKindLabels } from '../commerce/wallet/ledger.ts'
import { entryReasonLabels } from '../commerce/wallet/schema.ts'
import { causeLabels, faultLabels } from '../devices/availability/rules.ts'
import { ticketStateLabels } from '../service/machine.ts'
import { ticketKindLabels } from '../service/rules.ts'
import { getAuditLog } from './audit-calls.ts'
import { getAllInterruptions } from './availability-calls.ts'
import { getBillDifferences, getBills } from './bill-calls.ts'
import { getFailedRefunds } from './calls.ts'
import { getCodeBatches } from './code-batch-calls.ts'
import { getBigUserLists } from './commerce-calls.ts'
import { getCouponTemplates } from './coupon-calls.ts'
import { searchDevices } from './device-calls.ts'
import { getPriceHistory, searchProducts } from './goods-calls.ts'
import { getInvoices } from './invoice-calls.ts'
import * as labels from './labels.ts'
import { getLedgerEntries } from './ledger-calls.ts'
import type { ListExport } from './list-export.ts'
import { operationExportLists } from './operation-export-lists.ts'
import { searchOrders } from './order-calls.ts'
import { getPaymentNotices } from './payment-calls.ts'
import { getPhones } from './phone-calls.ts'
import { getRefundProposals } from './refund-calls.ts'
import { getTickets } from './service-calls.ts'
import { searchUsers } from './user-calls.ts'

const product = {
  productId: '商品编号',
  goodsName: '型号',
  cpuCores: 'CPU 核数',
  memoryGb: '内存（GB）',
  storageGb: '存储（GB）',
  version: '系统版本',
  isVideoEdition: '视频版',
  goodTime: '时长（小时）',
} as const

/** Lists that can be exported as CSV. */
export const exportLists = {
  users: {
    title: '用户',
    call: searchUsers,
    columns: {
      userId: '用户编号',
      name: '昵称',
      maskedPhone: '手机号',
      userType: ['类型', userTypeLabels],
      state: ['状态', labels.userStateLabels],
      personalCheckStatus: ['个人认证', checkStatusLabels],
      companyCheckStatus: ['企业认证', checkStatusLabels],
      deviceCount: '设备数',
      createdAt: '注册时间',
    },
  },
  orders: {
    title: '订单',
    call: searchOrders,
    columns: {
      orderId: '订单号',
      userId: '用户编号',
      maskedPhone: '手机号',
      title: '商品',
      kind: ['种类', labels.orderKindLabels],
      orderStatus: ['状态', orderStatusLabels],
      totalCents: '总价（元）',
      payableCents: '应付（元）',
      payMethod: ['支付方式', payMethodLabels],
      createdAt: '下单时间',
      paidAt: '支付时间',
      endedAt: '结束时间',
    },
  },
  devices: {
    title: '设备',
    call: searchDevices,
    columns: {
      deviceId: '设备编号',
      name: '名称',
      ownerId: '用户编号',
      maskedPhone: '手机号',
      zoneName: '机房',
      state: ['状态', labels.deviceStateLabels],
      supplierType: ['供应商', labels.supplierLabels],
      goodsLevel: ['档次', goodsLevelLabels],
      version: '系统版本',
      isMetered: '按时计费',
      isTrial: '试用',
      expiresAt: '到期时间',
      createdAt: '创建时间',
    },
  },
  phones: {
    title: '云手机',
    call: getPhones,
    columns: {
      attachedPhoneId: '编号',
      address: '地址',
      state: ['状态', labels.phoneStateLabels],
      zoneName: '机房',
      configName: '作为',
      'probe.androidVersion': 'Android 版本',
      'probe.model': '机型',
      deviceId: '设备编号',
      'renter.userId': '租用者编号',
      note: '备注',
      unreachableSince: '断开时间',
      attachedAt: '接入时间',
    },
  },
  interruptions: {
    title: '中断',
    call: getAllInterruptions,
    columns: {
      interruptionId: '编号',
      deviceId: '设备编号',
      ownerId: '用户编号',
      zoneId: '机房编号',
      cause: ['原因', causeLabels],
      fault: ['责任', faultLabels],
      startedAt: '开始时间',
      endedAt: '结束时间',
      creditedSeconds: '已补偿（秒）',
      correction: '更正说明',
    },
  },
  products: {
    title: '商品价格',
    call: searchProducts,
    columns: {
      ...product,
      goodsLevel: ['档次', goodsLevelLabels],
      isMetered: '按时计费',
      isOnSale: '在售',
      priceCents: '售价（元）',
      oldPriceCents: '划线价（元）',
      firstPriceCents: '首购价（元）',
    },
  },
  priceHistory: {
    title: '价格变动',
    call: getPriceHistory,
    columns: {
      validFrom: '生效时间',
      productId: '商品编号',
      goodsName: '型号',
      goodTime: '时长（小时）',
      isMetered: '按时计费',
      'before.priceCents': '原售价（元）',
      'before.firstPriceCents': '原首购价（元）',
      'after.priceCents': '新售价（元）',
      'after.firstPriceCents': '新首购价（元）',
      operatorName: '人员',
    },
  },
  coupons: {
    title: '优惠券模板',
    call: getCouponTemplates,
    columns: {
      templateId: '模板编号',
      name: '名称',
      couponType: ['种类', couponTypeLabels],
      businessType: ['适用业务', businessTypeLabels],
      ruleTexts: '使用规则',
      isEnabled: '发放中',
      issued: '已发',
      usable: '可用',
      used: '已用',
      expired: '过期',
      withdrawn: '失效',
      leftCount: '剩余',
      createdAt: '建立时间',
    },
  },
  codeBatches: {
    title: '激活码批次',
    call: getCodeBatches,
    columns: {
      batchId: '批次编号',
      name: '名称',
      note: '备注',
      state: ['状态', labels.codeBatchStateLabels],
      ...product,
      quantity: '数量',
      used: '已使用',
      unused: '未使用',
      withdrawn: '已收回',
      operatorName: '人员',
      createdAt: '建立时间',
      expiresAt: '失效时间',
    },
  },
  bigUserLists: {
    title: '大客户清单',
    call: getBigUserLists,
    columns: {
      listId: '清单编号',
      title: '标题',
      userId: '用户编号',
      state: ['状态', labels.bigUserListLabels],
      maximumPhones: '每单最多（台）',
      createdAt: '建立时间',
      expiresAt: '失效时间',
      closedAt: '收回时间',
    },
  },
  notices: {
    title: '支付通知',
    call: getPaymentNotices,
    columns: {
      noticeId: '通知编号',
      provider: ['渠道', labels.providerLabels],
      about: ['内容', labels.noticeSubjectLabels],
      number: '商户单号',
      transactionId: '交易号',
      amountCents: '金额（元）',
      outcome: ['结果', labels.noticeOutcomeLabels],
      reason: ['原因', labels.noticeReasonLabels],
      times: '次数',
      firstAt: '首次时间',
      lastAt: '最近时间',
      orderId: '订单号',
      closedBy: '处理人',
    },
  },
  refunds: {
    title: '退款',
    call: getRefundProposals,
    columns: {
      proposalId: '退款编号',
      orderId: '订单号',
      amountCents: '金额（元）',
      reason: ['原因', labels.refundReasonLabels],
      state: ['状态', labels.refundProposalLabels],
      proposedBy: '发起人',
      proposedAt: '发起时间',
      decidedBy: '复核人',
      decidedAt: '复核时间',
    },
  },
  failedRefunds: {
    title: '失败的退款',
    call: getFailedRefunds,
    columns: {
      refundId: '编号',
      orderId: '订单号',
      provider: ['渠道', labels.providerLabels],
      outTradeNo: '商户订单号',
      outRefundNo: '退款单号',
      amountCents: '金额（元）',
      failure: '失败原因',
      createdAt: '产生时间',
    },
  },
  ledger: {
    title: '账目',
    call: getLedgerEntries,
    columns: {
      entryId: '编号',
      createdAt: '时间',
      reason: ['事由', entryReasonLabels],
      amountCents: '金额（元）',
      'from.kind': ['转出账户', accountKindLabels],
      'from.userId': '转出用户',
      'to.kind': ['转入账户', accountKindLabels],
      'to.userId': '转入用户',
      orderId: '订单号',
      deviceId: '设备编号',
      key: '凭证',
    },
  },
  bills: {
    title: '对账单',
    call: getBills,
    columns: {
      day: '日期',
      provider: ['渠道', labels.providerLabels],
      state: ['账单', labels.billStateLabels],
      payments: '付款笔数',
      paymentCents: '付款金额（元）',
      refunds: '退款笔数',
      refundCents: '退款金额（元）',
      feeCents: '手续费（元）',
      openDifferences: '未处理的差异',
      readAt: '核对时间',
    },
  },
  differences: {
    title: '对账差异',
    call: getBillDifferences,
    columns: {
      differenceId: '编号',
      day: '日期',
      provider: ['渠道', labels.providerLabels],
      subject: ['内容', labels.differenceSubjectLabels],
      kind: ['差异', labels.differenceKindLabels],
      number: '商户单号',
      transactionId: '交易号',
      ourCents: '我方金额（元）',
      theirCents: '账单金额（元）',
      orderId: '订单号',
      foundAt: '发现时间',
      closedAt: '处理时间',
      closedBy: '处理人',
      note: '说明',
    },
  },
  invoices: {
    title: '发票',
    call: getInvoices,
    columns: {
      invoiceId: '编号',
      userId: '用户编号',
      state: ['状态', invoiceStateLabels],
      amountCents: '金额（元）',
      titleKind: ['抬头类型', titleKindLabels],
      titleName: '抬头',
      orderCount: '订单数',
      createdAt: '申请时间',
      updatedAt: '更新时间',
    },
  },
  tickets: {
    title: '工单',
    call: getTickets,
    columns: {
      ticketId: '编号',
      title: '问题',
      kind: ['类型', ticketKindLabels],
      state: ['状态', ticketStateLabels],
      assignee: '处理人',
      userId: '用户编号',
      dueAt: '应回复',
      isOverdue: '超时',
      rating: '评分',
      createdAt: '提交时间',
      updatedAt: '更新时间',
    },
  },
  audit: {
    title: '操作记录',
    call: getAuditLog,
    columns: {
      auditId: '编号',
      at: '时间',
      operatorName: '人员',
      role: ['角色', labels.operatorRoleLabels],
      call: '接口',
      subject: '对象',
      outcome: ['结果', labels.auditOutcomeLabels],
      before: '之前',
      after: '之后',
      address: '地址',
    },
  },
  ...operationExportLists,
} as const satisfies Readonly<Record<string, ListExport>>

export type ExportList = keyof typeof exportLists

export const exportListNames = Object.keys(exportLists) as [ExportList, ...ExportList[]]

export const listExportOf = (list: ExportList): ListExport => exportLists[list]
