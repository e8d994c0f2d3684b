import { aboutProduct } from '@yunji/contract/configuration/schema'
import type * as z from 'zod/mini'
import type { Db, Tx } from '../../../platform/database.ts'
import { readSetting } from './store.ts'

export const ABOUT = 'about'

type About = z.output<typeof aboutProduct>

/** Settings of the installation: what is said about the operator until `operator/setAbout` was called. */
export interface OperatorFacts {
  readonly operatorName?: string | undefined
  /** A phone number or an e-mail address. */
  readonly contact?: string | undefined
  readonly address?: string | undefined
}

const aboutOf = ({ operatorName = '', contact = '', address = '' }: OperatorFacts): About => ({
  companyName: operatorName,
  icpNumber: '',
  contactPhone: contact.includes('@') ? '' : contact,
  contactEmail: contact.includes('@') ? contact : '',
  address,
})

/** The operator, for 关于 and the agreements alike. One that was set stands whole: its empty fields are not filled in. */
export const readAbout = (db: Db | Tx, facts: OperatorFacts): Promise<About> =>
  readSetting(db, ABOUT, aboutProduct, { unset: aboutOf(facts) })

/** The same as the texts of agreements name it. */
export const readOperatorFacts = async (db: Db, facts: OperatorFacts): Promise<OperatorFacts> => {
  const { companyName, contactPhone, contactEmail, address } = await readAbout(db, facts)
  const contact = [contactPhone, contactEmail].filter(Boolean).join('、')
  return { operatorName: companyName, contact, address }
}
