import { AgreementKind } from '@yunji/contract/content/agreement/rules'
import { expect, it } from 'vitest'
import { settings } from '../../../tables/platform.ts'
import { OPERATOR_TOKEN } from '../../../testing/server-harness.ts'
import { useServer } from '../../../testing/use-server.ts'
import { readAbout, readOperatorFacts } from './about.ts'

const server = await useServer()
const { db } = server.database
const FACTS = { operatorName: '云机科技', contact: 'kf@example.com', address: '杭州市' }
const ABOUT = {
  companyName: '云机网络',
  icpNumber: '浙ICP备1号',
  contactPhone: '400-123-4567',
  contactEmail: '',
  address: '上海市',
}
const setAbout = (about: object) => server.post('/vmcloud/api/operator/setAbout', about, { token: OPERATOR_TOKEN })
const shown = async () => (await server.get('/vmcloud/api/configure/getAbout')).data
const policy = async () =>
  JSON.stringify((await server.get(`/vmcloud/api/agreement/getAgreement?kind=${AgreementKind.privacy}`)).data)

it('is the settings until an operator sets it', async () => {
  const byPhone = await readAbout(db, { ...FACTS, contact: '400-1' })
  expect(byPhone).toMatchObject({ companyName: '云机科技', contactPhone: '400-1', contactEmail: '', address: '杭州市' })
  expect(await readAbout(db, FACTS)).toMatchObject({ contactPhone: '', contactEmail: 'kf@example.com', icpNumber: '' })
  expect(await readOperatorFacts(db, FACTS)).toEqual(FACTS)
  expect(await shown()).toMatchObject({ companyName: '', address: '' })
})

it('is then what was set, whole, for the page and the agreements alike', async () => {
  expect((await setAbout(ABOUT)).code).toBe(200)
  expect(await shown()).toEqual(ABOUT)
  expect(await policy()).toContain('云机网络')
  // An empty field is not filled in from the settings: somebody took it back.
  expect(await readOperatorFacts(db, FACTS)).toEqual({
    operatorName: '云机网络',
    contact: '400-123-4567',
    address: '上海市',
  })
})

it('reads what an earlier version has stored, without an address', async () => {
  const { address: _address, ...earlier } = ABOUT
  await db.update(settings).set({ value: earlier })
  expect(await shown()).toEqual({ ...ABOUT, address: '' })
})
