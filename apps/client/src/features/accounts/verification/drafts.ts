import { create } from 'zustand'
import { session } from '../../../shared/session/session.ts'
import { type CompanyFields, emptyCompany } from './company-fields.ts'
import { emptyPersonal, type PersonalFields } from './personal-fields.ts'

interface Drafts {
  readonly personal: PersonalFields
  readonly company: CompanyFields
}

const noDrafts: Drafts = { personal: emptyPersonal, company: emptyCompany }

/** Unsent form values, kept while other pages are open. In memory only, cleared on account change. */
export const drafts = create<Drafts>(() => noDrafts)

session.store.subscribe((now, before) => {
  if (now.userId !== before.userId) drafts.setState(noDrafts)
})

export const forgetDraft = (kind: keyof Drafts): void => drafts.setState({ [kind]: noDrafts[kind] })
