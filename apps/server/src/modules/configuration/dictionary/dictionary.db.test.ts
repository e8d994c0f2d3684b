import { processKeys } from '@yunji/contract/accounts/verification/schema'
import { defaultStateNames } from '@yunji/contract/configuration/rules'
import { deviceStates } from '@yunji/contract/devices/device/enums'
import { desc } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { operatorAudit } from '../../../tables/operators.ts'
import { dictionaryEntries } from '../../../tables/usage.ts'
import { createOperatorHarness } from '../../../testing/operators.ts'
import { useServer } from '../../../testing/use-server.ts'

const server = await useServer()

interface Entry {
  readonly name: string
  readonly value: string
  readonly parent?: string
}

const entriesOf = async (category: string) => {
  const { data } = await server.get(`/vmcloud/api/dictionary/getDictionary?category=${category}`)
  return (data as { entries: Entry[] }).entries
}

it('gives the entries of a category in their order', async () => {
  expect(await entriesOf('industry')).toMatchObject([
    { name: '游戏', value: '1' },
    { name: '电商', value: '2' },
    { name: '新媒体', value: '3' },
    { name: '软件', value: '4' },
    { name: '企业办公', value: '5' },
    { name: '其他', value: '6' },
  ])
  expect(await entriesOf('nothing')).toEqual([])
})

it('every industry has work, and every work an industry', async () => {
  const industries = (await entriesOf('industry')).map(({ value }) => value)
  const parents = (await entriesOf('worktype')).map(({ parent }) => parent)
  expect(new Set(parents)).toEqual(new Set(industries))
})

it.each(['', 'a'.repeat(33), '1', "x' or 1=1"])('refuses %j as a category', async (category) => {
  const path = `/vmcloud/api/dictionary/getDictionary?category=${encodeURIComponent(category)}`
  expect(await server.get(path)).toMatchObject({ code: 1080 })
})

it('shows what the operator adds', async () => {
  const added = { category: 'industry', value: '7', name: '教育', position: 0 }
  await server.database.db.insert(dictionaryEntries).values(added)
  expect((await entriesOf('industry'))[0]).toEqual({ name: '教育', value: '7' })
})

it('knows every state of a device by name and by what it means', async () => {
  const { data } = await server.get('/vmcloud/api/configure/getDeviceStatusList')
  const { statuses } = data as { statuses: { state: string; label: string; note: string; tone: string }[] }
  expect(statuses.map(({ state }) => state).toSorted()).toEqual([...deviceStates].toSorted())
  expect(statuses.every(({ label, note }) => label !== '' && note !== '')).toBe(true)
  const tones = Object.fromEntries(statuses.map(({ state, tone }) => [state, tone]))
  expect(tones).toMatchObject({ running: 'run', expired: 'dead', stopped: 'off', faulty: 'off', backingUp: 'back' })
})

it('gives the keys of the image list and of each approval', async () => {
  expect(await server.get('/vmcloud/api/configure/getConstants')).toMatchObject({
    code: 200,
    data: {
      imageVersionInfoKey: 'image_version_info',
      processDefinitionKeys: {
        personalVerification: 'personal_verification',
        companyVerification: 'company_verification',
      },
    },
  })
  expect((await entriesOf('processDefinition')).map(({ value }) => value)).toEqual(Object.values(processKeys))
})

it('has the default names of the states until the operator sets others, and after', async () => {
  const { addReady, post, get } = createOperatorHarness(server)
  const [owner, seller] = [await addReady('owner'), await addReady('catalogue')]
  const shown = async () => {
    const { data } = await server.get('/vmcloud/api/configure/getDeviceStatusList')
    const { statuses } = data as { statuses: { state: string; label: string; note: string }[] }
    return Object.fromEntries(statuses.map(({ state, label, note }) => [state, { label, note }]))
  }
  expect(await shown()).toEqual(defaultStateNames)
  const name = { state: 'faulty', label: '维修中', note: '工程师正在处理' }
  expect(await post('setStateName', name, owner.token)).toMatchObject({ code: 200 })
  expect((await shown())['faulty']).toEqual({ label: '维修中', note: '工程师正在处理' })
  const [entry] = await server.database.db.select().from(operatorAudit).orderBy(desc(operatorAudit.id)).limit(1)
  expect(entry).toMatchObject({ subject: 'deviceState:faulty', before: { label: '离线' }, after: { label: '维修中' } })
  const { data } = await get('getStateNames', seller.token)
  expect((data as { records: object[] }).records).toContainEqual({ ...name, tone: 'off' })
  expect(await post('setStateName', name, seller.token)).toMatchObject({ data: { right: 'settings.write' } })
  for (const bad of [{ state: 'flying' }, { label: ' ' }, { label: '名称实在是太长了啊' }, { note: '' }]) {
    expect(await post('setStateName', { ...name, ...bad }, owner.token)).toMatchObject({ code: 1080 })
  }
  const back = { state: 'faulty', ...defaultStateNames.faulty }
  expect(await post('setStateName', back, owner.token)).toMatchObject({ code: 200 })
  expect(await shown()).toEqual(defaultStateNames)
})
