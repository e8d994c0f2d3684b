import { type Access, access } from './call.ts'

/** Credential of a route without a login token: short-lived and for one purpose. */
type Bearer = 'metricsToken' | 'signedAddress' | 'streamTicket' | 'uploadKey' | 'providerSignature'

/** A route outside the envelope: a payment notice, an upload, a beacon, a socket, an operations page. */
export interface SideRoute {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: string
  readonly access: Access | { readonly kind: 'bearer'; readonly of: Bearer }
  readonly summary: string
}

/** Stands beside the calls, so that the API page and the security matrix see these routes too. */
export const sideRoutes = {
  healthz: { method: 'GET', path: '/healthz', access: access.open, summary: '进程存活' },
  readyz: { method: 'GET', path: '/readyz', access: access.open, summary: '可以接收请求' },
  metrics: {
    method: 'GET',
    path: '/metrics',
    access: { kind: 'bearer', of: 'metricsToken' },
    summary: '运行指标（Prometheus，需 YUNJI_METRICS_TOKEN）',
  },
  openapi: { method: 'GET', path: '/openapi.json', access: access.open, summary: '接口描述（OpenAPI 3.1）' },
  apiPage: { method: 'GET', path: '/api-docs', access: access.open, summary: '接口说明页' },
  pageLog: { method: 'POST', path: '/open/event/pageLog', access: access.open, summary: '页面日志（表单编码）' },
  live: {
    method: 'GET',
    path: '/live',
    access: access.user,
    summary: '任务进度与未读数的推送（事件流，随请求头带上登录令牌）',
  },
  avatarUpload: {
    method: 'POST',
    path: '/user/avatar',
    access: access.user,
    summary: '上传头像（图片原文，或表单中的文件；2 MB 以内）',
  },
  avatar: { method: 'GET', path: '/avatars/:name', access: access.open, summary: '头像' },
  verificationPicture: {
    method: 'POST',
    path: '/user/verificationPicture',
    access: access.user,
    summary: '上传认证图片（图片原文，或表单中的文件；4 MB 以内），并识别身份证',
  },
  operatorVerificationPicture: {
    method: 'GET',
    path: '/operator/verificationPicture',
    access: { kind: 'bearer', of: 'signedAddress' },
    summary: '待审核认证的图片（地址由审核列表给出，短期有效，只供当时的审核人员）',
  },
  ticketPictureUpload: {
    method: 'POST',
    path: '/customer/ticketPicture',
    access: access.user,
    summary: '上传工单图片（图片原文，或表单中的文件；4 MB 以内）',
  },
  operatorTicketPicture: {
    method: 'POST',
    path: '/operator/ticketPicture',
    access: access.operator('tickets.answer'),
    summary: '上传客服回复的图片（图片原文，或表单中的文件；4 MB 以内）',
  },
  ticketPicture: {
    method: 'GET',
    path: '/customer/picture',
    access: { kind: 'bearer', of: 'signedAddress' },
    summary: '工单图片（地址由工单给出，短期有效）',
  },
  contentPictureUpload: {
    method: 'POST',
    path: '/operator/contentPicture',
    // Agreements, the guide and the landing page, and activities are each saved with a right of their own.
    access: access.operator('content.write', 'settings.write', 'marketing.write'),
    summary:
      '上传活动和协议正文、新人引导和试玩落地页的图片（图片原文，或表单中的文件；2 MB 以内），得到其中使用的地址',
  },
  contentPicture: {
    method: 'GET',
    path: '/content/:name',
    access: access.open,
    summary: '活动和协议正文、新人引导和试玩落地页的图片',
  },
  invoicePdfUpload: {
    method: 'POST',
    path: '/operator/invoicePdf',
    access: access.operator('invoices.write'),
    summary: '上传发票 PDF（文件原文，5 MB 以内；invoiceId 和 kind=invoice|credit 在参数中）',
  },
  invoicePdf: {
    method: 'GET',
    path: '/invoice/pdf',
    access: { kind: 'bearer', of: 'signedAddress' },
    summary: '下载发票 PDF（地址短期有效）',
  },
  billUpload: {
    method: 'POST',
    path: '/operator/bill',
    access: access.operator('ledger.write'),
    summary: '导入支付平台的日账单（文件原文，CSV 或 ZIP，16 MB 以内；provider 和 day 在参数中）',
  },
  operatorExport: {
    method: 'GET',
    path: '/operator/exportFile',
    access: { kind: 'bearer', of: 'signedAddress' },
    summary: '下载导出的 CSV 或 ZIP（地址短期有效）',
  },
  demoSms: { method: 'GET', path: '/demo/sms', access: access.open, summary: '体验环境的短信收件箱' },
  demoAuthorize: {
    method: 'GET',
    path: '/demo/wechat/connect/oauth2/authorize',
    access: access.open,
    summary: '体验环境的微信授权页',
  },
  cover: {
    method: 'GET',
    path: '/covers/:name',
    access: { kind: 'bearer', of: 'signedAddress' },
    summary: '设备画面（地址由设备列表给出，短期有效）',
  },
  appFile: {
    method: 'POST',
    path: '/vmcloud/api/app/uploadFile',
    access: access.user,
    summary: '上传要发到云手机的文件或安装包（文件原文，或表单中的文件；2 GB 以内，文件名在 name 参数）',
  },
  spaceUpload: {
    method: 'POST',
    path: '/files',
    access: access.user,
    summary: '开始把文件传到云空间（tus 1.0：creation、termination、expiration）',
  },
  spaceUploadPart: {
    method: 'PATCH',
    path: '/files/:id',
    access: access.user,
    summary: '续传；HEAD 查询进度，DELETE 取消，不能用这些方法的客户端用 POST 加 X-HTTP-Method-Override',
  },
  spaceDownload: {
    method: 'GET',
    path: '/space/download',
    access: { kind: 'bearer', of: 'signedAddress' },
    summary: '下载云空间的文件（地址短期有效，可以分段）',
  },
  spacePreview: {
    method: 'GET',
    path: '/space/preview',
    access: { kind: 'bearer', of: 'signedAddress' },
    summary: '云空间图片的缩略图（地址短期有效）',
  },
  stream: {
    method: 'GET',
    path: '/stream',
    access: { kind: 'bearer', of: 'streamTicket' },
    summary: '云手机画面与操作（WebSocket）',
  },
  streamUpload: {
    method: 'POST',
    path: '/stream/upload',
    access: { kind: 'bearer', of: 'uploadKey' },
    summary: '向正在使用的云手机上传文件或安装应用',
  },
} as const satisfies Record<string, SideRoute>
