import type { Templates } from './format.ts'
import { formatTime, linkTo, say } from './format.ts'

type AccountEvents =
  | 'announcement'
  | 'personalVerified'
  | 'companyVerified'
  | 'agreementWaiting'
  | 'newLogin'
  | 'passwordChanged'
  | 'phoneChanged'
  | 'deletionRequested'

const verification = (what: string, { isPassed, reason }: { isPassed: boolean; reason: string }) => ({
  variant: isPassed ? 'passed' : undefined,
  title: isPassed ? `${what}已通过` : `${what}未通过`,
  content: isPassed
    ? `你的${what}已通过审核。`
    : { pattern: `你的${what}未通过审核：{原因}。修改后可以重新提交。`, facts: { 原因: reason } },
  summary: isPassed ? `你的${what}已通过审核` : `你的${what}未通过审核`,
  link: linkTo('user/personalData', { view: 'verification' }),
  linkText: isPassed ? '查看认证' : '重新提交',
})

const NOT_ME = ['安全提示', '如果不是你本人操作，请立即修改密码并退出其他登录。'] as const

export const accountTemplates: Templates<AccountEvents> = {
  announcement: ({ title, content, link, linkText }) => ({
    title,
    content,
    summary: title,
    link,
    linkText: link && (linkText || '查看详情'),
  }),
  personalVerified: (payload) => verification('实名认证', payload),
  companyVerified: (payload) => verification('企业认证', payload),
  agreementWaiting: ({ kind, version, agreementName, summary, effectiveAt }) => ({
    title: say`《${['协议', agreementName]}》已更新`,
    content: say`新版本于 ${['生效时间', formatTime(effectiveAt)]} 生效，请阅读并确认。改动：${['改动', summary]}`,
    summary: say`《${['协议', agreementName]}》已更新，请阅读并确认`,
    link: linkTo('webView/protocol', { kind, version }),
    linkText: '去阅读',
  }),
  newLogin: ({ where, at }) => ({
    title: '新设备登录提醒',
    content: say`你的账号于 ${['时间', formatTime(at)]} 在新设备（${['登录设备', where]}）上登录。${NOT_ME}`,
    summary: say`你的账号在新设备（${['登录设备', where]}）上登录`,
    link: linkTo('user/personalData', { view: 'sessions' }),
    linkText: '查看登录设备',
  }),
  passwordChanged: ({ at }) => ({
    title: '登录密码已修改',
    content: say`你的登录密码已于 ${['时间', formatTime(at)]} 修改，其他设备已退出登录。${NOT_ME}`,
    summary: '你的登录密码已修改',
    link: linkTo('user/personalData', { view: 'security' }),
    linkText: '账号安全',
  }),
  phoneChanged: ({ maskedPhone, at }) => ({
    title: '手机号已更换',
    content: say`你的账号已于 ${['时间', formatTime(at)]} 更换手机号为 ${['手机号', maskedPhone]}，其他设备已退出登录。`,
    summary: say`手机号已更换为 ${['手机号', maskedPhone]}`,
    link: linkTo('user/personalData', { view: 'security' }),
    linkText: '账号安全',
  }),
  deletionRequested: ({ erasesAt }) => ({
    title: '账号注销申请',
    content: say`客服已受理你的账号注销申请，账号将于 ${['注销时间', formatTime(erasesAt)]} 注销。如果不是你本人申请，在此之前登录即可撤销。`,
    summary: say`客服已受理你的注销申请，账号将于 ${['注销时间', formatTime(erasesAt)]} 注销，在此之前登录即可撤销`,
    link: linkTo('user/personalData', { view: 'security' }),
    linkText: '账号安全',
  }),
}
