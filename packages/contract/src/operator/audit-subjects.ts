/** Words for the kinds of things that operators change; the audit log names a thing by kind and id, such as `ticket:12`. */
const subjectLabels: Readonly<Record<string, string>> = {
  activity: '活动',
  agreement: '协议',
  article: '常见问题',
  attachedPhone: '云手机',
  beanPack: '云豆套餐',
  bigUserList: '协议价清单',
  bill: '账单',
  billDifference: '账单差异',
  cannedAnswer: '常用回复',
  codeBatch: '激活码批次',
  configuration: '配置',
  contentPicture: '图片',
  couponIssue: '优惠券发放',
  couponTemplate: '优惠券模板',
  device: '设备',
  deviceState: '设备状态',
  export: '导出',
  goods: '型号',
  interruption: '中断',
  invoice: '发票',
  job: '后台任务',
  ledgerCheck: '账目核对',
  listView: '视图',
  maintenance: '维护',
  messageWording: '消息文字',
  notice: '公告',
  operator: '运营人员',
  operatorSession: '登录',
  order: '订单',
  paymentNotice: '支付通知',
  product: '商品',
  quarantine: '保留的云手机',
  refund: '退款',
  refundProposal: '退款复核',
  reprice: '批量调价',
  setting: '设置',
  setup: '上线检查',
  stock: '库存',
  supportView: '查看画面',
  ticket: '工单',
  ticketPicture: '工单图片',
  user: '用户',
  verification: '认证',
  zone: '机房',
}

/** `工单 12` for `ticket:12`; a kind without a word stays as it is. */
export const auditSubjectText = (subject: string): string => {
  const [kind = '', ...id] = subject.split(':')
  const label = subjectLabels[kind]
  return label === undefined ? subject : `${label} ${id.join(':')}`.trim()
}

/** The subject that a text means: `工单 12` or `ticket:12`. */
export const auditSubjectOf = (text: string): string => {
  const [, label = '', id = ''] = /^([^\d\s:]+)\s*(.*)$/.exec(text.trim()) ?? []
  const kind = Object.keys(subjectLabels).find((name) => subjectLabels[name] === label)
  return kind === undefined ? text.trim() : [kind, ...(id ? [id] : [])].join(':')
}
