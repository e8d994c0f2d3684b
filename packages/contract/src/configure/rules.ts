/** Shown when the operator has configured no reminder of their own (section 8). */
export const DEFAULT_RENEWAL_REMINDER = '设备已到期，系统保留 2 小时，请及时续费'
