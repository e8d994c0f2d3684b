import { moneyReliability } from '../catalogue.ts'
import { testShortForms } from '../support/short-form.ts'

testShortForms(moneyReliability)
