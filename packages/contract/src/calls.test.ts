import { describe, expect, it } from 'vitest'
import { allCalls } from './calls.ts'

const API = '/vmcloud/api'
const order = (name: string) => `POST ${API}/order/${name}`

/** Section 7 of the specification, line by line. */
const SECTION_7 = [
  `POST ${API}/user/login`,
  `POST ${API}/user/wxAppletsLogin`,
  `POST ${API}/user/wxOfficialAccountLogin`,
  `POST ${API}/user/wxOfficialAccountLoginPro`,
  `GET ${API}/user/getUserInfo`,
  `GET ${API}/user/getAuthToken`,
  `POST ${API}/user/logoutUser`,
  `POST ${API}/user/updateUserPassword`,
  `POST ${API}/user/firstUpdateUserPassword`,
  `POST ${API}/user/checkOldMobile`,
  `POST ${API}/user/changeBindingMobile`,
  `GET ${API}/newUserGuide/getNewUserGuideConfig_V2`,
  `GET ${API}/newUserGuide/getNewUserReceiveEquipment`,
  `GET ${API}/configure/getCommonConfig`,
  `GET ${API}/order/getOrderInfo`,
  order('agentBalanceRecharge'),
  order('createBigUserLinkOrder'),
  order('createCloudOrder'),
  order('createCloudOrderNew'),
  order('createOrder'),
  order('createSeckillActivityOrder'),
  order('createTimeToMonthOrder'),
  order('createUpOrDownOrder'),
  order('createVideoOrder'),
  order('purchaseActivationCode'),
  `POST ${API}/userUsageLog/saveUserUsageLog`,
  `GET ${API}/CommodityGroup/getGoodPrice`,
  `GET ${API}/customer/customerService/getUrl`,
]

describe('the calls', () => {
  it.each(SECTION_7)('declares %s', (line) => {
    expect(allCalls.map((call) => `${call.method} ${call.path}`)).toContain(line)
  })

  it('has no path twice', () => {
    expect(new Set(allCalls.map((call) => call.path)).size).toBe(allCalls.length)
  })

  it('exempts exactly the three paths of section 7 from indicator, tracking and redirect', () => {
    const quiet = allCalls.filter((call) => call.quiet).map((call) => call.path)
    expect(quiet.toSorted()).toEqual(
      [
        `${API}/userUsageLog/saveUserUsageLog`,
        `${API}/CommodityGroup/getGoodPrice`,
        `${API}/customer/customerService/getUrl`,
      ].toSorted(),
    )
  })

  it('shows 登录中 on every way in', () => {
    const logins = allCalls.filter(
      (call) => /login/i.test(call.path) && call.access.kind === 'open' && call.method === 'POST',
    )
    expect(logins).toHaveLength(7)
    for (const call of logins) expect(call.loadingText).toBe('登录中')
  })

  it('takes an idempotency key wherever an order is created', () => {
    const creates = allCalls.filter((call) => /\/order\/(create|purchase|agentBalanceRecharge)/.test(call.path))
    expect(creates).toHaveLength(10)
    for (const call of creates) expect(call.idempotent).toBe(true)
  })
})
