import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { expect, it } from 'vitest'
import { createOperatorHarness } from '../../testing/operators.ts'
import { useServer } from '../../testing/use-server.ts'
import { DAY_MS, later } from '../clock.ts'

const server = await useServer()
const harness = createOperatorHarness(server)
const { OK, PRICE_INCONSISTENT } = ErrorCode
const owner = await harness.addReady('owner')

type Values = Readonly<Record<string, unknown>>

const post = (name: string, body: object) => harness.post(name, body, owner.token)
const read = async <Data>(name: string): Promise<Data> => (await harness.get(name, owner.token)).data as Data
const firstOf = async (name: string): Promise<Values> => {
  const { records } = await read<{ records: Values[] }>(name)
  return records[0] ?? {}
}
const pick = (values: Values, ...names: string[]): Values =>
  Object.fromEntries(names.map((name) => [name, values[name]]))

const goods = { goodsLevel: 2, name: '畅享', tagline: '', tags: [], highlights: [], position: 0, isListed: true }
const configuration = {
  cpuCores: 4,
  memoryGb: 4,
  storageGb: 64,
  version: '10/B',
  imageTypes: [1],
  supplierType: 7,
  isVideoEdition: false,
  position: 0,
  isListed: true,
}
const addConfiguration = async () => {
  const { goodId } = (await post('saveGoods', goods)).data as { goodId: number }
  return post('saveConfiguration', { ...configuration, goodId })
}

const addActivity = async () => {
  const { configId } = (await addConfiguration()).data as { configId: number }
  const price = { priceCents: 1000, oldPriceCents: null, firstPriceCents: null }
  const { data } = await post('createProduct', { configId, goodTime: 720, isMetered: false, ...price })
  const { productId } = data as { productId: number }
  const now = server.clock.now()
  return post('createActivity', {
    name: '周年庆',
    kind: 'discount',
    startsAt: later(now, DAY_MS).getTime(),
    endsAt: later(now, 2 * DAY_MS).getTime(),
    products: [{ productId, priceCents: 900 }],
    markdown: '说明',
    templateIds: [],
  })
}

const articleFields = ['articleId', 'category', 'title', 'keywords', 'body', 'position']
const article = { category: '使用', title: '如何开机', keywords: '', body: '点开机', position: 0 }
const service = { url: '', phone: '400-1234', wechat: '', hours: null, answerMinutes: 60 }
const words = { title: '标题', content: '内容', summary: '摘要' }

/** Each write with the record as the console reads it, and a field that a colleague changes. */
const writes: Readonly<
  Record<string, { record: () => Promise<Values>; change: Values; prepare?: () => Promise<object> }>
> = {
  setRenewalText: { record: async () => pick(await read('getRenewalText'), 'text'), change: { text: '快到期了' } },
  setAbout: {
    record: async () => (await server.get('/vmcloud/api/configure/getAbout')).data as Values,
    change: { companyName: '云机网络' },
  },
  setAvailabilityRule: { record: () => read('getAvailabilityRule'), change: { factor: 3 } },
  setTrialTerms: {
    record: async () => (await read<{ terms: Values }>('getTrialTerms')).terms,
    change: { keepFreePercent: 33 },
  },
  setServiceSettings: {
    prepare: () => post('setServiceSettings', service),
    record: async () => (await read<{ settings: Values }>('getServiceSettings')).settings,
    change: { phone: '400-4321' },
  },
  setGuideSteps: {
    record: () => read('getGuideSteps'),
    change: { steps: [{ title: '你好', text: '欢迎', image: '', target: 'trial' }] },
  },
  setPlayTrial: {
    record: async () =>
      pick((await server.get('/vmcloud/api/newUserGuide/getPlayTrial')).data as Values, 'game', 'download'),
    change: { download: { androidUrl: 'https://example.com/a.apk', iosUrl: '' } },
  },
  setPackBonus: {
    record: async () => {
      const { packs } = await read<{ packs: Values[] }>('getPacks')
      return pick(packs[0] ?? {}, 'packId', 'bonusCents')
    },
    change: { bonusCents: 77 },
  },
  setStateName: {
    record: async () => pick(await firstOf('getStateNames'), 'state', 'label', 'note'),
    change: { label: '新名称' },
  },
  setMessageWording: {
    prepare: async () => post('setMessageWording', { key: (await firstOf('getMessageWordings'))['key'], ...words }),
    record: async () => pick(await firstOf('getMessageWordings'), 'key', ...Object.keys(words)),
    change: { content: '别的内容' },
  },
  updateArticle: {
    prepare: () => post('createArticle', article),
    record: async () => pick(await firstOf('getArticles'), ...articleFields),
    change: { body: '点一下开机' },
  },
  updateZone: {
    prepare: () => post('createZone', { code: 'hz', name: '杭州', gatewayUrl: '', position: 0 }),
    record: async () => pick(await firstOf('getZones'), 'zoneId', 'name', 'gatewayUrl', 'position'),
    change: { name: '新机房' },
  },
  saveGoods: {
    prepare: addConfiguration,
    record: async () => {
      const { picture: _picture, configurations: _configurations, ...fields } = await firstOf('searchGoods')
      return fields
    },
    change: { tagline: '新的说明' },
  },
  saveConfiguration: {
    prepare: addConfiguration,
    record: async () => {
      const found = await firstOf('searchGoods')
      const [first] = found['configurations'] as Values[]
      const { phoneCount: _phoneCount, products: _products, ...fields } = first ?? {}
      return { ...fields, goodId: found['goodId'] }
    },
    change: { position: 9 },
  },
  setActivity: {
    prepare: addActivity,
    record: async () => {
      const found = await firstOf('getActivityPages')
      const products = (found['products'] as Values[]).map((each) => ({
        ...pick(each, 'productId', 'priceCents'),
        ...(each['stockTotal'] !== null && { stock: each['stockTotal'] }),
        ...(each['perUserLimit'] !== null && { perUserLimit: each['perUserLimit'] }),
      }))
      return { ...pick(found, 'activityId', 'name', 'startsAt', 'endsAt'), products }
    },
    change: { name: '店庆' },
  },
  saveCodeGoods: {
    prepare: async () => {
      await addActivity()
      const [first] = (await firstOf('getActivityPages'))['products'] as Values[]
      return post('saveCodeGoods', { ...pick(first ?? {}, 'productId'), validDays: 30, isListed: true })
    },
    record: async () => {
      const { goods: listed } = await read<{ goods: Values[] }>('getCodeGoods')
      return pick(listed.at(-1) ?? {}, 'productId', 'validDays', 'isListed')
    },
    change: { validDays: 60 },
  },
  setActivityPage: {
    prepare: addActivity,
    record: async () => pick(await firstOf('getActivityPages'), 'activityId', 'isEnabled', 'markdown', 'templateIds'),
    change: { markdown: '别的说明' },
  },
}

it.each(Object.entries(writes))(
  '%s refuses a record that a colleague has changed, and says the new one',
  async (name, write) => {
    await write.prepare?.()
    const seen = await write.record()
    const [[changed, value] = ['', null]] = Object.entries(write.change)
    expect(await post(name, { ...seen, ...write.change, basedOn: seen })).toMatchObject({ code: OK })
    expect(await post(name, { ...seen, basedOn: seen })).toMatchObject({
      code: PRICE_INCONSISTENT,
      data: { [changed]: value },
    })
    const now = await write.record()
    expect(now).toMatchObject(write.change)
    expect(await post(name, { ...seen, basedOn: now })).toMatchObject({ code: OK })
    expect(await write.record()).toMatchObject({ [changed]: seen[changed] })
  },
)

it('a record is compared without the spaces around its texts', async () => {
  const { text } = await read<{ text: string }>('getRenewalText')
  expect(await post('setRenewalText', { text: ' 到期 ', basedOn: { text } })).toMatchObject({ code: OK })
  expect(await post('setRenewalText', { text: '到期了', basedOn: { text: ' 到期 ' } })).toMatchObject({ code: OK })
})
