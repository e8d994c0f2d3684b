import { goodsLevelLabels } from '../commerce/commodity/enums.ts'
import { agreementNames } from '../content/agreement/rules.ts'
import { getOperators } from './account-calls.ts'
import { getActivityPages } from './activity-calls.ts'
import { getAgreementVersions } from './agreement-calls.ts'
import { getMaintenances } from './availability-calls.ts'
import { getClientErrors, getNotices, getQuarantinedPhones, getZoneHealth } from './calls.ts'
import { getTrialReturns } from './content-calls.ts'
import { searchGoods } from './goods-calls.ts'
import { operatorRoleLabels, supplierLabels } from './labels.ts'
import { getLedgerChecks } from './ledger-calls.ts'
import type { ListExport } from './list-export.ts'
import { getArticles, getCannedAnswers } from './service-calls.ts'
import { getZones } from './zone-calls.ts'

/** Exports of the catalogue, of content and of operation. */
export const operationExportLists = {
  goods: {
    title: '型号',
    call: searchGoods,
    columns: {
      goodId: '型号编号',
      name: '名称',
      goodsLevel: ['档次', goodsLevelLabels],
      tagline: '一句话说明',
      tags: '标签',
      isListed: '上架',
      position: '顺序',
    },
  },
  activities: {
    title: '活动',
    call: getActivityPages,
    columns: {
      activityId: '活动编号',
      name: '名称',
      kind: ['种类', { discount: '折扣', seckill: '秒杀' }],
      state: ['状态', { upcoming: '未开始', running: '进行中', ended: '已结束' }],
      isEnabled: '启用',
      startsAt: '开始时间',
      endsAt: '结束时间',
      templateIds: '优惠券模板编号',
      markdown: '说明',
    },
  },
  stock: {
    title: '库存',
    call: getZones,
    expand: 'stock',
    columns: {
      zoneId: '机房编号',
      code: '代码',
      name: '机房',
      isOpen: '开放销售',
      configId: '配置编号',
      configName: '配置',
      capacity: '总台数',
      free: '空闲',
      reserved: '订单占用',
      rented: '租用和保留',
      quarantined: '保留',
      attached: '接入',
      leaving: '待退出',
    },
  },
  zones: {
    title: '机房状况',
    call: getZoneHealth,
    columns: {
      zoneId: '机房编号',
      zoneCode: '代码',
      zoneName: '机房',
      supplierType: ['供应商', supplierLabels],
      phones: '云手机',
      faulty: '故障',
      refusing: '拒绝 ADB',
      replacedLately: '近期更换',
      isAway: '失联',
      isBreakerOpen: '自动更换已暂停',
      seenAt: '最近响应',
    },
  },
  maintenances: {
    title: '计划维护',
    call: getMaintenances,
    columns: {
      maintenanceId: '编号',
      zoneName: '机房',
      startsAt: '开始时间',
      endsAt: '结束时间',
      reason: '说明',
    },
  },
  quarantine: {
    title: '保留的云手机',
    call: getQuarantinedPhones,
    columns: {
      quarantineId: '编号',
      phoneId: '云手机',
      deviceId: '设备编号',
      ownerId: '用户编号',
      zoneId: '机房编号',
      quarantinedAt: '更换时间',
      erasesAt: '清除时间',
    },
  },
  trialReturns: {
    title: '退回的试用',
    call: getTrialReturns,
    columns: { userId: '用户编号', operatorName: '人员', reason: '原因', returnedAt: '时间' },
  },
  ledgerChecks: {
    title: '账目核对',
    call: getLedgerChecks,
    columns: {
      checkId: '编号',
      operatorName: '发起人',
      state: ['状态', { running: '核对中', done: '已完成', failed: '失败' }],
      startedAt: '开始时间',
      endedAt: '结束时间',
      accounts: '账户',
      entries: '账目',
      orders: '订单',
      differenceCount: '差异',
    },
  },
  announcements: {
    title: '公告',
    call: getNotices,
    columns: {
      noticeId: '编号',
      title: '标题',
      content: '内容',
      link: '页面',
      state: [
        '状态',
        { scheduled: '等待发布', sending: '发布中', sent: '已发布', failed: '发布失败', cancelled: '已取消' },
      ],
      publishedAt: '发布时间',
      endedAt: '完成时间',
    },
  },
  articles: {
    title: '常见问题',
    call: getArticles,
    columns: {
      articleId: '编号',
      category: '分类',
      title: '问题',
      keywords: '关键词',
      body: '回答',
      isPublished: '已发布',
      position: '顺序',
      helpfulCount: '有帮助',
      unhelpfulCount: '没帮助',
    },
  },
  cannedAnswers: {
    title: '常用回复',
    call: getCannedAnswers,
    columns: { cannedAnswerId: '编号', title: '标题', content: '内容' },
  },
  agreements: {
    title: '协议版本',
    call: getAgreementVersions,
    columns: {
      kind: ['种类', agreementNames],
      version: '版本',
      title: '标题',
      summary: '摘要',
      state: ['状态', { draft: '草稿', published: '已发布' }],
      publishedAt: '发布时间',
      effectiveAt: '生效时间',
      agreed: '同意',
      declined: '不同意',
    },
  },
  operators: {
    title: '运营人员',
    call: getOperators,
    columns: {
      operatorId: '编号',
      name: '用户名',
      role: ['角色', operatorRoleLabels],
      isDisabled: '已停用',
      hasSecondFactor: '已绑定动态口令',
      createdAt: '建立时间',
      lastLoginAt: '最近登录',
    },
  },
  clientErrors: {
    title: '客户端错误',
    call: getClientErrors,
    columns: {
      message: '错误',
      page: '页面',
      client: '客户端',
      firstVersion: '最早版本',
      lastVersion: '最近版本',
      times: '次数',
      firstSeenAt: '首次时间',
      lastSeenAt: '最近时间',
    },
  },
} as const satisfies Readonly<Record<string, ListExport>>
