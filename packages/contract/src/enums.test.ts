import { describe, expect, it } from 'vitest'
import { CheckStatus, checkStatusLabels, TokenStatus, UserType, userTypeLabels } from './accounts/user/enums.ts'
import { allCalls } from './calls.ts'
import {
  ActivityState,
  GoodsLevel,
  goodsLevelLabels,
  ImageType,
  InventoryStatus,
  imageTypeLabels,
  inventoryStatusLabels,
} from './commerce/commodity/enums.ts'
import {
  CouponScope,
  CouponStatus,
  CouponType,
  CouponView,
  couponScopeLabels,
  couponStatusLabels,
  couponTypeLabels,
  couponViewLabels,
} from './commerce/coupon/enums.ts'
import { BusinessType, businessTypeLabels } from './commerce/order/enums.ts'
import {
  PayMethod,
  PaymentFunction,
  PaymentResult,
  payMethodLabels,
  paymentFunctionCalls,
} from './commerce/payment/enums.ts'
import {
  DeviceButton,
  DeviceCommand,
  deviceButtonLabels,
  deviceCommandLabels,
  HomeViewType,
  homeViewTypeLabels,
  SupplierType,
  VersionFilter,
  versionFilterLabels,
} from './devices/device/enums.ts'
import { MessageType, messageTypeLabels } from './messages/rules.ts'
import { YesNo } from './wire/fields.ts'
import { ANY_SUPPLIER } from './wire/request.ts'

/** Section 3 of the specification, line by line, with the values that are decided there. */
const SECTION_3 = {
  'yes/no': [YesNo, { yes: 1, no: 0 }],
  'activity enabled/disabled': [ActivityState, { enabled: 1, disabled: 0 }],
  'home view type': [HomeViewType, { single: 0, multi: 1 }],
  'pay method': [PayMethod, { alipay: 1, wechat: 2, beans: 3, balance: 4, iosVirtual: 5 }],
  'version filter': [VersionFilter, { all: 0, '10/B': 1, '10/H': 2 }],
  'image type': [ImageType, { base: 1, google: 2, custom: 3 }],
  'goods level': [GoodsLevel, { enjoy: 1, exclusive: 2, flagship: 3, supreme: 4, gameCustom: 5 }],
  'coupon status': [CouponStatus, { efficient: 1, used: 2, expired: 3, invalid: 4 }],
  'business type': [
    BusinessType,
    { cloudMachine: 1, cloudMachineUpgrade: 2, cloudBeans: 3, cloudSpace: 4, activationCodeMall: 5 },
  ],
  'coupon type': [
    CouponType,
    { fullVolumeReduction: 1, noThresholdRoll: 2, discountCoupon: 3, firstRechargeCoupon: 4 },
  ],
  'coupon type, the views': [CouponView, { newArrival: -1, expiringSoon: -2, used: -3, expired: -4 }],
  'coupon scope': [
    CouponScope,
    {
      fullBusiness: 1,
      productModel: 2,
      cloudVersion: 3,
      billableTimeProducts: 4,
      productDuration: 5,
      discountRatio: 6,
    },
  ],
  'device button permissions': [
    DeviceButton,
    { changeConfig: 1, upOrDownConfig: 2, zoneChangeOpType: 3, videoChangeOpType: 4 },
  ],
  'inventory status': [InventoryStatus, { adequate: 1, normal: 2, nervous: 3, insufficient: 4 }],
  'message type': [MessageType, { notice: 1, renewalReminder: 2, deviceTransfer: 3, deviceCreation: 4, system: 5 }],
  'supplier type': [
    SupplierType,
    { any: 0, baidu: 1, volcano: 2, quickCloudGame: 3, volcanoLocal: 4, lingyi: 5, tencent: 6, selfHosted: 7 },
  ],
  'payment function': [
    PaymentFunction,
    { beansToMonthly: 1, cloudOrder: 2, createUpOrDownOrder: 3, createVideoOrder: 4 },
  ],
  'payment result': [PaymentResult, { ok: 'ok', cancel: 'cancel', fail: 'fail' }],
  'token status': [TokenStatus, { NULL: 'NULL', NORMAL: 'NORMAL', EXPIRE: 'EXPIRE' }],
  'user type': [UserType, { personal: 1, company: 2 }],
  'check status': [CheckStatus, { none: 0, pending: 1, pass: 2, reject: 3 }],
} as const

describe('the enumerations', () => {
  it.each(Object.entries(SECTION_3))('%s', (_name, [actual, expected]) => {
    expect(actual).toEqual(expected)
  })

  it('device command names', () => {
    const names = ['DeepCleanVm', 'CleanVm', 'CleanMem', 'Reboot', 'OpenUrl', 'GetVmCover', 'Uninstall']
    expect(Object.values(DeviceCommand)).toEqual(names)
  })

  it('a request that asks for any supplier sends the same 0', () => {
    expect(ANY_SUPPLIER).toBe(String(SupplierType.any))
  })
})

describe('payment functions', () => {
  it('name the calls of the order table', () => {
    expect(paymentFunctionCalls).toEqual({
      1: ['createTimeToMonthOrder'],
      2: ['createCloudOrderNew', 'createCloudOrder'],
      3: ['createUpOrDownOrder'],
      4: ['createVideoOrder'],
    })
  })

  it.each(Object.values(paymentFunctionCalls).flat())('%s is a declared call', (name) => {
    expect(allCalls.map((call) => call.path)).toContain(`/vmcloud/api/order/${name}`)
  })
})

const LABELS = [
  [GoodsLevel, goodsLevelLabels, ['畅享', '专享', '旗舰', '至尊', '游戏定制版']],
  [ImageType, imageTypeLabels, ['基础镜像', '谷歌镜像', '定制镜像']],
  [InventoryStatus, inventoryStatusLabels, ['充足', '正常', '紧张', '不足']],
  [CouponStatus, couponStatusLabels, ['可使用', '已使用', '已过期', '已失效']],
  [CouponType, couponTypeLabels, ['满减券', '无门槛券', '折扣券', '首充券']],
  [CouponView, couponViewLabels, ['新到', '即将过期', '已使用', '已过期']],
  [
    CouponScope,
    couponScopeLabels,
    ['全部商品可用', '限指定型号', '限指定配置', '限指定商品', '限指定时长', '限指定折扣的商品'],
  ],
  [HomeViewType, homeViewTypeLabels, ['单机视图', '多机视图']],
  [VersionFilter, versionFilterLabels, ['全部', '10/B', '10/H']],
  [DeviceButton, deviceButtonLabels, ['更换型号', '升降配置', '更换区域', '升视频版']],
  [DeviceCommand, deviceCommandLabels, ['深度清理', '清理缓存', '清理内存', '重启', '打开网址', '截图', '卸载应用']],
  [MessageType, messageTypeLabels, ['公告', '续费提醒', '设备转移', '设备创建', '系统消息']],
  [PayMethod, payMethodLabels, ['支付宝', '微信支付', '云豆', '账户余额', '苹果虚拟支付']],
  [BusinessType, businessTypeLabels, ['云手机', '云手机升级', '云豆', '云空间', '激活码']],
  [UserType, userTypeLabels, ['个人', '企业']],
  [CheckStatus, checkStatusLabels, ['未认证', '审核中', '已认证', '未通过']],
] as const

describe('the labels', () => {
  it.each(LABELS)('%j', (values, labels, expected) => {
    const byValue: Readonly<Record<string, string>> = labels
    expect(Object.values(values).map((value) => byValue[value])).toEqual(expected)
    expect(Object.keys(labels)).toHaveLength(expected.length)
  })
})
