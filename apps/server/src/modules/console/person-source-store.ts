/** A table, or the part of it, that holds data of a customer. */
export interface PersonSource {
  readonly file: string
  readonly table: string
  /** Expressions over the table; a column that is not named here is not exported. */
  readonly columns: string
  /** Column that references the account. */
  readonly by?: string
  /** Condition where the table references the account through another one; $1 is the account. */
  readonly where?: string
  /** Unique among the rows of an account. */
  readonly key?: string
}

const ownDevices = '(select d.id from devices d where d.owner_id = $1)'
const ownOrders = '(select o.id from orders o where o.user_id = $1)'
const ownAccounts = '(select a.id from ledger_accounts a where a.user_id = $1)'
const ownPhone = '(select u.mobile_phone from users u where u.id = $1)'

const accountSources: readonly PersonSource[] = [
  {
    file: '账号/账号',
    table: 'users',
    by: 'id',
    columns:
      'id, mobile_phone, name, avatar, user_type, personal_check_status, company_check_status, has_screen_mark, frozen_at, created_at',
  },
  {
    file: '账号/登录',
    table: 'sessions',
    columns: 'created_at, renewed_at, expires_at, revoked_at, terminal_type, client_type, device_name, address',
  },
  {
    file: '账号/短信验证码',
    table: 'sms_codes',
    where: `mobile_phone = ${ownPhone}`,
    key: 'purpose, lane',
    columns: 'purpose, sent_at, expires_at, used_at',
  },
  {
    file: '账号/微信',
    table: 'messaging_accounts',
    key: 'app_id, openid',
    columns: 'app_id, openid, unionid, created_at',
  },
  {
    file: '账号/行业与工种',
    table: 'work_types',
    key: 'industry_id, worktype_id',
    columns: 'position, industry_id, worktype_id',
  },
  {
    file: '账号/实名认证',
    table: 'verifications',
    columns: 'id, kind, status, name, legal_person, nation, detail_address, reason, submitted_at, decided_at',
  },
  { file: '账号/认证照片', table: 'verification_pictures', columns: 'size_bytes, created_at' },
  { file: '账号/注销申请', table: 'account_deletions', key: 'user_id', columns: 'requested_at, erases_at' },
  { file: '账号/受邀', table: 'invites', key: 'user_id', columns: 'invite_type, created_at' },
  { file: '账号/邀请', table: 'invites', by: 'inviter_id', key: 'user_id', columns: 'invite_type, created_at' },
  {
    file: '账号/协议',
    table: 'agreement_consents',
    key: 'kind, version',
    columns: 'kind, version, is_agreed, way, client_type, terminal_type, decided_at',
  },
  { file: '账号/新手引导', table: 'guide_ends', key: 'user_id', columns: 'ended_at' },
  { file: '账号/上传次数', table: 'upload_quotas', key: 'kind, day', columns: 'kind, day, uploads, bytes' },
  { file: '账号/数据导出', table: 'operator_exports', columns: 'id, state, created_at, expires_at' },
]

const deviceSources: readonly PersonSource[] = [
  {
    file: '云手机/云手机',
    table: 'devices',
    by: 'owner_id',
    columns:
      'id, name, note, group_id, zone_id, config_id, product_id, goods_level, version, image_version, is_metered, is_trial, state, first_started_at, ran_ms, expires_at, created_at',
  },
  { file: '云手机/分组', table: 'device_groups', columns: 'id, name, is_default, position, created_at' },
  {
    file: '云手机/标签',
    table: 'device_tags',
    where: `device_id in ${ownDevices}`,
    key: 'device_id, tag',
    columns: 'device_id, tag',
  },
  {
    file: '云手机/保活应用',
    table: 'kept_alive_apps',
    where: `device_id in ${ownDevices}`,
    key: 'device_id, package_name',
    columns: 'device_id, package_name',
  },
  {
    file: '云手机/给出的授权',
    table: 'device_grants',
    where: `device_id in ${ownDevices}`,
    columns: 'id, device_id, access, state, expires_at, created_at',
  },
  {
    file: '云手机/得到的授权',
    table: 'device_grants',
    by: 'grantee_id',
    columns: 'id, access, state, expires_at, created_at',
  },
  {
    file: '云手机/分享',
    table: 'device_shares',
    by: 'owner_id',
    columns: 'id, device_id, maximum_uses, uses, created_at',
  },
  {
    file: '云手机/转出',
    table: 'device_transfers',
    by: 'from_user_id',
    columns: 'id, state, created_at, expires_at, ended_at',
  },
  {
    file: '云手机/转出的设备',
    table: 'device_transfer_items',
    where: 'transfer_id in (select x.id from device_transfers x where x.from_user_id = $1)',
    key: 'transfer_id, device_id',
    columns: 'transfer_id, device_id, device_name',
  },
  {
    file: '云手机/转入',
    table: 'device_transfers',
    by: 'to_user_id',
    columns: 'id, state, created_at, expires_at, ended_at',
  },
  {
    file: '云手机/设备上的操作',
    table: 'device_uses',
    by: 'owner_id',
    columns: 'device_id, device_name, user_id is not distinct from owner_id as is_own, action, created_at',
  },
  {
    file: '云手机/在他人设备上的操作',
    table: 'device_uses',
    where: 'user_id = $1 and owner_id <> $1',
    by: 'user_id',
    columns: 'action, created_at',
  },
  {
    file: '云手机/客服查看',
    table: 'support_views',
    by: 'owner_id',
    columns: 'device_id, reason, minutes, answer, requested_at, answered_at, ends_at, stopped_at',
  },
  { file: '云手机/任务', table: 'tasks', by: 'owner_id', columns: 'id, kind, subject, state, created_at, ended_at' },
  {
    file: '云手机/任务的设备',
    table: 'task_parts',
    where: 'task_id in (select x.id from tasks x where x.owner_id = $1)',
    columns: `task_id, device_id, case when device_id in ${ownDevices} then device_name end as device_name, state, reason, ended_at`,
  },
  {
    file: '云手机/定时任务',
    table: 'device_schedules',
    by: 'owner_id',
    columns:
      'id, kind, package_name, app_name, target, group_id, tag, repeat, run_time, run_date, weekdays, next_at, paused_at, created_at',
  },
  {
    file: '云手机/定时任务的运行',
    table: 'device_schedule_runs',
    where: 'schedule_id in (select x.id from device_schedules x where x.owner_id = $1)',
    columns: 'schedule_id, due_at, state, device_count, done_count, failed_count, reason, started_at, ended_at',
  },
  {
    file: '云手机/改配',
    table: 'device_changes',
    columns:
      'id, device_id, order_id, from_config_id, to_config_id, product_id, value_cents, paid_cents, created_at, ended_at',
  },
  {
    file: '云手机/更换与迁移',
    table: 'device_moves',
    columns: 'id, device_id, kind, from_zone_id, to_zone_id, keeps_data, reason, cost_beans, created_at, ended_at',
  },
  { file: '云手机/提前退还', table: 'early_returns', key: 'device_id', columns: 'device_id, returned_at' },
  {
    file: '云手机/中断',
    table: 'device_interruptions',
    by: 'owner_id',
    columns: 'device_id, cause, fault, started_at, ended_at, credited_seconds, settled_at',
  },
  {
    file: '云手机/故障提醒',
    table: 'device_fault_alerts',
    by: 'owner_id',
    key: 'device_id',
    columns: 'device_id, told_at, back_at',
  },
  {
    file: '云手机/待清除的旧机',
    table: 'quarantined_phones',
    by: 'owner_id',
    columns: 'device_id, quarantined_at, erases_at',
  },
  {
    file: '云手机/到货提醒',
    table: 'stock_waits',
    columns: 'id, config_id, zone_id, is_for_trial, created_at, expires_at',
  },
  { file: '云手机/试用', table: 'trials', columns: 'device_id, claimed_at, started_at' },
  { file: '云手机/试用归还', table: 'trial_returns', columns: 'returned_at' },
]

const tradeSources: readonly PersonSource[] = [
  {
    file: '交易/订单',
    table: 'orders',
    columns:
      'id, kind, title, state, lines, total_cents, coupon_cents, credit_cents, payable_cents, coupon_id, purchase, pay_method, created_at, expires_at, paid_at, ended_at',
  },
  {
    file: '交易/订单明细',
    table: 'order_items',
    where: `order_id in ${ownOrders}`,
    key: 'order_id, product_id',
    columns: 'order_id, product_id, quantity, unit_price_cents',
  },
  {
    file: '交易/支付',
    table: 'payments',
    where: `order_id in ${ownOrders}`,
    columns: 'order_id, provider, scene, out_trade_no, transaction_id, amount_cents, state, created_at, paid_at',
  },
  {
    file: '交易/退款',
    table: 'refunds',
    where: `order_id in ${ownOrders}`,
    columns: 'order_id, out_refund_no, amount_cents, device_id, state, created_at, refunded_at',
  },
  { file: '交易/账户', table: 'ledger_accounts', columns: 'kind, balance_cents, held_cents' },
  {
    file: '交易/账目',
    table: 'ledger_entries',
    where: `(from_account_id in ${ownAccounts} or to_account_id in ${ownAccounts})`,
    columns: `id, reason, amount_cents, case when from_account_id in ${ownAccounts} then from_balance_cents end as balance_after_debit_cents, case when to_account_id in ${ownAccounts} then to_balance_cents end as balance_after_credit_cents, order_id, device_id, created_at`,
  },
  {
    file: '交易/冻结金额',
    table: 'ledger_holds',
    where: `account_id in ${ownAccounts}`,
    columns: 'id, amount_cents, state, created_at, ended_at',
  },
  {
    file: '交易/优惠券',
    table: 'coupons',
    columns: 'id, name, terms, state, order_id, received_at, expires_at, used_at',
  },
  { file: '交易/优惠券发放', table: 'coupon_issue_users', key: 'issue_id', columns: 'issue_id, outcome' },
  { file: '交易/兑换失败', table: 'exchange_failures', key: 'day', columns: 'day, failures' },
  { file: '交易/购买次数', table: 'product_purchases', key: 'product_id', columns: 'product_id, purchases' },
  { file: '交易/首购优惠', table: 'first_price_claims', key: 'product_id', columns: 'product_id, order_id' },
  { file: '交易/首充优惠', table: 'first_recharge_claims', key: 'user_id', columns: 'order_id' },
  {
    file: '交易/秒杀',
    table: 'seckill_claims',
    key: 'order_id',
    columns: 'order_id, activity_id, product_id, quantity',
  },
  {
    file: '交易/激活码',
    table: 'activation_codes',
    by: 'owner_id',
    columns: 'id, order_id, product_id, paid_cents, state, created_at, expires_at, used_at',
  },
  {
    file: '交易/用过的激活码',
    table: 'activation_codes',
    by: 'used_by',
    columns: 'product_id, used_at, used_for, device_id',
  },
  {
    file: '交易/大客户价目',
    table: 'big_user_lists',
    columns: 'id, title, maximum_phones, expires_at, closed_at, created_at',
  },
  {
    file: '交易/自动续费',
    table: 'auto_renewals',
    key: 'device_id',
    columns: 'device_id, product_id, pay_method, next_try_at, failure, created_at',
  },
  {
    file: '交易/发票抬头',
    table: 'invoice_titles',
    columns: 'id, kind, name, tax_number, address, phone, bank_name, bank_account, is_default, created_at, updated_at',
  },
  {
    file: '交易/发票',
    table: 'invoices',
    columns: 'id, state, amount_cents, title, invoice_number, credit_number, reason, created_at, updated_at, issued_at',
  },
]

const ownTickets = '(select s.id from service_tickets s where s.user_id = $1)'

const otherSources: readonly PersonSource[] = [
  {
    file: '消息/消息',
    table: 'messages',
    columns: 'id, event, title, content, summary, device_id, read_at, created_at',
  },
  {
    file: '消息/消息设置',
    table: 'message_settings',
    key: 'message_type',
    columns: 'message_type, is_subscribed, is_sent_by_sms',
  },
  { file: '消息/提醒设置', table: 'alert_settings', key: 'alert', columns: 'alert, is_on' },
  {
    file: '客服/工单',
    table: 'service_tickets',
    columns: 'id, contact_phone, kind, title, state, context, rating, rating_words, created_at, updated_at, closed_at',
  },
  {
    file: '客服/工单的回复',
    table: 'service_replies',
    where: `ticket_id in ${ownTickets} and author <> 'note'`,
    columns: 'ticket_id, author, content, created_at',
  },
  { file: '客服/工单的图片', table: 'service_pictures', columns: 'ticket_id, type, size_bytes, created_at' },
  {
    file: '客服/对文章的评价',
    table: 'service_article_votes',
    key: 'article_id',
    columns: 'article_id, is_helpful, voted_at',
  },
  {
    file: '云空间/用量',
    table: 'space_usage',
    key: 'user_id',
    columns: 'file_bytes, backup_bytes, trash_bytes, last_chance_bytes',
  },
  {
    file: '云空间/文件',
    table: 'space_files',
    columns:
      'name, kind, (select o.size_bytes from space_objects o where o.id = t.object_id) as size_bytes, created_at, trashed_at',
  },
  {
    file: '云空间/未完成的上传',
    table: 'space_uploads',
    columns: 'name, size_bytes, offset_bytes, created_at, expires_at',
  },
  { file: '云空间/应用安装包', table: 'app_files', columns: 'name, size_bytes, is_complete, created_at' },
  {
    file: '云空间/套餐',
    table: 'space_grants',
    key: 'order_id',
    columns: 'order_id, size_gb, starts_at, ends_at',
  },
  {
    file: '云空间/备份',
    table: 'backups',
    columns:
      'id, device_id, device_name, state, origin, note, raw_bytes, stored_bytes, created_at, ended_at, trashed_at, delete_at',
  },
  { file: '云空间/备份设置', table: 'backup_settings', key: 'device_id', columns: 'device_id, keep_last' },
]

export const personSources = [...accountSources, ...deviceSources, ...tradeSources, ...otherSources]

/** References to an account whose rows are in no file, and why. */
export const leftOutReferences: Readonly<Record<string, string>> = {
  'login_places.user_id': 'keyed hashes',
  'login_devices.user_id': 'keyed hashes',
  'stream_tickets.user_id': 'tokens that live for seconds',
  'screen_leases.holder_id': 'the state of an open screen',
  'device_shares.guest_id': 'a guest is the account of nobody',
  'idempotency_keys.user_id': 'answers kept for repeated requests',
  'outbox.user_id': 'the queue of messages, which are in a file',
  'message_counts.user_id': 'counters of messages',
  'space_objects.user_id': 'contents of files, listed with the files',
  'space_parts.user_id': 'pieces of contents',
  'backup_packs.user_id': 'pieces of backups',
}
